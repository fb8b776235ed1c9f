import { type RawBuilder, sql } from 'kysely';
import { findFirstUsage } from '#areas/usage/index.ts';
import { isBefore } from '#core/instants.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Expression } from '../expression.ts';
import { type RowsQuery, readRows } from './rows.ts';
import { HAVE_CUSTOMER } from './sum-first.ts';

type Row = (string | null)[];

/** Numbers of owners whose rows are read before all others are. */
const OWNERS = [150, 700, 4_000];

/**
 * The rows of a query with a small limit. If they are ordered by month, for example, and then by account,
 * it reads the first month of the first accounts: when these have enough rows, no other row precedes them.
 */
export async function readFirstRows(tx: Tx, requested: RowsQuery, owners = OWNERS): Promise<Row[]> {
  const order = orderOf(requested);
  const untilAt = order?.time ? await findEndOfFirst(tx, requested, order.time) : null;
  if (order && (!order.time || untilAt))
    for (const limit of owners) {
      const { isOfCustomers } = order;
      const ids = await listFirstOwners(tx, requested, { isOfCustomers, limit });
      // Few owners have few rows.
      if (ids.length < limit) break;
      const isOfOwner = isOfOwners(requested, { isOfCustomers, ids });
      const rows = await readAll(tx, { ...requested, first: { isOfOwner, untilAt } });
      if (rows.length >= requested.query.limit) return rows;
    }
  return readAll(tx, requested);
}

async function readAll(tx: Tx, requested: RowsQuery): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const some of readRows(tx, requested)) rows.push(...some);
  return rows;
}

interface Order {
  /** Sorts before the owner, in units of time. */
  time: Expression | null;
  isOfCustomers: boolean;
}

/** Null if the first rows are not those of the first owners. */
function orderOf({ query, accountId }: RowsQuery): Order | null {
  const { base, sort } = query;
  if (!HAVE_CUSTOMER.has(base.name) || accountId !== null || query.seek) return null;
  const keys = sort.flatMap(({ expression, order }) =>
    order === 'ASC' && expression.aggregator === null && expression.source === base.name ? [expression] : [],
  );
  const isOfTime = (each: Expression | undefined) =>
    each?.column.name === base.timeColumn && each?.truncatedTo !== null;
  const time = sort[0]?.expression === keys[0] && isOfTime(keys[0]) ? (keys[0] ?? null) : null;
  const place = time ? 1 : 0;
  const owner = sort[place]?.expression;
  if (!owner || owner !== keys[place]) return null;
  if (owner.column.name === 'customer_id') return { time, isOfCustomers: true };
  return owner.column.name === 'account_id' ? { time, isOfCustomers: false } : null;
}

/** The end of the month, for example, before which there is no row; null without any. */
async function findEndOfFirst(
  tx: Tx,
  requested: RowsQuery,
  { truncatedTo }: Expression,
): Promise<Temporal.Instant | null> {
  const first = await findFirst(tx, requested);
  if (!first) return null;
  const [unit, zone] = [sql`${truncatedTo}::text`, sql`${requested.timeZone}::text`];
  const step = sql`case ${unit} when 'quarter' then interval '3 months' else ('1 ' || ${unit})::interval end`;
  const { rows } = await sql<{ until: Temporal.Instant }>`
    select (date_trunc(${unit}, ${first}::timestamptz at time zone ${zone}) + ${step}) at time zone ${zone}
      as until`.execute(tx);
  return rows[0]?.until ?? null;
}

async function findFirst(tx: Tx, { org, query, range }: RowsQuery): Promise<Temporal.Instant | null> {
  const { startAt: from = null, endAt: until = null } = range ?? {};
  const { name } = query.base;
  const usage = name === 'revenue' ? null : await findFirstUsage(tx, org, { from, until });
  if (name === 'usage') return usage;
  const { rows } = await sql<{ first: Temporal.Instant | null }>`
    select min(start_at) as first from invoices
    where org_id = ${org.orgId} and invoice_class = 'INVOICE' and finalizing_status = 'FINALIZED'
      and (${from}::timestamptz is null or start_at >= ${from})
      and (${until}::timestamptz is null or start_at < ${until})`.execute(tx);
  const revenue = rows[0]?.first ?? null;
  if (name === 'revenue') return revenue;
  // Without known usage, its first hour may precede that of the revenue.
  return usage && revenue ? (isBefore(revenue, usage) ? revenue : usage) : null;
}

/** The first ids by code point, as rows are ordered. */
async function listFirstOwners(
  tx: Tx,
  { org }: RowsQuery,
  { isOfCustomers, limit }: { isOfCustomers: boolean; limit: number },
): Promise<string[]> {
  const ofOrg = sql`org_id = ${org.orgId}`;
  // Revenue may be that of a group of accounts.
  const owners = isOfCustomers
    ? sql`select id from customers where ${ofOrg}`
    : sql`select id from accounts where ${ofOrg} union all select id from invoice_groups where ${ofOrg}`;
  const { rows } = await sql<{ id: string }>`
    select id from (${owners}) as owner order by id collate "C" limit ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** A condition on rows `b`. Usage and margins are of the customer of the account. */
function isOfOwners(
  { org, query }: RowsQuery,
  { isOfCustomers, ids }: { isOfCustomers: boolean; ids: readonly string[] },
): RawBuilder<unknown> {
  if (!isOfCustomers) return sql`b.account_id = any(${ids}::text[])`;
  if (HAVE_CUSTOMER.get(query.base.name)) return sql`b.customer_id = any(${ids}::text[])`;
  return sql`b.account_id = any(array(
    select id from accounts where org_id = ${org.orgId} and customer_id = any(${ids}::text[])))`;
}
