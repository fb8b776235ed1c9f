import { billedCycleAt, cycleOrdinal, dueDate, nominalCycleAt } from '#core/period.ts';
import type { ResolvedCycle } from '#core/period-config.ts';
import { FOREVER_INSTANT, localDate, startOfDay } from '#core/period-zone.ts';
import type { ScheduleRow } from './store/schedules.ts';

/** The part of a pricing cycle that a schedule bills. Days are local to its zone; ranges are half-open. */
export interface ScheduleCycle {
  start: Temporal.PlainDate;
  end: Temporal.PlainDate;
  nominalStart: Temporal.PlainDate;
  nominalEnd: Temporal.PlainDate;
  startAt: Temporal.Instant;
  endAt: Temporal.Instant;
  /** The invoice's due instant and the deadline of its events: the end plus the grace period. */
  dueAt: Temporal.Instant;
  billedDays: number;
  nominalDays: number;
  /** 0 for the first cycle of the chain. */
  ordinal: number;
}

type Terms = Pick<
  ScheduleRow,
  | 'startDate'
  | 'endDate'
  | 'startAt'
  | 'endAt'
  | 'timeZone'
  | 'cycleConfig'
  | 'resolvedCycle'
  | 'chainStartDate'
>;

/** The cycle of a schedule that contains an instant; null outside the schedule. */
export function cycleOf(schedule: Terms, at: Temporal.Instant): ScheduleCycle | null {
  const ms = at.epochMilliseconds;
  const known = knownOf(schedule);
  if (ms < known.startMs || ms >= known.endMs) return null;
  for (const entry of known.cycles) if (ms >= entry.startMs && ms < entry.endMs) return entry.cycle;
  const cycle = computeCycle(schedule, nominalAround(schedule, at));
  if (known.cycles.length === MAX_KNOWN) known.cycles.shift();
  const [startMs, endMs] = [cycle.startAt.epochMilliseconds, cycle.endAt.epochMilliseconds];
  known.cycles.push({ startMs, endMs, cycle });
  return cycle;
}

/** The following cycle; null if the schedule ends with `cycle`. */
export function nextCycleOf(schedule: Terms, cycle: Pick<ScheduleCycle, 'endAt'>): ScheduleCycle | null {
  return cycleOf(schedule, cycle.endAt);
}

/**
 * Every event needs its cycle, and computing one takes about 50 µs. So there are two caches: cycles with
 * their schedule's row, for as long as that is referenced, and nominal cycles, which all schedules with the
 * same cycle and zone share. Boundaries are whole milliseconds, so instants compare as such.
 */
interface Known {
  startMs: number;
  endMs: number;
  cycles: { startMs: number; endMs: number; cycle: ScheduleCycle }[];
}
interface NominalCycle {
  start: Temporal.PlainDate;
  end: Temporal.PlainDate;
  startAt: Temporal.Instant;
  endAt: Temporal.Instant;
  dueAt: Temporal.Instant;
  startMs: number;
  endMs: number;
  days: number;
}
const MAX_KNOWN = 12;
const MAX_CONFIGURATIONS = 500;
const knownCycles = new WeakMap<Terms, Known>();
const nominalCycles = new Map<string, NominalCycle[]>();

function knownOf(schedule: Terms): Known {
  const found = knownCycles.get(schedule);
  if (found) return found;
  const known: Known = {
    startMs: schedule.startAt.epochMilliseconds,
    endMs: (schedule.endAt ?? FOREVER_INSTANT).epochMilliseconds,
    cycles: [],
  };
  knownCycles.set(schedule, known);
  return known;
}

function computeCycle(schedule: Terms, nominal: NominalCycle): ScheduleCycle {
  const { resolvedCycle, startDate, endDate, startAt, endAt, timeZone, cycleConfig } = schedule;
  const known = knownOf(schedule);
  const ordinal = cycleOrdinal(resolvedCycle, schedule.chainStartDate, nominal.start);
  const { start, end, days } = nominal;
  const common = { nominalStart: start, nominalEnd: end, nominalDays: days, ordinal };
  if (nominal.startMs >= known.startMs && nominal.endMs <= known.endMs) {
    const whole = { startAt: nominal.startAt, endAt: nominal.endAt, dueAt: nominal.dueAt };
    return { start, end, ...whole, billedDays: days, ...common };
  }
  const first = nominal.startMs >= known.startMs ? start : startDate;
  const billed = billedCycleAt(resolvedCycle, { start: startDate, end: endDate }, first);
  if (!billed) throw new RangeError(`no cycle in ${timeZone} contains ${first}`);
  return {
    start: billed.start,
    end: billed.end,
    startAt: nominal.startMs >= known.startMs ? nominal.startAt : startAt,
    endAt: endAt && nominal.endMs > known.endMs ? endAt : nominal.endAt,
    dueAt: startOfDay(dueDate(billed.end, cycleConfig.gracePeriod), timeZone),
    billedDays: billed.billedDays,
    ...common,
  };
}

function nominalAround(schedule: Terms, at: Temporal.Instant): NominalCycle {
  const { resolvedCycle, timeZone, cycleConfig } = schedule;
  const { gracePeriod } = cycleConfig;
  const key = configurationKey(resolvedCycle, timeZone, gracePeriod);
  const shared = nominalCycles.get(key) ?? remember(key);
  const ms = at.epochMilliseconds;
  for (const cycle of shared) if (ms >= cycle.startMs && ms < cycle.endMs) return cycle;
  const { start, end } = nominalCycleAt(resolvedCycle, localDate(at, timeZone));
  const [startAt, endAt] = [startOfDay(start, timeZone), startOfDay(end, timeZone)];
  const cycle: NominalCycle = {
    start,
    end,
    startAt,
    endAt,
    dueAt: startOfDay(dueDate(end, gracePeriod), timeZone),
    startMs: startAt.epochMilliseconds,
    endMs: endAt.epochMilliseconds,
    days: start.until(end, { largestUnit: 'days' }).days,
  };
  if (shared.length === MAX_KNOWN) shared.shift();
  shared.push(cycle);
  return cycle;
}

function configurationKey(cycle: ResolvedCycle, timeZone: string, graceDays: number) {
  const { interval, day, month = 0, days = 0 } = cycle;
  return `${interval} ${day} ${month} ${days} ${graceDays} ${timeZone}`;
}

function remember(key: string): NominalCycle[] {
  // Clearing the cache is as good as any eviction order: entries in use are rebuilt in microseconds.
  if (nominalCycles.size === MAX_CONFIGURATIONS) nominalCycles.clear();
  const cycles: NominalCycle[] = [];
  nominalCycles.set(key, cycles);
  return cycles;
}
