import { cycleOf, listSchedules, type ScheduleRow } from '#areas/schedules/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { type RatedCycle, ratedCycleOf } from './rated-cycle.ts';

/** The longest cycle is a year, and the one before the running one may have begun two years ago. */
const MAX_DAYS = 2 * 367;

/** The last pricing cycle of each account that ended before an instant; accounts without one are absent. */
export async function listClosedCycles(
  { tx, org, now }: Pick<Context, 'tx' | 'org' | 'now'>,
  accountIds: readonly string[],
): Promise<Map<string, RatedCycle[]>> {
  const from = now.subtract({ hours: 24 * MAX_DAYS });
  const schedules = await listSchedules(tx, org, { accountIds, from, until: now });
  const byAccount = Map.groupBy(schedules, ({ accountId }) => accountId);
  const closed = new Map<string, RatedCycle[]>();
  for (const [accountId, own] of byAccount) {
    const found = lastClosed(own, now);
    if (found) closed.set(accountId, [found]);
  }
  return closed;
}

function lastClosed(schedules: readonly ScheduleRow[], now: Temporal.Instant): RatedCycle | null {
  for (const schedule of schedules.toReversed()) {
    const { startAt, endAt } = schedule;
    const last = endAt && Temporal.Instant.compare(endAt, now) < 0 ? endAt : now;
    let cycle = cycleOf(schedule, justBefore(last));
    if (cycle && Temporal.Instant.compare(cycle.endAt, now) > 0)
      cycle =
        Temporal.Instant.compare(cycle.startAt, startAt) > 0
          ? cycleOf(schedule, justBefore(cycle.startAt))
          : null;
    if (cycle) return ratedCycleOf(schedule, cycle);
  }
  return null;
}

/** Borders of cycles are whole milliseconds. */
function justBefore(at: Temporal.Instant): Temporal.Instant {
  return at.subtract({ milliseconds: 1 });
}
