import type { FastifyInstance } from 'fastify';
import { accounts } from '#areas/accounts/area.ts';
import { addOns } from '#areas/add-ons/area.ts';
import { alerts } from '#areas/alerts/area.ts';
import { apiKeys } from '#areas/api-keys/area.ts';
import {
  type AccessTokens,
  accessTokens,
  bootstrapOrganization,
  credentialCheck,
  type KeepKeys,
} from '#areas/api-keys/index.ts';
import { approvals } from '#areas/approvals/area.ts';
import { approvalGate } from '#areas/approvals/index.ts';
import { auditLog } from '#areas/audit-log/area.ts';
import { balances } from '#areas/balances/area.ts';
import { configuration } from '#areas/configuration/area.ts';
import { credits } from '#areas/credits/area.ts';
import { customers } from '#areas/customers/area.ts';
import { draftReviews } from '#areas/draft-reviews/area.ts';
import { entitlements } from '#areas/entitlements/area.ts';
import { erasure } from '#areas/erasure/area.ts';
import { eventSchemas } from '#areas/event-schemas/area.ts';
import { features } from '#areas/features/area.ts';
import { files } from '#areas/files/area.ts';
import { findLinkedFile } from '#areas/files/index.ts';
import { finalizationHooks } from '#areas/finalization-hooks/area.ts';
import { imports } from '#areas/imports/area.ts';
import { keepUpload } from '#areas/imports/index.ts';
import { invoiceGroups } from '#areas/invoice-groups/area.ts';
import { invoicePrinting } from '#areas/invoice-printing/area.ts';
import { invoiceTemplates } from '#areas/invoice-templates/area.ts';
import { invoices } from '#areas/invoices/area.ts';
import { jobs } from '#areas/jobs/area.ts';
import { journal } from '#areas/journal/area.ts';
import { licenses } from '#areas/licenses/area.ts';
import { mails } from '#areas/mails/area.ts';
import { metrics } from '#areas/metrics/area.ts';
import { notes } from '#areas/notes/area.ts';
import { organizations } from '#areas/organizations/area.ts';
import { overview } from '#areas/overview/area.ts';
import { paymentProviders } from '#areas/payment-providers/area.ts';
import { paymentRequests } from '#areas/payment-requests/area.ts';
import { payments } from '#areas/payments/area.ts';
import { planMigrations } from '#areas/plan-migrations/area.ts';
import { portal } from '#areas/portal/area.ts';
import { portalCheck } from '#areas/portal/index.ts';
import { priceExperiments } from '#areas/price-experiments/area.ts';
import { pricePlans } from '#areas/price-plans/area.ts';
import { pricePlansV1 } from '#areas/price-plans-v1/area.ts';
import { pricingRules } from '#areas/pricing-rules/area.ts';
import { purchases } from '#areas/purchases/area.ts';
import { receivables } from '#areas/receivables/area.ts';
import { recordNames } from '#areas/record-names/area.ts';
import { reports } from '#areas/reports/area.ts';
import { requestLog as requests } from '#areas/request-log/area.ts';
import { type RequestRecorder, requestRecorder } from '#areas/request-log/index.ts';
import { savedViews } from '#areas/saved-views/area.ts';
import { failingWork } from '#areas/scheduled-work/area.ts';
import { schedules } from '#areas/schedules/area.ts';
import { sellerEntities } from '#areas/seller-entities/area.ts';
import { settings } from '#areas/settings/area.ts';
import { listAllowedOrigins } from '#areas/settings/index.ts';
import { system } from '#areas/system/area.ts';
import { usage } from '#areas/usage/area.ts';
import { usageMeters } from '#areas/usage-meters/area.ts';
import { users } from '#areas/users/area.ts';
import { createFirstSetupToken, sessionCheck } from '#areas/users/index.ts';
import { wallets } from '#areas/wallets/area.ts';
import { webhooks } from '#areas/webhooks/area.ts';
import { storeOutbox } from '#areas/webhooks/index.ts';
import type { Audit } from '#platform/audits.ts';
import { referenceAudit } from '#platform/db/audit-references.ts';
import { realNow } from '#platform/db/clock.ts';
import { type Database, openDatabase } from '#platform/db/database.ts';
import type { DeploymentSecrets } from '#platform/db/secrets.ts';
import type { Connection } from '#platform/db/servers.ts';
import type { Deployment } from '#platform/deployment.ts';
import { registerFileLinks } from '#platform/files/file-links.ts';
import { registerUploadLinks, type UploadLinks } from '#platform/files/upload-links.ts';
import type { FirstKeys } from '#platform/first-keys.ts';
import type { RefreshSession } from '#platform/http/admit-requests.ts';
import { type Area, joinRegularWork } from '#platform/http/area.ts';
import type { Authenticate } from '#platform/http/auth.ts';
import { describeAreas } from '#platform/http/describe-areas.ts';
import type { Executor } from '#platform/http/executor.ts';
import { registerServiceRoutes } from '#platform/http/health-routes.ts';
import { createMetrics, type Metrics } from '#platform/http/metrics.ts';
import { openKeyRing } from '#platform/http/open-key-ring.ts';
import { documentInSteps } from '#platform/http/openapi.ts';
import { pageTokens } from '#platform/http/page-token.ts';
import { type OtherProcesses, type ProcessMetrics, processMetrics } from '#platform/http/process-metrics.ts';
import { buildServer, type Logger } from '#platform/http/server.ts';
import { isSessionCredential } from '#platform/http/session-cookie.ts';
import { type TokenSigner, tokenSigner } from '#platform/http/signed-tokens.ts';
import { type ScheduledWorkRunner, scheduledWorkRunner } from '#platform/jobs/scheduled-work.ts';
import { startWorker, type Worker } from '#platform/jobs/worker.ts';
import { logWriteFailures } from '#platform/log-write-failures.ts';
import { makeDeployment } from '#platform/make-deployment.ts';
import { makeOnce } from '#platform/make-once.ts';
import { portCaller } from '#platform/ports.ts';
import { registerReference } from '#platform/reference/register-reference.ts';
import type { SessionLimits } from '#platform/settings/session-limits.ts';
import { runInTurns } from '#platform/turns.ts';
import { registerConsole } from '#platform/web/console-routes.ts';
import type { Config } from './config.ts';
import { contents } from './contents.ts';

