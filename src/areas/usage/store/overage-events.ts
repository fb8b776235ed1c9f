import { type RawBuilder, sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import { EVENT_COLUMNS, type EventRow, readEventRow, type StoredEventRow, withStored } from './events.ts';
import { conditionsOn, timesOf } from './metered-events.ts';

/** What an event used of a feature. */
interface Use {
  /** All of it, and the part beyond the credits. */
  used: Decimal;
  overage: Decimal;
  /** Whether it was the first of its block that used more than the credits. */
  isFirst: boolean;
}
export type OverageEventRow = EventRow & Use;

interface Requested {
  accountId: string;
  featureId: string;
  page: PageRequest;
}

/** A page of the events that used a feature beyond its credits, in the order in which they were processed. */
export async function listOverageEvents(
  tx: Tx,
  org: Org,
  requested: Requested,
): Promise<{ rows: OverageEventRow[]; nextToken: string | null }> {
  const { page } = requested;
  const direction = page.sort[0]?.[1] === 'ASC' ? sql`asc` : sql`desc`;
  const { rows } = await sql<StoredEventRow & Use>`
    select ${EVENT_COLUMNS}, n.used, n.overage, n.is_first
    from (${usesOf(org, requested, direction)}) as n ${withStored(org, sql`event_number(n.reference_id)`)}
    order by e.seq ${direction}`.execute(tx);
  const shown = rows.slice(0, page.pageSize);
  const last = shown.at(-1);
  return {
    rows: shown.map(({ used, overage, isFirst, ...row }) => ({
      ...readEventRow(row),
      ...{ used, overage, isFirst },
    })),
    nextToken: rows.length > shown.length && last ? page.tokenAfter([String(last.seq)]) : null,
  };
}

/** The entry of a block's overage is debited by every event of the block that uses more than the credits. */
function usesOf(
  org: Org,
  { accountId, featureId, page }: Requested,
  direction: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const times = [...timesOf(page, 'from'), ...timesOf(page, 'until')];
  const isOfFeature = (alias: 'd' | 'b') => {
    const column = (name: string) => sql.ref(`${alias}.${name}`);
    return sql`${column('org_id')} = ${org.orgId} and ${column('account_id')} = ${accountId}
      and ${column('feature_id')} = ${featureId}`;
  };
  return sql`
    select o.reference_id, o.overage,
      (select sum(b.units) from feature_debits b
        where ${isOfFeature('b')} and b.reference_id = o.reference_id) as used,
      not exists (select from feature_debits b
        where ${isOfFeature('b')} and b.entry_id = o.entry_id and b.is_overage
          and b.reference_id < o.reference_id) as is_first
    from (
      select d.reference_id, sum(d.units) as overage, min(d.entry_id) as entry_id from feature_debits d
      where ${isOfFeature('d')} and d.is_overage ${conditionsOn(sql`d.event_time`, times)} ${beyond(page)}
      group by d.reference_id order by d.reference_id ${direction} limit ${sql.lit(page.pageSize + 1)}) as o`;
}

function beyond({ after, sort }: PageRequest): RawBuilder<unknown> {
  if (after === null) return sql``;
  const border = sql`event_reference(${Number(after[0])}::int8)`;
  return sort[0]?.[1] === 'ASC' ? sql`and d.reference_id > ${border}` : sql`and d.reference_id < ${border}`;
}
