import { readFile } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { announceConsole, readyLine, warnOfMetrics } from '#platform/announce-ready.ts';
import type { App } from '#platform/app-parts.ts';
import { startBackups } from '#platform/backup/start-backups.ts';
import { withClient } from '#platform/db/client.ts';
import { checkDurability } from '#platform/db/durability.ts';
import { databaseUrlOf } from '#platform/db/embedded.ts';
import { migrate, readRelease, rejectNewerSchema } from '#platform/db/migrate.ts';
import { openConnection } from '#platform/db/open-connection.ts';
import { type ProcessSlot, takeProcessSlot } from '#platform/db/process-slot.ts';
import { loadSecrets, rejectWrongMasterKey } from '#platform/db/secrets.ts';
import type { Connection } from '#platform/db/servers.ts';
import { waitForOlder } from '#platform/db/wait-for-older.ts';
import { failStart } from '#platform/failed-start.ts';
import { openDataDirectory } from '#platform/files/data-directory.ts';
import { StorageFault } from '#platform/files/storage.ts';
import { createFirstOrganization } from '#platform/first-keys.ts';
import type { HeldPort } from '#platform/http/hold-port.ts';
import { holdAddress, listen } from '#platform/http/listen-address.ts';
import type { Logger } from '#platform/http/server.ts';
import type { Worker } from '#platform/jobs/worker.ts';
import { createLogger } from '#platform/log.ts';
import { outageWatch } from '#platform/outage-watch.ts';
import { type ApiProcesses, startApiProcesses } from '#platform/processes/api-processes.ts';
import { type ParentProcess, parentProcess } from '#platform/processes/parent-process.ts';
import { returnMemory } from '#platform/return-memory.ts';
import { describeMisspelt } from '#platform/settings/misspelt.ts';
import { startedParts } from '#platform/started-parts.ts';
import { createApp } from './app.ts';
import { type Config, misspeltSettings, readConfig } from './config.ts';

const VERIFICATION = [new URL('../tools/backup.ts', import.meta.url).pathname, 'verify'];
const MIGRATIONS = new URL('../migrations', import.meta.url).pathname;
const SHUTDOWN_LIMIT_MS = 28_000;
const CANCELLED_WITHIN_MS = 10_000;

const parts = startedParts();
const outages = outageWatch();
let isStopping = false;
/** Once it accepts connections itself. */
let listening: App | null = null;
let shutdownDelayMs = 0;
let starting: Promise<void> = Promise.resolve();
/** Set in an API process that another process started. */
const parent = parentProcess();

async function main(): Promise<void> {
  process.umask(0o077);
  const config = readSettings();
  if (config === null) return;
  shutdownDelayMs = config.shutdownDelayMs;
  const logger = createLogger(config.logLevel, { isLeftOut: outages.covers });
  for (const signal of ['SIGTERM', 'SIGINT'])
    process.on(signal, () => (parent ? undefined : void shutDown(logger, { code: 0, why: signal })));
  parent?.onStop(() => void shutDown(logger, { code: 0, why: 'the first process' }));
  process.on('unhandledRejection', (error) => fail(logger, error));
  process.on('uncaughtException', (error) => fail(logger, error));
  // API processes inherit the environment of their parent, which has warned already.
  if (!parent) for (const each of misspeltSettings()) logger.warn(describeMisspelt(each));
  try {
    starting = start(config, logger);
    await starting;
  } catch (error) {
    // A start that was cancelled: what it needs is gone.
    if (isStopping) return;
    announceFailure(error);
    await shutDown(logger, { code: 1, why: 'a failed start' });
  }
}

/** Null when settings are invalid; then the process ends, because nothing was started yet. */
function readSettings(): Config | null {
  try {
    return readConfig();
  } catch (error) {
    announceFailure(error);
    process.exitCode = 1;
    return null;
  }
}

function announceFailure(error: unknown): void {
  const why = error instanceof Error ? error.message : String(error);
  if (parent) parent.send({ kind: 'failed', why });
  else console.error(`Tallymark could not start: ${why}`);
}