export interface AppOptions {
  config: Config;
  connection: Connection;
  /** The role for transactions, as chosen by the migration. */
  role: string | null;
  secrets: DeploymentSecrets;
  logger: Logger;
  version: string;
  /** The number of this process among those that share the database. */
  slot(): number;
  /** Shows a line to the operator at the terminal, if there is one. */
  notifyOperator?(line: string): void;
  /** Called for each new connection that the database has accepted. */
  onConnect?(): void;
  /** The API processes of this process, or the parent of this API process. */
  others?: OtherProcesses;
}

export interface App extends Pick<ProcessMetrics, 'readMetrics' | 'printMetrics'> {
  server: FastifyInstance;
  database: Database;
  scheduledWork: ScheduledWorkRunner;
  deployment: Deployment;
  /** Writes the requests that are noted in memory, as also happens twice a second. */
  writeRequestLog(): Promise<void>;
  /** Reloads the token-signing keys, as also happens every minute. */
  refreshKeys(): Promise<void>;
  /** Creates the first organization when there is none. */
  bootstrap(keep: KeepKeys): Promise<FirstKeys | null>;
  /** The token that creates the first user; null as soon as there is one. */
  createSetupToken(): Promise<string | null>;
  startWorker(): Promise<Worker>;
  /** From here on `/ready` returns 200, until `close`. */
  open(): void;
  close(): Promise<void>;
}

/** All areas; `contents` has the order of the reference. */
export const areas: readonly Area[] = [
  ...[organizations, sellerEntities, apiKeys, users, settings, customers, accounts, notes, addOns],
  ...[eventSchemas, usageMeters, features, files, portal, pricingRules, pricePlans, schedules],
  ...[pricePlansV1, planMigrations, entitlements, usage, credits, wallets, licenses, invoiceGroups],
  ...[invoiceTemplates, invoices, draftReviews, invoicePrinting, finalizationHooks, payments, balances],
  ...[receivables, paymentProviders, paymentRequests, purchases, metrics, priceExperiments, alerts, reports],
  ...[imports, erasure, approvals, overview, configuration, jobs, failingWork, auditLog, webhooks, mails],
  ...[requests, journal, system, savedViews, recordNames],
];
const operations = areas.flatMap((area) => area.operations);
const byId = new Map(operations.map((operation) => [operation.id, operation]));

/** All invariants of an organization's data: references, and those of the areas. */
export const audits: readonly Audit[] = [referenceAudit, ...areas.flatMap((area) => area.audits ?? [])];

const describe = () => describeAreas(areas, { contents, sources: import.meta.dirname });
const kinds = areas.flatMap((area) => area.scheduledWork ?? []);
const regular = joinRegularWork(areas);
const callPort = portCaller(areas.flatMap((area) => area.portHandlers ?? []));
/** How each kind of resource is represented in events. */
const resources = new Map(areas.flatMap((area) => Object.entries(area.resources ?? {})));

const WORKER = new URL('./worker.ts', import.meta.url);

