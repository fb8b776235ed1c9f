import { cycleOf, listSchedules, nextCycleOf, type ScheduleRow } from '#areas/schedules/index.ts';
import type { Context } from '#platform/http/operation.ts';
import type { Period } from './compare-schema.ts';
import { comparisonTooLarge } from './problems.ts';
import { type RatedCycle, ratedCycleOf } from './rated-cycle.ts';
import { checkRange, requireMember } from './rules.ts';

const MAX_CYCLES = 600;

/** The pricing cycles of accounts in a period, by account, in time order. */
export async function listComparedCycles(
  { tx, org, now }: Pick<Context, 'tx' | 'org' | 'now'>,
  requested: { accountIds: readonly string[]; period: Period; timeZone: string },
): Promise<Map<string, RatedCycle[]>> {
  const { accountIds, period, timeZone } = requested;
  const { mode } = period;
  const path = (member: string) => ({ path: `period.${member}`, mode });
  let ratedCycles: RatedCycle[] = [];
  if (mode === 'LOOKUP_CYCLE') {
    const { cycleEffectiveOn: instants = [now] } = requireMember(period.lookupCycle, path('lookupCycle'));
    const span = spanOf(instants);
    const schedules = await listSchedules(tx, org, { accountIds, ...span });
    ratedCycles = schedules.flatMap((schedule) => cyclesAround(schedule, instants));
  } else {
    const range = requireMember(period.lookupRange, path('lookupRange'));
    checkRange(range, { path: 'period.lookupRange', timeZone });
    const schedules = await listSchedules(tx, org, { accountIds, from: range.start, until: range.end });
    for (const schedule of schedules) {
      ratedCycles.push(...cyclesWithin(schedule, range));
      if (ratedCycles.length > MAX_CYCLES) break;
    }
  }
  if (ratedCycles.length > MAX_CYCLES) throw comparisonTooLarge({ what: 'cycles', limit: MAX_CYCLES });
  return Map.groupBy(ratedCycles, ({ schedule }) => schedule.accountId);
}

function spanOf(instants: readonly Temporal.Instant[]) {
  const ordered = instants.toSorted(Temporal.Instant.compare);
  const [from, last] = [ordered[0] as Temporal.Instant, ordered.at(-1) as Temporal.Instant];
  return { from, until: last.add({ microseconds: 1 }) };
}

/** Each cycle once, however many instants it has. */
function cyclesAround(schedule: ScheduleRow, instants: readonly Temporal.Instant[]): RatedCycle[] {
  const cycles = instants.flatMap((at) => cycleOf(schedule, at) ?? []);
  const byStart = new Map(cycles.map((cycle) => [cycle.start.toString(), cycle]));
  const ordered = [...byStart.values()].sort((a, b) => Temporal.PlainDate.compare(a.start, b.start));
  return ordered.map((cycle) => ratedCycleOf(schedule, cycle));
}

/** The cycles that begin in a range. */
function cyclesWithin(
  schedule: ScheduleRow,
  { start, end }: { start: Temporal.Instant; end: Temporal.Instant },
): RatedCycle[] {
  const { compare } = Temporal.Instant;
  const from = compare(schedule.startAt, start) > 0 ? schedule.startAt : start;
  const ratedCycles: RatedCycle[] = [];
  for (
    let cycle = cycleOf(schedule, from);
    cycle && compare(cycle.startAt, end) < 0;
    cycle = nextCycleOf(schedule, cycle)
  )
    if (compare(cycle.startAt, start) >= 0) ratedCycles.push(ratedCycleOf(schedule, cycle));
  return ratedCycles;
}
