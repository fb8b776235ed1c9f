import type { AccountMatch } from '#areas/accounts/index.ts';
import type { SchemaEvent } from '#areas/event-schemas/index.ts';
import { cycleOf, listSchedules, type ScheduleCycle, type ScheduleRow } from '#areas/schedules/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { EventFacts, Period } from './process-event.ts';

type FindPeriod = (accountId: string, at: Temporal.Instant) => EventFacts['period'];

/** What prices the matched accounts at the times of a batch's events. */
export async function loadPeriods(
  tx: Tx,
  org: Org,
  batch: { events: readonly SchemaEvent[]; matches: readonly (AccountMatch | null)[] },
): Promise<FindPeriod> {
  const accountIds = [...new Set(batch.matches.flatMap((match) => match?.accountId ?? []))];
  if (accountIds.length === 0) return () => null;
  const schedules = await listSchedules(tx, org, { accountIds, ...spanOf(batch.events) });
  const byAccount = Map.groupBy(schedules, ({ accountId }) => accountId);
  const periods = new Map<ScheduleCycle, Map<ScheduleRow, Period>>();
  return (accountId, at) => {
    // Schedules of an account never overlap: the first that has a cycle at the instant is the only one.
    for (const schedule of byAccount.get(accountId) ?? []) {
      const cycle = cycleOf(schedule, at);
      if (cycle) return onePeriod(periods, schedule, cycle);
    }
    return null;
  };
}

/** From the first event to after the last, in whole milliseconds. */
function spanOf(events: readonly SchemaEvent[]): { from: Temporal.Instant; until: Temporal.Instant } {
  let [first, last] = [Infinity, -Infinity];
  for (const { timestamp } of events) {
    const ms = timestamp.epochMilliseconds;
    if (ms < first) first = ms;
    if (ms > last) last = ms;
  }
  const instant = Temporal.Instant.fromEpochMilliseconds;
  return { from: instant(first), until: instant(last + 1) };
}

/** Printing dates takes longer than all the rest of an event, so events of one cycle share the text. */
function onePeriod(
  periods: Map<ScheduleCycle, Map<ScheduleRow, Period>>,
  schedule: ScheduleRow,
  cycle: ScheduleCycle,
): Period {
  const ofCycle = periods.get(cycle) ?? new Map<ScheduleRow, Period>();
  periods.set(cycle, ofCycle);
  const known = ofCycle.get(schedule);
  if (known) return known;
  const cycleStart = cycle.start.toString();
  const cycleEnd = cycle.end.subtract({ days: 1 }).toString();
  const shown = { id: schedule.planId, scheduleId: schedule.id, cycleStart, cycleEnd };
  const period = { schedule, cycle, shown };
  ofCycle.set(schedule, period);
  return period;
}
