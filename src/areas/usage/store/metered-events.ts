import { type RawBuilder, sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import { codeOf } from '../status-codes.ts';
import { EVENT_COLUMNS, type EventRow, readEventRow, type StoredEventRow, withStored } from './events.ts';

export const meteredEventList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 50,
  filters: {
    from: { column: 'event_time', kind: 'instant', bound: 'from' },
    until: { column: 'event_time', kind: 'instant', bound: 'until' },
  },
  searchable: {},
  sortable: { reference_id: { column: 'e.seq', kind: 'number' } },
  defaultSort: [['reference_id', 'DESC']],
  tieBreaker: 'reference_id',
};

/** An event with the units that one meter counts for it. */
export interface MeteredEventRow extends EventRow {
  meterUnits: Decimal;
}

interface Requested {
  accountId: string;
  meterId: string;
  page: PageRequest;
}

/**
 * A page of the events that a meter counts for an account. Each context of the account is read in the order
 * of its index, so a page costs the same however many events the account has.
 */
export async function listMeteredEvents(
  tx: Tx,
  org: Org,
  requested: Requested,
): Promise<{ rows: MeteredEventRow[]; nextToken: string | null }> {
  const { page } = requested;
  const direction = page.sort[0]?.[1] === 'ASC' ? sql`asc` : sql`desc`;
  const { rows } = await sql<StoredEventRow & { meterUnits: Decimal }>`
    select ${EVENT_COLUMNS}, n.units::numeric as meter_units
    from (${numbersOf(org, requested, direction)}) as n ${withStored(org, sql`n.seq`)}
    order by e.seq ${direction}`.execute(tx);
  const shown = rows.slice(0, page.pageSize);
  const last = shown.at(-1);
  return {
    rows: shown.map((row) => ({ ...readEventRow(row), meterUnits: row.meterUnits })),
    nextToken: rows.length > shown.length && last ? page.tokenAfter([String(last.seq)]) : null,
  };
}

/** Contexts of other cycles have no event of the requested time. */
function numbersOf(org: Org, { accountId, meterId, page }: Requested, direction: RawBuilder<unknown>) {
  const limit = sql.lit(page.pageSize + 1);
  const units = sql`(string_to_array(e.units, e'\t'))[array_position(c.meter_ids, ${meterId}::text)]`;
  const [from, until] = [timesOf(page, 'from'), timesOf(page, 'until')];
  return sql`
    select e.seq, e.units from event_contexts c
    cross join lateral (
      select e.seq, ${units} as units from events e
      where e.org_id = ${org.orgId} and e.context_id = c.context_id
        and e.status = ${sql.lit(codeOf('INGESTION_COMPLETED_EVENT_METERED'))}
        and ${units} <> '' ${conditionsOn(sql`e.event_time`, [...from, ...until])} ${beyond(page)}
      order by e.seq >> 25 ${direction}, e.seq ${direction} limit ${limit}) as e
    where c.org_id = ${org.orgId} and c.account_id = ${accountId} and ${meterId} = any(c.meter_ids)
      and (c.cycle_at is null
        or (true ${conditionsOn(sql`c.cycle_until`, from)} ${conditionsOn(sql`c.cycle_at`, until)}))
    order by e.seq ${direction} limit ${limit}`;
}

const OPERATORS = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=`, eq: sql`=` };

/** The conditions of a filter, such as `gte:2030-01-01T00:00:00Z`. */
export function timesOf(page: PageRequest, name: string): [RawBuilder<unknown>, string][] {
  return (page.filters[name] ?? []).map((condition) => {
    const end = condition.indexOf(':');
    return [OPERATORS[condition.slice(0, end) as keyof typeof OPERATORS], condition.slice(end + 1)];
  });
}

export function conditionsOn(column: RawBuilder<unknown>, times: readonly [RawBuilder<unknown>, string][]) {
  if (times.length === 0) return sql``;
  const conditions = times.map(([operator, at]) => sql`and ${column} ${operator} ${at}::timestamptz`);
  return sql.join(conditions, sql` `);
}

function beyond({ after, sort }: PageRequest): RawBuilder<unknown> {
  if (after === null) return sql``;
  const border = Number(after[0]);
  return sort[0]?.[1] === 'ASC' ? sql`and e.seq > ${border}::int8` : sql`and e.seq < ${border}::int8`;
}
