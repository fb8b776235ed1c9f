import { failStart } from '../failed-start.ts';
import type { Logger } from '../http/server.ts';
import type { StartedParts } from '../started-parts.ts';
import { archiveSettings } from './archive-settings.ts';
import { withClient } from './client.ts';
import { checkConnectionLimit, connectionsNeeded, type PoolSizes } from './connection-needs.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { rejectSharedSessions } from './pooling.ts';
import { type Connection, connectionOf } from './servers.ts';

/** Connections to the embedded database reserved for commands and for inspection by the operator. */
const OF_COMMANDS = 20;

interface DatabaseSettings {
  dataDir: string;
  databaseUrl: string | null;
  databaseOsUser: string | null;
  /** With backups, its log is archived. */
  backup: unknown;
  pools: PoolSizes;
  roles: ReadonlySet<string>;
  apiProcesses: number;
}

interface Start {
  /** Of several: the process that started it has checked what concerns all of them. */
  isApiProcess: boolean;
  logger: Logger;
  parts: StartedParts;
}

/** Starts the embedded server, as a part of this process, or checks the one of `DATABASE_URL`. */
export async function openConnection(settings: DatabaseSettings, start: Start): Promise<Connection> {
  const { databaseUrl } = settings;
  if (databaseUrl === null) return startEmbedded(settings, start);
  return openDatabaseUrl(databaseUrl, { settings, start }).catch((error) =>
    failStart('cannot use the database of DATABASE_URL', error),
  );
}

async function startEmbedded(settings: DatabaseSettings, { logger, parts }: Start): Promise<Connection> {
  const embedded: EmbeddedPostgres = await startEmbeddedPostgres({
    dataDir: settings.dataDir,
    settings: {
      max_connections: String(Math.max(100, neededBy(settings) + OF_COMMANDS)),
      ...archiveSettings(settings.backup !== null),
    },
    osUser: settings.databaseOsUser,
    log: (message) => logger.info({ database: true }, message),
    warn: (message) => logger.warn({ database: true }, message),
  });
  parts.add('database', () => embedded.stop());
  embedded.onExit((reason) =>
    logger.error({ database: true }, `The database server exited and is being restarted: ${reason}`),
  );
  return embedded.connection;
}

function neededBy({ pools, roles, apiProcesses }: DatabaseSettings): number {
  return connectionsNeeded({ pools, apiProcesses, isWorker: roles.has('worker') });
}

async function openDatabaseUrl(
  databaseUrl: string,
  { settings, start }: { settings: DatabaseSettings; start: Start },
): Promise<Connection> {
  const connection = connectionOf(databaseUrl);
  await rejectSharedSessions(connection);
  if (start.isApiProcess) return connection;
  const needed = neededBy(settings);
  const warning = await withClient(connection, (client) => checkConnectionLimit(client, needed));
  if (warning) start.logger.warn(warning);
  return connection;
}
