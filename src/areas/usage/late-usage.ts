import { getOrganization } from '#areas/organizations/index.ts';
import { findOrgSetting } from '#areas/settings/index.ts';
import { localDate, startOfDay } from '#core/period-zone.ts';
import type { Tx } from '#platform/db/database.ts';
import { planScheduledWorkOnce } from '#platform/db/scheduled-work.ts';
import type { Org } from '#platform/http/operation.ts';
import type { ProcessedEvent } from './ingestion/pack-events.ts';
import { insertLateUsage, type LateUsage } from './store/late-usage.ts';

/**
 * Scheduled work, payload `{ accountId, scheduleId, cycleStart }`: usage of a closed cycle has changed since
 * its invoice was issued or last adjusted.
 */
export const LATE_USAGE = 'usage.late';
/** After work that closes at the same instant, and before cycles are opened. */
export const LATE_USAGE_RANK = 25;

/**
 * Policy for usage that arrives after its cycle was closed: reject it, count it at its time of receipt, or
 * count it in its cycle and adjust the invoice.
 */
export type LatePolicy = 'REJECT' | 'NEXT_CYCLE' | 'ADJUST';

export async function readLatePolicy(tx: Tx, org: Org): Promise<LatePolicy> {
  const value = await findOrgSetting(tx, org, 'LATE_USAGE');
  return value === 'ADJUST' || value === 'NEXT_CYCLE' ? value : 'REJECT';
}

/** The late arrivals among processed events. */
export function lateUsageOf(processed: readonly Pick<ProcessedEvent, 'seq' | 'outcome'>[]): LateUsage[] {
  return processed.flatMap(({ seq, outcome: { isLateArrival, match, period, usage } }) => {
    if (!isLateArrival || !match || !period || usage.length === 0) return [];
    const { schedule, cycle } = period;
    return [{ seq, accountId: match.accountId, scheduleId: schedule.id, cycleStart: cycle.start }];
  });
}

/**
 * Records usage for an adjustment in the transaction that counts it, and schedules the adjustment for the end
 * of the local day, so that one day's late arrivals are adjusted together. Each day has scheduled work of its
 * own, because work that is already running may have read the usage; every ingestion on a day precedes the
 * end of that day by the same clock.
 */
export async function noteLateUsage(
  { tx, org, now }: { tx: Tx; org: Org; now: Temporal.Instant },
  late: readonly LateUsage[],
): Promise<void> {
  if (late.length === 0) return;
  const { timezone } = await getOrganization(tx, org);
  await insertLateUsage(tx, org, { late, now });
  const today = localDate(now, timezone);
  const dueAt = startOfDay(today.add({ days: 1 }), timezone);
  const cycles = new Map(late.map((each) => [`${each.scheduleId}#${each.cycleStart}#${today}`, each]));
  // A fixed order prevents deadlocks between two writers.
  for (const [key, { accountId, scheduleId, cycleStart }] of [...cycles].sort(byKey)) {
    const payload = { accountId, scheduleId, cycleStart: cycleStart.toString() };
    await planScheduledWorkOnce(tx, org, {
      kind: LATE_USAGE,
      key,
      dueAt,
      rank: LATE_USAGE_RANK,
      payload,
      now,
    });
  }
}

function byKey([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : Number(a > b);
}
