import pg from 'pg';
import type { Service } from './running-app.ts';

/** Of `api_key_uses`: it changes with the minute in which the organization calls with a key of its own. */
const TIME_OF_USE = 'last_used_at';

/** Reads a test database as its administrator, past row-level security. */
export interface RowWatch {
  /**
   * Changes if any row of the organization is added, changed or removed, in any table. Of one that calls in
   * the meantime, not with the time at which a key was last used.
   */
  digest(orgId: number, { isCaller }?: { isCaller?: boolean }): Promise<string>;
  orgId(id: string, environment?: 'production' | 'sandbox'): Promise<number>;
  close(): Promise<void>;
}

export async function watchRows({
  app,
  databaseUrl,
}: Pick<Service, 'app' | 'databaseUrl'>): Promise<RowWatch> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'org_id' order by 1`,
  );
  if (rows.length < 10) throw new Error('the tables of organizations were not found');
  const names = rows.map(({ name }) => name);
  return {
    digest: async (orgId, { isCaller = false } = {}) => {
      // Uses of keys are noted in memory, and written by the half second.
      await app.writeRequestLog();
      const text = digestOf(names, isCaller);
      const name = isCaller ? 'digest of a caller' : 'digest';
      const response = await client.query<{ digest: string }>({ name, text, values: [orgId] });
      return response.rows[0]?.digest ?? '';
    },
    orgId: async (id, environment = 'sandbox') => {
      const response = await client.query<{ org_id: number }>(
        'select org_id from organizations where id = $1 and environment = $2',
        [id, environment],
      );
      return response.rows[0]?.org_id ?? 0;
    },
    close: () => client.end(),
  };
}

function digestOf(tables: readonly string[], isCaller: boolean): string {
  const sums = tables.map((name) => {
    const isTimed = isCaller && name === 'api_key_uses';
    const row = isTimed ? `(to_jsonb(t) - '${TIME_OF_USE}')::text` : 't::text';
    return `select '${name}' as name, count(*) || ':' || coalesce(sum(hashtextextended(${row}, 0)), 0) as sum
      from ${name} t where org_id = $1`;
  });
  return `select string_agg(name || ' ' || sum, E'\\n' order by name) as digest
    from (${sums.join(' union all ')}) s`;
}
