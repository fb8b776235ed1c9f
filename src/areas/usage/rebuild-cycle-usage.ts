import { cycleOf, listSchedules, nextCycleOf, type ScheduleRow } from '#areas/schedules/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { findEventHorizon } from './store/audited-accounts.ts';
import { type CycleSpan, findUsageSpan, replaceCycleUsage } from './store/usage.ts';
import { lockIngestionAndCompact } from './store/usage-deltas.ts';

/**
 * Recomputes the cycle rollups of an account from its usage and current schedules, after the timeline has
 * changed. It blocks ingestion of the organization until the transaction ends: usage stored under the old
 * timeline is counted here, and later usage sees the new one. Call it before acquiring any lock that
 * ingestion could wait for.
 */
export async function rebuildCycleUsage(tx: Tx, org: Org, accountId: string): Promise<void> {
  await lockIngestionAndCompact(tx, org, accountId);
  const [span, horizon] = await Promise.all([findUsageSpan(tx, org, accountId), findEventHorizon(tx, org)]);
  const isKept = ({ startAt }: CycleSpan) =>
    horizon !== 'NO_EVENTS' && (!horizon || Temporal.Instant.compare(startAt, horizon) >= 0);
  if (!span) return replaceCycleUsage(tx, org, { accountId, cycles: [], isKept });
  // An hour in which a clock is set back is longer.
  const until = span.last.add({ hours: 2 });
  const schedules = await listSchedules(tx, org, { accountIds: [accountId], from: span.first, until });
  const cycles = schedules.flatMap((schedule) => listCycles(schedule, span));
  await replaceCycleUsage(tx, org, { accountId, cycles, isKept });
}

/** The cycles of a schedule from the first usage to the last. */
export function listCycles(
  schedule: ScheduleRow,
  span: { first: Temporal.Instant; last: Temporal.Instant },
): CycleSpan[] {
  const isBefore = Temporal.Instant.compare(schedule.startAt, span.first) < 0;
  const spans: CycleSpan[] = [];
  let cycle = cycleOf(schedule, isBefore ? span.first : schedule.startAt);
  while (cycle && Temporal.Instant.compare(cycle.startAt, span.last) <= 0) {
    spans.push({
      scheduleId: schedule.id,
      cycleStart: cycle.start.toString(),
      startAt: cycle.startAt.toString(),
      endAt: cycle.endAt.toString(),
    });
    cycle = nextCycleOf(schedule, cycle);
  }
  return spans;
}
