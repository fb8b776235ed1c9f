import { resolve } from 'node:path';
import type { PoolSizes } from '#platform/db/connection-needs.ts';
import type { Quotas } from '#platform/db/quotas.ts';
import type { UpgradeMode } from '#platform/db/wait-for-older.ts';
import type { S3Settings } from '#platform/files/s3-bucket.ts';
import type { RateLimits } from '#platform/http/rate-limits.ts';
import type { MailSettings } from '#platform/mail/create-mailer.ts';
import type { MasterKeys } from '#platform/master-key.ts';
import { canOpenBrowser } from '#platform/open-browser.ts';
import type { OutboundRules } from '#platform/outbound/outbound.ts';
import { ACCESS_LOG, type AccessLog, LOGS_ALL } from '#platform/settings/access-log.ts';
import { type BackupSettings, readBackup } from '#platform/settings/backup.ts';
import {
  EMAILS,
  OS_USER,
  POOL_SIZE,
  PORT_NUMBER,
  PROXIES,
  PUBLIC_URL,
  SHUTDOWN_DELAY,
  SWITCH,
  UPGRADE,
} from '#platform/settings/forms.ts';
import { readQuotas, readRateLimits } from '#platform/settings/limits.ts';
import { readMail } from '#platform/settings/mail.ts';
import { readMasterKeys } from '#platform/settings/master-keys.ts';
import { findMisspelt, type MisspeltSetting } from '#platform/settings/misspelt.ts';
import {
  type Environment,
  matching,
  type ReadSetting,
  type ShownSetting,
  settingReader,
} from '#platform/settings/read-setting.ts';
import { type RequestLogSettings, readRequestLog } from '#platform/settings/request-log.ts';
import { readS3 } from '#platform/settings/s3.ts';
import { readSessionLimits, type SessionLimits } from '#platform/settings/session-limits.ts';
import { readTraces, type TraceSettings } from '#platform/settings/traces.ts';

/** All settings from the environment, read once at startup. See docs/settings.md. */
export interface Config {
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | null;
  /** Keys that wrap the keys in the database; without any, those are stored in plain text. */
  masterKeys: MasterKeys;
  /** The system user that runs the embedded database when root starts it; null: chosen automatically. */
  databaseOsUser: string | null;
  /** The most connections of each process, for writing and for reading. */
  pools: PoolSizes;
  bootstrap: { organization: string; apiKey: string | null; sandboxApiKey: string | null };
  roles: ReadonlySet<Role>;
  /**
   * Number of processes that serve the API; with 1, this process does. Otherwise it starts them and runs
   * scheduled work.
   */
  apiProcesses: number;
  /** For so long, a process that is to stop tells callers to go elsewhere and still serves them. */
  shutdownDelayMs: number;
  /** Where traces are sent; null: nowhere, and none are recorded. */
  traces: TraceSettings | null;
  /** What a start does when processes of older releases must stop before it may migrate. */
  upgrade: UpgradeMode;
  /** The most threads per process that render documents and parse uploads. */
  workerThreads: number;
  wirePrefix: string;
  isWireLegacy: boolean;
  logLevel: LogLevel;
  accessLog: AccessLog;
  /** Concurrent requests that send events share transactions. */
  isGroupCommit: boolean;
  /** Whole days after which stored events are deleted; null keeps them. Invoices and usage sums stay. */
  eventRetentionDays: number | null;
  /** Permitted webhook targets, besides public hosts over TLS. */
  webhooks: OutboundRules;
  rateLimits: RateLimits;
  quotas: Quotas;
  /** Addresses and ranges of proxies whose `X-Forwarded-…` headers are trusted. */
  trustedProxies: readonly string[];
  /**
   * The URL under which callers reach the service, without a trailing slash; null: taken from each request.
   */
  publicUrl: string | null;
  /** The token for reading metrics; null: callers on this machine need none. */
  metricsToken: string | null;
  /** Where files are stored; null: in the folder `files` of the data directory. */
  s3: S3Settings | null;
  /** Null: nothing is backed up. */
  backup: BackupSettings | null;
  mail: MailSettings;
  sessions: SessionLimits;
  requestLog: RequestLogSettings;
  /** Where a start prints the link that creates the first user, while there is none. */
  setupLink: SetupLink;
  /** On a terminal, the link also opens in a browser, where one would appear. */
  isBrowserOpened: boolean;
  /** Users who may see the state of the whole deployment; null: administrators of the first organization. */
  operators: readonly string[] | null;
  /** Every setting, with the source of its value. */
  shown: readonly ShownSetting[];
}

