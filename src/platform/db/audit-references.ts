import { sql } from 'kysely';
import type { Audit } from '../audits.ts';
import { MAX_MISMATCHES } from '../audits.ts';
import type { Org } from '../http/operation.ts';
import type { Tx } from './database.ts';

/** Foreign keys per page: each is checked over its whole table. */
const PAGE_KEYS = 20;
/** A page has fewer foreign keys when their tables have more rows than this in total; at least one. */
const PAGE_ROWS = 100_000;

/**
 * Checks foreign keys against the rows: a restore, a session without triggers or a manual change may have
 * broken them. Row-level security hides the rows of other organizations, so a reference to one of them also
 * counts as broken.
 */
export const referenceAudit: Audit = {
  name: 'database.references',
  claim: 'every row that a foreign key refers to exists in the same organization',
  async check({ tx, org }, after) {
    const listed = await listForeignKeys(tx, after ?? '');
    const keys = takeKeys(listed);
    const lost = await Promise.all(keys.map((key) => listLost(tx, org, key)));
    const mismatches = keys.flatMap((key, index) =>
      (lost[index] ?? []).map(({ missing, rows }) => ({
        subject: `${key.table}, ${key.name}`,
        problem: `${rows} rows refer to ${key.parent} ${missing}, which does not exist`,
      })),
    );
    return {
      mismatches: mismatches.slice(0, MAX_MISMATCHES),
      next:
        listed.length < PAGE_KEYS && keys.length === listed.length ? null : (keys.at(-1)?.position ?? null),
    };
  },
};

interface ForeignKey {
  /** Table and constraint name: unique, and the order of the pages. */
  position: string;
  name: string;
  table: string;
  parent: string;
  columns: string[];
  parentColumns: string[];
  /** Rows of the table over all organizations, as the server estimates. */
  rows: number;
}

function takeKeys(listed: readonly ForeignKey[]): ForeignKey[] {
  let left = PAGE_ROWS;
  const end = listed.findIndex(({ rows }, index) => {
    left -= rows;
    return left < 0 && index > 0;
  });
  return listed.slice(0, end === -1 ? listed.length : end);
}

/** Foreign keys after a position. For a partitioned table, only its own. */
async function listForeignKeys(tx: Tx, after: string): Promise<ForeignKey[]> {
  const names = (columns: 'conkey' | 'confkey', table: 'conrelid' | 'confrelid') => sql`
    array(select a.attname::text from unnest(c.${sql.ref(columns)}) with ordinality as k (number, position)
      join pg_attribute a on a.attrelid = c.${sql.ref(table)} and a.attnum = k.number order by k.position)`;
  const { rows } = await sql<ForeignKey>`
    select c.position, c.conname::text as name, c.table, p.relname::text as parent, c.rows,
      ${names('conkey', 'conrelid')} as columns, ${names('confkey', 'confrelid')} as parent_columns
    from (
      select c.*, t.relname::text as table, t.relname || ' ' || c.conname collate "C" as position,
        greatest(t.reltuples, 0)::float8 as rows
      from pg_constraint c join pg_class t on t.oid = c.conrelid
      where c.contype = 'f' and c.conparentid = 0 and not t.relispartition
        and t.relnamespace = 'public'::regnamespace) as c
    join pg_class p on p.oid = c.confrelid
    where c.position > ${after}
      and exists (select 1 from pg_attribute a where a.attrelid = c.conrelid and a.attname = 'org_id')
    order by c.position limit ${PAGE_KEYS}`.execute(tx);
  return rows;
}

async function listLost(tx: Tx, org: Org, key: ForeignKey): Promise<{ missing: string; rows: number }[]> {
  const pairs = key.columns.map(
    (column, index) => sql`p.${sql.ref(key.parentColumns[index] as string)} = c.${sql.ref(column)}`,
  );
  const isWhole = key.columns.map((column) => sql`c.${sql.ref(column)} is not null`);
  const shown = key.columns.map((column) => sql`c.${sql.ref(column)}::text`);
  const own = key.columns.length > 1 ? shown.slice(1) : shown;
  const { rows } = await sql<{ missing: string; rows: number }>`
    select concat_ws('/', ${sql.join(own)}) as missing, count(*) as rows from ${sql.table(key.table)} c
    where c.org_id = ${org.orgId} and ${sql.join(isWhole, sql` and `)}
      and not exists (select 1 from ${sql.table(key.parent)} p where ${sql.join(pairs, sql` and `)})
    group by 1 order by 1 limit ${MAX_MISMATCHES}`.execute(tx);
  return rows;
}
