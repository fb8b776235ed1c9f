import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { referenceOf } from '../event-numbers.ts';
import { codeOf } from '../status-codes.ts';
import { findEmptiedEnd } from './audited-accounts.ts';

/** Events by number: `after < seq <= until`. */
export interface EventRange {
  after: number;
  until: number;
  /** The number after which the next page begins; null after the last page. */
  next: number | null;
}

const NO_END = Number.MAX_SAFE_INTEGER;

/** A page of events, or only of those that were not processed. The last page has no end. */
export async function findEventRange(
  tx: Tx,
  org: Org,
  page: { after: number; limit: number; isUnprocessed?: boolean },
): Promise<EventRange> {
  // Remainders of emptied partitions are no fault.
  const after = Math.max(page.after, (await findEmptiedEnd(tx)) - 1);
  const { rows } = await sql<{ last: number | null }>`
    select seq as last from events
    where org_id = ${org.orgId} and seq > ${after} ${page.isUnprocessed ? sql`and status > 3` : sql``}
    order by seq offset ${page.limit - 1} limit 1`.execute(tx);
  const last = rows[0]?.last ?? null;
  return { after, until: last ?? NO_END, next: last };
}

/** An inconsistent event. */
export interface EventMismatch {
  reference: string;
  problem: string;
}

export interface RequestedEvents {
  range: EventRange;
  now: Temporal.Instant;
  limit: number;
}

const METERED = sql.lit(codeOf('INGESTION_COMPLETED_EVENT_METERED'));
const NOT_METERED = sql.lit(codeOf('INGESTION_COMPLETED_EVENT_NOT_METERED'));
const UNKNOWN = sql.lit(codeOf('UNKNOWN'));

/**
 * Checks that every event is counted, filtered out with its meters, or failed, and that uncounted events have
 * no units.
 */
export async function listUncountedEvents(
  tx: Tx,
  org: Org,
  { range, limit }: RequestedEvents,
): Promise<EventMismatch[]> {
  const hasUnits = sql`translate(e.units, e'\\t', '') <> ''`;
  const { rows } = await sql<{ seq: number; problem: string }>`
    select * from (
      select e.seq, case
        when c.context_id is null then 'its context is missing'
        when e.status not between 1 and ${UNKNOWN} - 1 then 'its status is unknown'
        when e.status <= 3 and c.account_id is null then 'it is processed but has no account'
        when e.status = ${METERED} and not ${hasUnits} and not exists (
          select from named_license_marks n
          where n.org_id = e.org_id and n.reference_id = event_reference(e.seq))
          then 'it is metered but has no units'
        when e.status <= 2 and e.units <> ''
          and cardinality(string_to_array(e.units, e'\\t')) <> cardinality(c.meter_ids)
          then 'it has units of other meters than those of its schema'
        when e.status = ${NOT_METERED} and c.meter_ids = '{}' then 'no meter filtered it out'
        when e.status > ${NOT_METERED} - 1 and e.status < ${sql.lit(codeOf('REVERTED'))} and ${hasUnits}
          then 'it is not metered but has units'
      end as problem
      from events e
      left join event_contexts c on c.org_id = e.org_id and c.context_id = e.context_id
      where e.org_id = ${org.orgId} and e.seq > ${range.after} and e.seq <= ${range.until}) as verdicts
    where problem is not null order by seq limit ${limit}`.execute(tx);
  return rows.map(toMismatch);
}

/** Usage rows of meters without rollups that differ from the units of their events. */
export async function listUsageRowMismatches(
  tx: Tx,
  org: Org,
  { range, limit }: RequestedEvents,
): Promise<EventMismatch[]> {
  const within = sql`org_id = ${org.orgId} and seq > ${range.after} and seq <= ${range.until}`;
  const { rows } = await sql<{ seq: number; problem: string }>`
    with read_meters as (
      select id, aggregation from usage_meters where org_id = ${org.orgId}
        and aggregation in ('UNIQUE_COUNT', 'LATEST', 'TIME_WEIGHTED_SUM')),
    metered as (
      select seq, meter_id, account_id, event_time, units from metered_usage
      where ${within} and meter_id in (select id from read_meters)),
    kept as (select seq, meter_id, account_id, event_time, units, key from usage where ${within})
    select seq, 'meter ' || meter_id || ': ' || case
      when k.account_id is null then 'no row of usage has its units'
      when f.account_id is null then 'a row of usage has units that the event does not have'
      else 'the row of usage differs from the event' end as problem
    from metered f full join kept k using (seq, meter_id)
    left join read_meters m on m.id = meter_id
    where (k.account_id, k.event_time, k.units) is distinct from (f.account_id, f.event_time, f.units)
      or (m.aggregation = 'UNIQUE_COUNT') is distinct from (k.key is not null)
    order by seq, meter_id limit ${limit}`.execute(tx);
  return rows.map(toMismatch);
}

export function toMismatch({ seq, problem }: { seq: number; problem: string }): EventMismatch {
  return { reference: referenceOf(seq), problem };
}