async function start(config: Config, logger: Logger): Promise<void> {
  const version = await readVersion();
  if (config.traces) {
    const { startTraces } = await import('#platform/traces/start-traces.ts');
    parts.add('traces', startTraces(config.traces, { version, logger }));
  }
  // Bound before anything is created; an API process gets the address from its parent.
  const held = parent || config.port === 0 ? null : await holdAddress(config);
  if (held) parts.add('address', () => held.release());
  if (!parent) await prepareDataDirectory(config, logger);
  const connection = await openConnection(config, { isApiProcess: parent !== null, logger, parts });
  await rejectWrongMasterKey(connection, config.masterKeys);
  const applicationRole = await upgrade(connection, { config, logger, held });
  const secrets = await withClient(connection, async (client) => {
    await checkDurability(client);
    return loadSecrets(client, config.masterKeys);
  });
  if (!parent) await startBackingUp(config, { connection, release: version, logger });
  const slot = await register(connection, { version, logger });
  parts.add('slot', () => slot.release());
  let processes: ApiProcesses | undefined;
  const app = await createApp({
    config,
    others: { readMetrics: async () => (await processes?.readMetrics()) ?? [], ...parent },
    connection,
    role: applicationRole,
    secrets,
    logger,
    onConnect: () => outages.end(logger),
    version,
    ...(process.stdout.isTTY && { notifyOperator: console.log }),
    slot: slot.current,
  });
  parts.add('server', () => app.close());
  await checkFiles(app, logger);
  if (parent) return serveFor(parent, app, config);
  // A read-only database may be a standby that gets promoted later; the next start creates what is missing.
  const failure = await app.database.writes.look();
  if (!failure)
    await createFirstOrganization(app, config, { isTerminal: process.stdout.isTTY, print: console.log });
  if (config.roles.has('worker')) await startWorker(app);
  await app.server.ready();
  keepCompiled();
  // If another program takes the address just now, everything has been created, and the next start continues.
  await held?.release();
  if (config.roles.has('api') && config.apiProcesses > 1)
    processes = await startProcesses(app, { config, connection, logger });
  const address = processes?.address ?? (await listen(app.server, config));
  if (!processes) listening = app;
  app.deployment.listensOn(address);
  app.open();
  const reached = { ...config, address };
  const warning = warnOfMetrics(reached);
  if (warning) logger.warn(warning);
  console.log(readyLine(reached));
  await announceConsole(failure ? null : app, { ...reached, print: console.log });
}

/** Stopped after everything that writes: what was acknowledged last is archived, too. */
async function startBackingUp(
  config: Config,
  started: { connection: Connection; release: string; logger: Logger },
): Promise<void> {
  const backups = await startBackups(config, { ...started, verification: VERIFICATION }).catch((error) =>
    failStart('cannot make backups', error),
  );
  if (backups) parts.add('backups', () => backups.stop());
}

/** Migrates the database, once no process runs that it would break. Returns the role of transactions. */
async function upgrade(
  connection: Connection,
  { config, logger, held }: { config: Config; logger: Logger; held: HeldPort | null },
): Promise<string | null> {
  const whenOlderRun = waitForOlder({
    ...{ mode: config.upgrade, logger, explain: (why) => held?.explain(why) },
    isCancelled: () => isStopping,
  });
  const { applied, applicationRole, newer } = await migrate(connection, MIGRATIONS, whenOlderRun);
  if (applied.length > 0) logger.info({ applied }, 'migrated');
  if (newer.length > 0) logger.warn({ newer }, 'a newer release has migrated the database; upgrade this one');
  return applicationRole;
}

/** Takes the number of this process, and tells other releases of it. */
async function register(
  connection: Connection,
  { version, logger }: { version: string; logger: Logger },
): Promise<ProcessSlot> {
  return takeProcessSlot(connection, {
    release: await readRelease(MIGRATIONS, version),
    checkSchema: (client) => rejectNewerSchema(client, MIGRATIONS),
    onError: (error) => logger.warn({ err: error }, 'database connection lost'),
    onOutdated: (error) => fail(logger, error, 'a newer release has migrated the database'),
  });
}

