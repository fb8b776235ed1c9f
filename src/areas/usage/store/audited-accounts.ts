import { sql } from 'kysely';
import { timestampArrayOfMs } from '#platform/db/binary-arrays.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** An account, and the number of event units in its rollups, which estimates the duration of its audit. */
export interface CountedAccount {
  id: string;
  events: number;
}

export async function listCountedAccounts(
  tx: Tx,
  org: Org,
  { after, limit, only }: { after: string | null; limit: number; only?: string },
): Promise<CountedAccount[]> {
  const isOnly = only === undefined ? sql`` : sql`and id = ${only}`;
  const { rows } = await sql<CountedAccount>`
    select a.id, (select coalesce(sum(events), 0)::int8 from usage_hours
      where org_id = ${org.orgId} and account_id = a.id) as events
    from (select id from accounts where org_id = ${org.orgId} and (${after}::text is null or id > ${after})
      ${isOnly} order by id limit ${limit}) a order by a.id`.execute(tx);
  return rows;
}

/** An account's hours with rollups, ascending, and their numbers of event units. */
export async function listCountedHours(
  tx: Tx,
  org: Org,
  { accountId, from, until }: { accountId: string; from: Temporal.Instant; until: Temporal.Instant },
): Promise<{ hourAt: Temporal.Instant; events: number }[]> {
  const { rows } = await sql<{ hourAt: Temporal.Instant; events: number }>`
    select hour_at, sum(events)::int8 as events from usage_hours
    where org_id = ${org.orgId} and account_id = ${accountId} and hour_at >= ${from} and hour_at < ${until}
    group by 1 order by 1`.execute(tx);
  return rows;
}

interface Span {
  from: Temporal.Instant;
  until: Temporal.Instant;
}

/** From before the first usage of accounts to after the last, by rollups and cycles; null without any. */
export async function findAuditedSpan(tx: Tx, org: Org, accountIds: readonly string[]): Promise<Span | null> {
  const { rows } = await sql<{ [end in keyof Span]: Span[end] | null }>`
    select min(first) as from, max(last) as until from (
      select min(hour_at) as first, max(hour_at) + interval '1 hour' as last from usage_hours
      where org_id = ${org.orgId} and account_id = any(${accountIds})
      union all
      select min(cycle_at), max(cycle_until) from event_contexts
      where org_id = ${org.orgId} and account_id = any(${accountIds})) as found`.execute(tx);
  const [row] = rows;
  return row?.from && row.until ? { from: row.from, until: row.until } : null;
}

/** Hour rollups that begin at none of these boundaries (ms): they belong to another zone. */
export async function listOtherHours(
  tx: Tx,
  org: Org,
  { accountIds, borders }: { accountIds: readonly string[]; borders: readonly number[] },
): Promise<Temporal.Instant[]> {
  const starts = sql`(${timestampArrayOfMs(borders)}::timestamptz[])`;
  const { rows } = await sql<{ hourAt: Temporal.Instant }>`
    select distinct hour_at from usage_hours
    where org_id = ${org.orgId} and account_id = any(${accountIds})
      and ${starts}[width_bucket(hour_at, ${starts})] is distinct from hour_at
    order by 1`.execute(tx);
  return rows.map(({ hourAt }) => hourAt);
}

/** Accounts with recent timeline changes, whose cycle rollups are about to follow. */
export async function listChangingAccounts(
  tx: Tx,
  org: Org,
  { kind, accountIds }: { kind: string; accountIds: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from scheduled_work where org_id = ${org.orgId} and kind = ${kind} and key = any(${accountIds})
      and on_hold_at is null`.execute(tx);
  return rows.map(({ key }) => key);
}

/**
 * The instant before which events may be missing because their partition was emptied: those were all received
 * before the first remaining event, and no event lies more than a day in the future. Null if all exist.
 */
export async function findEventHorizon(tx: Tx, org: Org): Promise<Temporal.Instant | 'NO_EVENTS' | null> {
  const { rows } = await sql<{ isEmptied: boolean; receivedAt: Temporal.Instant | null }>`
    select exists (select from event_partitions where emptied_at is not null) as is_emptied, (
      select received_at from events where org_id = ${org.orgId} order by seq limit 1) as received_at
    `.execute(tx);
  const { isEmptied = false, receivedAt = null } = rows[0] ?? {};
  if (!isEmptied) return null;
  return receivedAt?.add({ hours: 25 }) ?? 'NO_EVENTS';
}

/** Events below this number may have been deleted. */
export async function findEmptiedEnd(tx: Tx): Promise<number> {
  const { rows } = await sql<{ end: number }>`
    select coalesce(max(first_event_of(number + 1)), 0) as end from event_partitions
    where emptied_at is not null`.execute(tx);
  return rows[0]?.end ?? 0;
}
