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
import type { App, AppParts } from '#platform/app-parts.ts';
import type { Audit } from '#platform/audits.ts';
import { referenceAudit } from '#platform/db/audit-references.ts';
import { realNow } from '#platform/db/clock.ts';
import { type Database, openDatabase } from '#platform/db/database.ts';
import type { DeploymentSecrets } from '#platform/db/secrets.ts';
import type { RefreshSession } from '#platform/http/admit-requests.ts';
import { type Area, joinRegularWork } from '#platform/http/area.ts';
import type { Authenticate } from '#platform/http/auth.ts';
import { chooseCheck } from '#platform/http/choose-check.ts';
import { describeAreas } from '#platform/http/describe-areas.ts';
import type { Executor } from '#platform/http/executor.ts';
import { registerServiceRoutes } from '#platform/http/health-routes.ts';
import { createMetrics, type Metrics } from '#platform/http/metrics.ts';
import { openKeyRing } from '#platform/http/open-key-ring.ts';
import { documentInSteps } from '#platform/http/openapi.ts';
import { pageTokens } from '#platform/http/page-token.ts';
import { type ProcessMetrics, processMetrics } from '#platform/http/process-metrics.ts';
import { type Readiness, readiness } from '#platform/http/readiness.ts';
import { buildServer } from '#platform/http/server.ts';
import { type TokenSigner, tokenSigner } from '#platform/http/signed-tokens.ts';
import { scheduledWorkRunner } from '#platform/jobs/scheduled-work.ts';
import { startWorker } from '#platform/jobs/worker.ts';
import { logWriteFailures } from '#platform/log-write-failures.ts';
import { makeDeployment } from '#platform/make-deployment.ts';
import { makeOnce } from '#platform/make-once.ts';
import { portCaller } from '#platform/ports.ts';
import { registerReference } from '#platform/reference/register-reference.ts';
import type { SessionLimits } from '#platform/settings/session-limits.ts';
import { runInTurns } from '#platform/turns.ts';
import { registerPages } from '#platform/web/register-pages.ts';
import type { Config } from './config.ts';
import { contents } from './contents.ts';

export interface AppOptions extends AppParts {
  config: Config;
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
  const ready = readiness();
  const server = createServer(options, {
    executor: { ...{ database, deployment, scheduledWork }, ...executing(secrets) },
    ...{ metrics, processes, recorder },
    ...authenticators(database, { tokens, signer, limits: config.sessions }),
    ready,
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
      ready.open();
      database.writes.keepLooking();
    },
    drain: ready.drain,
    close: async () => {
      ready.close();
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
  ready: Readiness;
}

/** How each kind of credential is verified. */
function authenticators(database: Database, { tokens, signer, limits }: Checks) {
  return chooseCheck({
    keys: credentialCheck(database, tokens),
    portals: portalCheck(database, signer),
    sessions: sessionCheck(database, limits),
  });
}

interface Checks {
  tokens: AccessTokens;
  signer: TokenSigner;
  limits: SessionLimits;
}

/**
 * Serves every operation, the endpoints of the service itself, and the endpoint of signed links. A process
 * without the API role serves only the endpoints of the service itself.
 */
function createServer(options: AppOptions, parts: Parts): FastifyInstance {
  const { wirePrefix, roles, rateLimits, trustedProxies, publicUrl, metricsToken, accessLog } =
    options.config;
  const isApi = roles.has('api');
  const { executor, metrics, processes, recorder, authenticate, refreshSession, ready } = parts;
  const { database, deployment } = executor;
  const openApi = makeOnce(() =>
    runInTurns(documentInSteps(operations, { prefix: wirePrefix, publicUrl, ...describe() })),
  );
  const service = {
    database,
    metrics: { print: processes.printAll, contentType: metrics.contentType },
    ...{ authenticate, isServing: ready.isServing, openApi },
    ...{ build: options.version, publicUrl, metricsToken, publicKeys: deployment.signer.publicKeys },
  };
  return buildServer({
    operations: isApi ? operations : [],
    executor,
    ...{ authenticate, refreshSession, recordRequest: recorder.record },
    metrics,
    logger: options.logger,
    ...{ wirePrefix, rateLimits, trustedProxies, accessLog, isDraining: ready.isDraining },
    listAllowedOrigins: () => listAllowedOrigins(database),
    extend: (app) => {
      registerServiceRoutes(app, service);
      registerReference(app, { openApi, contents, folder: `${import.meta.dirname}/../docs`, publicUrl });
      if (isApi)
        registerPages(app, {
          deployment,
          findFile: (target) => findLinkedFile(database, target),
          keepUpload: (target, file) => keepUpload({ database, deployment }, target, file),
        });
    },
  });
}