/** Only this user may access it and everything created in it, whatever the umask. */
async function prepareDataDirectory({ dataDir }: Config, logger: Logger): Promise<void> {
  const warnings = await openDataDirectory(dataDir).catch((error) =>
    failStart(`the folder DATA_DIR ${dataDir} cannot be created or opened`, error),
  );
  for (const warning of warnings) logger.warn(warning);
}

/** Saves code compiled during startup for the next start, and releases its memory. */
function keepCompiled(): void {
  // To NODE_COMPILE_CACHE; a process that is killed would save nothing for its next start.
  flushCompileCache();
  returnMemory();
}

/** Serves as one of several API processes. */
async function serveFor(starter: ParentProcess, app: App, config: Config): Promise<void> {
  await app.server.ready();
  keepCompiled();
  const address = await listen(app.server, config);
  listening = app;
  app.deployment.listensOn(address);
  app.open();
  starter.onMetricsRequested(() => app.readMetrics());
  starter.send({ kind: 'listening', address });
}

/** This process runs scheduled work and supervises the API processes; it does not listen itself. */
async function startProcesses(
  app: App,
  { config, connection, logger }: { config: Config; connection: Connection; logger: Logger },
): Promise<ApiProcesses> {
  const processes = await startApiProcesses({
    entry: import.meta.filename,
    count: config.apiProcesses,
    ...{ host: config.host, port: config.port },
    settings: { DATABASE_URL: config.databaseUrl ?? databaseUrlOf(connection) },
    logger,
    shutdownDelayMs,
    printMetrics: () => app.printMetrics(),
  });
  parts.add('processes', () => processes.stop());
  return processes;
}

/**
 * A bucket that rejects requests ends the startup, like an invalid setting; an unavailable one only delays
 * files.
 */
async function checkFiles(app: App, logger: Logger): Promise<void> {
  try {
    await app.deployment.files.check();
  } catch (error) {
    if (!(error instanceof StorageFault && error.isAway))
      return failStart('cannot use the file storage', error);
    logger.warn({ err: error }, 'the file storage is unavailable; files will be stored when it is back');
  }
}

async function startWorker(app: App): Promise<void> {
  const worker: Worker = await app.startWorker();
  parts.add('worker', () => worker.stop());
}

async function readVersion(): Promise<string> {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** Finishes running work, then stops the parts in reverse order. A second signal exits at once. */
async function shutDown(logger: Logger, { code, why }: { code: number; why: string }): Promise<void> {
  if (isStopping) process.exit(1);
  isStopping = true;
  const began = performance.now();
  logger.info({ why }, 'stopping: finishing requests and work in progress');
  setTimeout(() => process.exit(1), shutdownDelayMs + SHUTDOWN_LIMIT_MS).unref();
  if (code === 0) await drain();
  await parts.stopAll(logger);
  // A start that is cancelled now fails at its next step, and may have started another part before.
  await Promise.race([starting.catch(() => undefined), sleep(CANCELLED_WITHIN_MS)]);
  await parts.stopAll(logger);
  logger.info({ ms: Math.round(performance.now() - began) }, 'stopped');
  process.exit(code);
}

/**
 * Connections that were made just before a server stops listening are reset. Until balancers have noticed, it
 * goes on, and takes no connection for more than one request.
 */
async function drain(): Promise<void> {
  listening?.drain();
  if (listening) await sleep(shutdownDelayMs);
}

/** An unhandled error: the state is unknown, so the process exits and its supervisor restarts it. */
function fail(logger: Logger, error: unknown, message = 'unexpected error'): void {
  logger.fatal({ err: error }, message);
  void shutDown(logger, { code: 1, why: 'an unexpected error' });
}

await main();