export type Role = 'api' | 'worker';
export type SetupLink = (typeof SETUP_LINKS)[number];
export type LogLevel = (typeof LOG_LEVELS)[number];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const SETUP_LINKS = ['terminal', 'always', 'never'] as const;
const LOG_LEVEL = {
  parse: (text: string) => LOG_LEVELS.find((each) => each === text),
  rule: `must be one of ${LOG_LEVELS.join(', ')}`,
};
const SETUP_LINK = {
  parse: (text: string) => SETUP_LINKS.find((each) => each === text),
  rule: `must be one of ${SETUP_LINKS.join(', ')}`,
};
const ALL_ROLES: ReadonlySet<Role> = new Set<Role>(['api', 'worker']);
const DATABASE_URL = matching(/^postgres(?:ql)?:\/\//, 'must be a postgresql:// URL', { isSecret: true });
/** Valid organization names. */
export const ORGANIZATION_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$/;
const ORGANIZATION_ID = matching(ORGANIZATION_NAME, 'must be an id of at most 50 characters');
// A key that begins like a token would be parsed as a token, and never found.
const API_KEY = matching(
  /^(?!eyJ)[\x21-\x7e]{16,200}$/,
  'must consist of 16 to 200 visible characters and not begin with eyJ',
  { isSecret: true },
);
const METRICS_TOKEN = matching(/^[\x21-\x7e]{16,200}$/, 'must consist of 16 to 200 visible characters', {
  isSecret: true,
});
const WIRE_PREFIX = matching(
  /^[a-z][a-z0-9]{1,29}$/,
  'must consist of 2 to 30 lower-case letters and digits',
);

/** Up to eight API processes and their parent fit into the 97 connections of a default PostgreSQL. */
function readPools(read: ReadSetting, apiProcesses: number): PoolSizes {
  const usual = apiProcesses === 1 ? 16 : Math.max(4, Math.floor(32 / (apiProcesses + 1)));
  return {
    write: read('DATABASE_WRITE_CONNECTIONS', usual, POOL_SIZE),
    read: read('DATABASE_READ_CONNECTIONS', usual, POOL_SIZE),
  };
}

/** Throws one `Error` that names every invalid setting and its expected form. */
export function readConfig(env: Environment = process.env): Config {
  const wrong: string[] = [];
  const { read, shown } = settingReader(env, wrong);
  const apiProcesses = read('API_PROCESSES', 1, {
    parse: (text) => (/^([1-9]|[1-2]\d|3[0-2])$/.test(text) ? Number(text) : undefined),
    rule: 'must be a whole number from 1 to 32',
  });
  const s3 = readS3(read, wrong);
  const config: Config = {
    host: read('HOST', '127.0.0.1', matching(/^[A-Za-z0-9.:_-]+$/, 'must be a host name or address')),
    port: read('PORT', 4000, PORT_NUMBER),
    dataDir: resolve(read('DATA_DIR', './.tallymark', matching(/\S/, 'must be a folder'))),
    databaseUrl: read('DATABASE_URL', null, DATABASE_URL),
    masterKeys: readMasterKeys(read, wrong),
    databaseOsUser: read('DATABASE_OS_USER', null, OS_USER),
    pools: readPools(read, apiProcesses),
    bootstrap: {
      organization: read('BOOTSTRAP_ORGANIZATION', 'default', ORGANIZATION_ID),
      apiKey: read('BOOTSTRAP_API_KEY', null, API_KEY),
      sandboxApiKey: read('BOOTSTRAP_SANDBOX_API_KEY', null, API_KEY),
    },
    roles: read('ROLES', ALL_ROLES, { parse: parseRoles, rule: 'must be api, worker or api,worker' }),
    apiProcesses,
    shutdownDelayMs: read('SHUTDOWN_DELAY', 0, SHUTDOWN_DELAY),
    traces: readTraces(read),
    upgrade: read('UPGRADE', 'wait', UPGRADE),
    workerThreads: read('WORKER_THREADS', 2, {
      parse: (text) => (/^([1-9]|1[0-6])$/.test(text) ? Number(text) : undefined),
      rule: 'must be a whole number from 1 to 16',
    }),
    wirePrefix: read('WIRE_PREFIX', 'platform', WIRE_PREFIX),
    isWireLegacy: read('WIRE_LEGACY', false, SWITCH),
    ...readLogging(read),
    isGroupCommit: read('INGEST_GROUP_COMMIT', true, SWITCH),
    eventRetentionDays: read('EVENT_RETENTION_DAYS', null, {
      parse: parseRetention,
      rule: 'must be a whole number of days from 100 to 10000, or off',
    }),
    webhooks: {
      isHttpAllowed: read('WEBHOOKS_ALLOW_HTTP', false, SWITCH),
      arePrivateTargetsAllowed: read('WEBHOOKS_ALLOW_PRIVATE', false, SWITCH),
    },
    rateLimits: readRateLimits(read),
    quotas: readQuotas(read),
    trustedProxies: read('TRUST_PROXY', [], PROXIES),
    publicUrl: read('PUBLIC_URL', null, PUBLIC_URL),
    metricsToken: read('METRICS_TOKEN', null, METRICS_TOKEN),
    ...{ s3, backup: readBackup(read, { wrong, files: s3 }), mail: readMail(read, wrong) },
    ...{ sessions: readSessionLimits(read, wrong), requestLog: readRequestLog(read) },
    setupLink: read('SETUP_LINK', 'terminal', SETUP_LINK),
    isBrowserOpened: read('OPEN_BROWSER', true, SWITCH) && canOpenBrowser(env),
    ...{ operators: read('OPERATORS', null, EMAILS), shown },
  };
  const { apiKey, sandboxApiKey } = config.bootstrap;
  if (apiKey !== null && apiKey === sandboxApiKey)
    wrong.push('BOOTSTRAP_API_KEY and BOOTSTRAP_SANDBOX_API_KEY must differ');
  if (wrong.length > 0) throw new Error(`Invalid settings: ${wrong.join('; ')}.`);
  return Object.freeze(config);
}

/** Variables that are probably misspelt settings. */
export function misspeltSettings(env: Environment = process.env): MisspeltSetting[] {
  const known = new Set<string>();
  // Reading the configuration requests every setting by name.
  readConfig(new Proxy({}, { get: (_, name) => void known.add(String(name)) }));
  return findMisspelt(env, [...known]);
}

function readLogging(read: ReadSetting): Pick<Config, 'logLevel' | 'accessLog'> {
  return {
    logLevel: read('LOG_LEVEL', 'info', LOG_LEVEL),
    accessLog: read('ACCESS_LOG', LOGS_ALL, ACCESS_LOG),
  };
}

function parseRoles(text: string): ReadonlySet<Role> | undefined {
  const names = text.split(',').map((name) => name.trim());
  const isRole = (name: string): name is Role => name === 'api' || name === 'worker';
  return names.length > 0 && names.every(isRole) ? new Set(names) : undefined;
}

/** Longer than event ids are kept, and than quarterly cycles with their grace period accept events. */
function parseRetention(text: string): number | null | undefined {
  if (/^off$/i.test(text)) return null;
  const days = Number(text);
  return /^\d{3,5}$/.test(text) && days >= 100 && days <= 10_000 ? days : undefined;
}
