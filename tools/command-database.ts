import { readConfig } from '#config';
import { archiveSettings } from '#platform/db/archive-settings.ts';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { openEmbeddedPostgres } from '#platform/db/embedded.ts';
import { readSchemaState } from '#platform/db/migrate.ts';
import { rejectSharedSessions } from '#platform/db/pooling.ts';
import { type Connection, connectionOf } from '#platform/db/servers.ts';

/** The folder of the migrations. */
export const MIGRATIONS = new URL('../migrations', import.meta.url).pathname;

/**
 * Opens the database of the settings that `npm start` would use for a command, even while a service has it
 * open. Throws if there is none, or if its tables are not those of this release.
 */
export function withCommandDatabase<T>(run: (database: Database) => Promise<T>): Promise<T> {
  return withCommandConnection(async (connection, role) => {
    const database = openDatabase({
      ...{ connection, maxConnections: 1, role },
      onError: (error) => console.error(`The connection to the database was lost: ${error.message}`),
    });
    return run(database).finally(() => database.close());
  });
}

/** The same for a command that needs the rights of the login itself. */
export function withCommandConnection<T>(
  run: (connection: Connection, role: string | null) => Promise<T>,
): Promise<T> {
  return withAnySchema(async (connection) => run(connection, await requireSchema(connection)));
}

/** The same whatever the tables are. */
export async function withAnySchema<T>(run: (connection: Connection) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir, databaseOsUser: osUser, backup } = readConfig();
  const settings = archiveSettings(backup !== null);
  const opened = databaseUrl
    ? { connection: await openUrl(databaseUrl), stop: async () => undefined }
    : await openEmbeddedPostgres({ dataDir, osUser, settings, log: (message) => console.error(message) });
  try {
    return await run(opened.connection);
  } finally {
    await opened.stop();
  }
}

async function openUrl(databaseUrl: string): Promise<Connection> {
  const connection = connectionOf(databaseUrl);
  await rejectSharedSessions(connection).catch((error) => {
    throw new Error(`cannot use the database of DATABASE_URL: ${messageOf(error)}`);
  });
  return connection;
}

/** The role that sees one organization at a time. */
async function requireSchema(connection: Connection): Promise<string | null> {
  const { pending, applicationRole } = await readSchemaState(connection, MIGRATIONS);
  if (pending.length === 0) return applicationRole;
  throw new Error(
    `The database is older than this release (${pending.length} migrations are missing, from ` +
      `${pending[0]} on). Start the service once to apply them.`,
  );
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
