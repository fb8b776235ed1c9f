import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { createOrganization } from '#areas/api-keys/index.ts';
import { applicationRole } from '#platform/db/application-role.ts';
import { type Database, openDatabase } from '#platform/db/database.ts';
import type { Environment, Org } from '#platform/http/operation.ts';
import { createTestDatabase } from './postgres.ts';

export interface OpenedDatabase {
  database: Database;
  url: string;
  /** Creates an organization and returns one environment of it. */
  org(id: string, environment?: Environment): Promise<Org>;
}

/** A migrated database for a test file, accessed as the service does: under row-level security. */
export function useDatabase(options: { maxConnections?: number } = {}): OpenedDatabase {
  const opened = {} as OpenedDatabase;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const made = await createTestDatabase();
    drop = made.drop;
    opened.url = made.url;
    opened.database = openDatabase({
      connection: { connectionString: made.url },
      maxConnections: options.maxConnections ?? 8,
      role: applicationRole,
      onError: () => undefined,
    });
    opened.org = (id, environment = 'sandbox') => makeOrg(opened.database, id, environment);
  });
  afterAll(async () => {
    await opened.database.close();
    await drop();
  });
  return opened;
}

/** The login that owns the tables of a database, for what the service itself may not do. */
export function useOwner(opened: Pick<OpenedDatabase, 'url'>): Pick<pg.Client, 'query'> {
  let client: pg.Client;
  beforeAll(async () => {
    client = new pg.Client({ connectionString: opened.url });
    await client.connect();
  });
  afterAll(() => client.end());
  const query = (text: string, values?: unknown[]) => client.query(text, values);
  return { query: query as pg.Client['query'] };
}

async function makeOrg(database: Database, id: string, environment: Environment): Promise<Org> {
  return database.transaction({ orgId: null, access: 'write', isDirectory: true }, async (tx) => {
    await createOrganization(tx, { organization: id, apiKey: null, sandboxApiKey: null });
    const { orgId } = await tx
      .selectFrom('organizations')
      .select('orgId')
      .where('id', '=', id)
      .where('environment', '=', environment)
      .executeTakeFirstOrThrow();
    return { orgId, id, environment };
  });
}
