import { sql } from 'kysely';
import { timestampArrayOfMs } from '#platform/db/binary-arrays.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { ofAccount } from './context-usage.ts';
import { noteHoursOfAccount } from './meter-hours.ts';
import { keptUnits } from './usage.ts';

/** From the first metered event of an account to after the last; null without any. */
export async function findEventSpan(
  tx: Tx,
  org: Org,
  accountId: string,
): Promise<{ from: Temporal.Instant; until: Temporal.Instant } | null> {
  const { rows } = await sql<{ from: Temporal.Instant | null; until: Temporal.Instant | null }>`
    select min(event_time) as from, max(event_time) + interval '1 microsecond' as until from metered_usage
    where org_id = ${org.orgId} and account_id = ${accountId}`.execute(tx);
  const [row] = rows;
  return row?.from && row.until ? { from: row.from, until: row.until } : null;
}

/**
 * Replaces an account's hour rollups, from an instant on or all, with the sums of its events. `hours` are
 * hour starts in ms, ascending and without gaps. The caller keeps ingestion out.
 */
export async function replaceHourUsage(
  tx: Tx,
  org: Org,
  account: { accountId: string; from: Temporal.Instant | null; hours: readonly number[] },
): Promise<void> {
  const { accountId, from } = account;
  const hours = timestampArrayOfMs(account.hours);
  const isReplaced = sql`(${from}::timestamptz is null or hour_at >= ${from})`;
  const isReplacedHour = sql`u.org_id = ${org.orgId} and u.account_id = ${accountId} and ${isReplaced}`;
  await noteHoursOfAccount(tx, org, { where: isReplacedHour, sign: -1 });
  await sql`delete from account_hours where org_id = ${org.orgId} and account_id = ${accountId}
    and ${isReplaced}`.execute(tx);
  await sql`delete from context_hours where org_id = ${org.orgId} and ${ofAccount(org, accountId)}
    and ${isReplaced}`.execute(tx);
  await sql`
    insert into account_hours (org_id, account_id, meter_id, hour_at, units, events)
    select ${org.orgId}, ${accountId}, u.meter_id,
      (${hours}::timestamptz[])[width_bucket(u.event_time, ${hours}::timestamptz[])],
      ${keptUnits(sql.ref('u.units'))}, count(*)
    from metered_usage u join usage_meters m on m.org_id = ${org.orgId} and m.id = u.meter_id
    where u.org_id = ${org.orgId} and u.account_id = ${accountId}
      and (${from}::timestamptz is null or u.event_time >= ${from})
    group by 3, 4, m.aggregation`.execute(tx);
  await noteHoursOfAccount(tx, org, { where: isReplacedHour, sign: 1 });
}
