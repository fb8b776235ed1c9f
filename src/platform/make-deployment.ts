import { realNow } from './db/clock.ts';
import type { Database } from './db/database.ts';
import type { Quotas } from './db/quotas.ts';
import type { DeploymentSecrets } from './db/secrets.ts';
import type { Deployment } from './deployment.ts';
import { localStorage } from './files/local-storage.ts';
import type { S3Settings } from './files/s3-bucket.ts';
import { s3Storage } from './files/s3-storage.ts';
import { signedLinks } from './files/signed-links.ts';
import { type HostFacts, type HostSettings, hostFacts } from './host-facts.ts';
import { homeUrlOf } from './http/addressing.ts';
import type { Metrics } from './http/metrics.ts';
import type { Logger } from './http/server.ts';
import { createMailer, type MailSettings } from './mail/create-mailer.ts';
import { type OutboundRules, outbound } from './outbound/outbound.ts';
import { alarmRaiser } from './raise-alarm.ts';
import { sealing } from './sealing.ts';
import type { RequestLogSettings } from './settings/request-log.ts';
import type { SessionLimits } from './settings/session-limits.ts';
import { workerPool } from './workers/pool.ts';

/** The settings that handlers depend on. */
export interface DeploymentSettings extends Omit<HostSettings, 'dataDir'> {
  publicUrl: string | null;
  /** The address on which it listens. */
  host: string;
  port: number;
  dataDir: string;
  s3: S3Settings | null;
  mail: MailSettings;
  sessions: SessionLimits;
  wirePrefix: string;
  isWireLegacy: boolean;
  quotas: Quotas;
  isGroupCommit: boolean;
  eventRetentionDays: number | null;
  webhooks: OutboundRules;
  workerThreads: number;
  requestLog: RequestLogSettings;
}

interface Parts
  extends Pick<Deployment, 'slot' | 'signer' | 'callPort' | 'issueToken' | 'version' | 'findOperation'> {
  database: Database;
  secrets: DeploymentSecrets;
  metrics: Metrics;
  logger: Logger;
  /** The program of the worker threads. */
  worker: URL;
  notifyOperator: Deployment['notifyOperator'] | undefined;
  printMetrics: HostFacts['printMetrics'];
}

/** What the deployment provides to handlers, from its settings. */
export function makeDeployment(config: DeploymentSettings, parts: Parts): Deployment {
  const { database, secrets, metrics, logger, worker, notifyOperator, printMetrics, ...given } = parts;
  let { port } = config;
  return {
    ...given,
    links: signedLinks(secrets.signedLinks, realNow),
    files: config.s3 ? s3Storage(config.s3) : localStorage(`${config.dataDir}/files`),
    beside: (org, run) => database.beside(org, run),
    ...{ publicUrl: config.publicUrl, sessions: config.sessions },
    get homeUrl() {
      return homeUrlOf({ ...config, port });
    },
    listensOn: (address) => {
      port = Number(new URL(address).port || port);
    },
    notifyOperator: notifyOperator ?? (() => undefined),
    ...{ wirePrefix: config.wirePrefix, isWireLegacy: config.isWireLegacy },
    ...{ quotas: config.quotas, isGroupCommitOff: !config.isGroupCommit },
    ...{ eventRetentionDays: config.eventRetentionDays, requestLog: config.requestLog },
    host: hostFacts(config, { printMetrics }),
    sealing: sealing(secrets.sealing),
    outbound: outbound({ rules: config.webhooks }),
    mailer: createMailer(config.mail, { captureFolder: `${config.dataDir}/mail` }),
    workers: workerPool({ entry: worker, maxThreads: config.workerThreads, logger }),
    countAttempt: metrics.countAttempt,
    raiseAlarm: alarmRaiser(metrics, logger),
  };
}
