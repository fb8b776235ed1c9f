import pg from 'pg';

/** Written later, and by the minute: when keys were used. */
const IN_THE_BACKGROUND = 'api_key_uses';

/** Reads a test database as its administrator, past row-level security. */
export interface RowWatch {
  /** Changes if any row of the organization is added, changed or removed, in any table but one. */
  digest(orgId: number): Promise<string>;
  orgId(id: string, environment?: 'production' | 'sandbox'): Promise<number>;
  close(): Promise<void>;
}

export async function watchRows(databaseUrl: string): Promise<RowWatch> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'org_id'
       and table_name <> '${IN_THE_BACKGROUND}'
     order by 1`,
  );
  if (rows.length < 10) throw new Error('the tables of organizations were not found');
  const sums = rows.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum
       from ${name} t where org_id = $1`,
  );
  const text = `select string_agg(name || ' ' || sum, E'\\n' order by name) as digest
    from (${sums.join(' union all ')}) s`;
  return {
    digest: async (orgId) => {
      const response = await client.query<{ digest: string }>({ name: 'digest', text, values: [orgId] });
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
