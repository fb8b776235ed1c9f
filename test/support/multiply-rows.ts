import pg from 'pg';

/**
 * Copies the largest row of an organization in each table, so that its lists have full pages of such rows. A
 * copy differs in the last column of each unique index, consistently across tables, so that references
 * between copies by that column match. Foreign keys and triggers are disabled meanwhile. `only`: rows of one
 * table. Returns the tables whose checks rejected the copies.
 */
export async function multiplyRows(
  databaseUrl: string,
  requested: { organization: string; times: number; only?: { table: string; where: string } },
): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    const { rows: orgs } = await client.query(
      `select org_id from organizations where id = $1 and environment = 'sandbox'`,
      [requested.organization],
    );
    const rejected: string[] = [];
    const { times, only } = requested;
    for (const table of await listTables(client)) {
      if (only && only.table !== table.name) continue;
      const copy = copyStatement(table, { orgId: orgs[0].org_id, times, where: only?.where ?? 'true' });
      await client.query(copy).catch(() => rejected.push(table.name));
    }
    await client.query('analyze');
    return rejected;
  } finally {
    await client.end();
  }
}

interface Table {
  name: string;
  columns: { name: string; type: string; isKey: boolean }[];
}

async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query(`
    select c.relname as name, json_agg(json_build_object(
      'name', a.attname, 'type', format_type(a.atttypid, null), 'isKey', exists (
        select from pg_index i where i.indrelid = c.oid and i.indisunique
          and i.indkey[i.indnkeyatts - 1] = a.attnum)) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> 'organizations'
    group by c.relname
    having bool_or(a.attname = 'org_id') order by c.relname`);
  return rows;
}

/** How to vary a key of that type per copy. */
const DIFFERENT: Readonly<Record<string, (column: string) => string>> = {
  text: (column) => `${column} || '~' || i`,
  uuid: (column) => `md5(${column}::text || i)::uuid`,
  smallint: (column) => `${column} + i`,
  integer: (column) => `${column} + i`,
  bigint: (column) => `${column} + i::bigint * 1000`,
  'timestamp with time zone': (column) => `${column} + i * interval '1 second'`,
  date: (column) => `${column} + i`,
};

function copyStatement(
  { name, columns }: Table,
  { orgId, times, where }: { orgId: number; times: number; where: string },
): string {
  const names = columns.map((column) => `"${column.name}"`);
  const values = columns.map(({ name: column, type, isKey }) => {
    const differ = isKey && column !== 'org_id' ? DIFFERENT[type] : undefined;
    return differ ? differ(`"${column}"`) : `"${column}"`;
  });
  return `
    insert into "${name}" (${names}) overriding system value
    select ${values} from (
      select * from "${name}" as t where org_id = ${orgId} and ${where} order by length(t::text) desc limit 1
    ) as largest, generate_series(1, ${times}) as i
    on conflict do nothing`;
}