/** Assembles the areas: the only file that knows all of them. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, logger, secrets, connection } = options;
  const metrics = createMetrics();
  const database = openDatabase({
    connection,
    maxConnections: config.pools,
    ...{ role: options.role, onConnect: options.onConnect, onWaited: metrics.addPoolWait },
    onError: (error) => logger.warn({ err: error }, 'database connection lost'),
    beforeCommit: (tx, scope) => storeOutbox(tx, { scope, resources, deployment, logger }),
  });
  logWriteFailures(database, logger);
  const processes = processMetrics({ database, metrics, others: options.others, dataDir: config.dataDir });
  const ring = await openKeyRing(options);
  const signer = tokenSigner(ring);
  const tokens = accessTokens(signer);
  const deployment = makeDeployment(config, {
    ...{ database, secrets, metrics, logger, worker: WORKER, notifyOperator: options.notifyOperator },
    ...{ version: options.version, slot: options.slot, signer, callPort },
    ...{ issueToken: (actor) => tokens.issue(actor), findOperation: (id) => byId.get(id) ?? null },
    printMetrics: () => processes.printAll(),
  });
  const { requestLog, wirePrefix } = config;
  const recorder = requestRecorder({
    ...{ database, logger, operations, settings: requestLog, wirePrefix },
    countMissing: metrics.countMissingRequest,
  });
  const scheduledWork = scheduledWorkRunner({ database, deployment, kinds, logger, metrics });
  let isServing = false;
  const server = createServer(options, {
    executor: { ...{ database, deployment, scheduledWork }, ...executing(secrets) },
    ...{ metrics, processes, recorder },
    ...authenticators(database, { tokens, signer, limits: config.sessions }),
    isServing: () => isServing,
  });
  const nightly = { database, audits, metrics, logger };
  return {
    ...{ server, database, scheduledWork, deployment, writeRequestLog: recorder.flush },
    refreshKeys: ring.refresh,
    createSetupToken: () => createFirstSetupToken(database),
    bootstrap: (keep) => bootstrapOrganization(database, config.bootstrap, keep),
    ...processes,
    startWorker: () => startWorker({ ...nightly, ...regular, connection, scheduledWork, deployment }),
    open: () => {
      isServing = true;
      database.writes.keepLooking();
    },
    close: async () => {
      isServing = false;
      ring.stop();
      await server.close();
      await recorder.close();
      await deployment.workers.close();
      await database.close();
    },
  };
}

function executing({ pageTokens: keys }: DeploymentSecrets): Pick<Executor, 'tokens' | 'gate' | 'routes'> {
  return { tokens: pageTokens(keys, realNow), gate: approvalGate, routes: new Map() };
}

interface Parts {
  executor: Executor;
  metrics: Metrics;
  processes: ProcessMetrics;
  recorder: RequestRecorder;
  authenticate: Authenticate;
  refreshSession: RefreshSession;
  isServing(): boolean;
}

interface Checks {
  tokens: AccessTokens;
  signer: TokenSigner;
  limits: SessionLimits;
}

/** Cookies of sessions and portal tokens are recognizable, and are then verified as such. */
function authenticators(database: Database, { tokens, signer, limits }: Checks) {
  const keys = credentialCheck(database, tokens);
  const portals = portalCheck(database, signer);
  const sessions = sessionCheck(database, limits);
  const checkOf = (credential: string) => {
    if (isSessionCredential(credential)) return sessions;
    return portals.isPortalToken(credential) ? portals : keys;
  };
  const authenticate: Authenticate = (credential, environment) =>
    checkOf(credential).authenticate(credential, environment);
  return { authenticate, refreshSession: sessions.refresh };
}

/**
 * Serves every operation, the endpoints of the service itself, and the endpoint of signed links. A process
 * without the API role serves only the endpoints of the service itself.
 */
function createServer(options: AppOptions, parts: Parts): FastifyInstance {
  const { wirePrefix, roles, rateLimits, trustedProxies, publicUrl, metricsToken, accessLog } =
    options.config;
  const isApi = roles.has('api');
  const { executor, metrics, processes, recorder, authenticate, refreshSession, isServing } = parts;
  const { database, deployment } = executor;
  const openApi = makeOnce(() =>
    runInTurns(documentInSteps(operations, { prefix: wirePrefix, publicUrl, ...describe() })),
  );
  const service = {
    database,
    metrics: { print: processes.printAll, contentType: metrics.contentType },
    ...{ authenticate, isServing, openApi },
    ...{ build: options.version, publicUrl, metricsToken, publicKeys: deployment.signer.publicKeys },
  };
  return buildServer({
    operations: isApi ? operations : [],
    executor,
    ...{ authenticate, refreshSession, recordRequest: recorder.record },
    metrics,
    logger: options.logger,
    ...{ wirePrefix, rateLimits, trustedProxies, accessLog },
    listAllowedOrigins: () => listAllowedOrigins(database),
    extend: (app) => {
      registerServiceRoutes(app, service);
      registerReference(app, { openApi, contents, folder: `${import.meta.dirname}/../docs`, publicUrl });
      if (!isApi) return;
      registerConsole(app, { sessionPath: '/ext/v1/session' });
      registerFileLinks(app, { ...deployment, find: (target) => findLinkedFile(database, target) });
      const keep: UploadLinks['keep'] = (target, file) => keepUpload({ database, deployment }, target, file);
      registerUploadLinks(app, { links: deployment.links, keep });
    },
  });
}
