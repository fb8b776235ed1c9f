import type { RatingFacts } from '#areas/invoices/index.ts';
import type { ScheduleCycle, ScheduleRow } from '#areas/schedules/index.ts';
import { type DateRange, daysBetween, nominalCycleAt, nominalCycleOf } from '#core/period.ts';
import { type PricingCycleConfig, type ResolvedCycle, resolveOffsets } from '#core/period-config.ts';
import { localDate, startOfDay } from '#core/period-zone.ts';

/** The days to price cards for, as a cycle of a real or hypothetical schedule. */
export type RatedCycle = Pick<RatingFacts, 'schedule' | 'part' | 'soldBefore' | 'minimumsBefore'>;

export function ratedCycleOf(schedule: ScheduleRow, cycle: ScheduleCycle): RatedCycle {
  return { schedule, part: { ...cycle, isRemainder: false } };
}

/** The n-th cycle of a plan, from 0, as if an account had the plan from its first cycle on. */
export function imagineCycle(
  config: PricingCycleConfig,
  requested: { day: Temporal.PlainDate; ordinal: number; timeZone: string },
): RatedCycle {
  const { day, ordinal, timeZone } = requested;
  const resolved = resolveOffsets(config, day);
  const cycle = nominalCycleAt(resolved, day);
  const { start } = nominalCycleOf(resolved, cycle.start, -ordinal);
  return imagine(cycle, { resolved, chainStart: start, ordinal, timeZone });
}

/** Treats some days as the first cycle of a plan. */
export function imagineRange(days: DateRange, timeZone: string): RatedCycle {
  const count = daysBetween(days);
  const config = { interval: 'CUSTOM_DAYS', gracePeriod: 0, intervalDays: count } as const;
  const resolved = resolveOffsets(config, days.start);
  return imagine(days, { resolved, chainStart: days.start, ordinal: 0, timeZone });
}

/** The local days that overlap a range of instants. */
export function daysOf(
  range: { start: Temporal.Instant; end: Temporal.Instant },
  timeZone: string,
): DateRange {
  const last = localDate(range.end.subtract({ nanoseconds: 1 }), timeZone);
  return { start: localDate(range.start, timeZone), end: last.add({ days: 1 }) };
}

/** The same cycle, started on a later day. */
export function beginOn({ schedule, part }: RatedCycle, day: Temporal.PlainDate): RatedCycle {
  const { compare } = Temporal.PlainDate;
  if (compare(day, part.start) <= 0 || compare(day, part.end) >= 0) return { schedule, part };
  const startAt = startOfDay(day, schedule.timeZone);
  return {
    schedule: { ...schedule, startDate: day, startAt, chainStartDate: day },
    part: {
      ...part,
      start: day,
      startAt,
      billedDays: daysBetween({ start: day, end: part.end }),
      ordinal: 0,
    },
  };
}

function imagine(
  { start, end }: DateRange,
  terms: { resolved: ResolvedCycle; chainStart: Temporal.PlainDate; ordinal: number; timeZone: string },
): RatedCycle {
  const { resolved, chainStart, ordinal, timeZone } = terms;
  const [startAt, endAt] = [startOfDay(start, timeZone), startOfDay(end, timeZone)];
  const days = daysBetween({ start, end });
  return {
    schedule: {
      ...{
        id: '',
        accountId: '',
        planId: '',
        planVersion: 1,
        overrideReferenceId: null,
        isOverridden: false,
      },
      ...{ startDate: chainStart, endDate: null, startAt: startOfDay(chainStart, timeZone), endAt: null },
      ...{ timeZone, cycleConfig: { interval: resolved.interval, gracePeriod: 0 }, resolvedCycle: resolved },
      ...{ chainStartDate: chainStart, createdAt: startAt },
    },
    part: {
      ...{ start, end, nominalStart: start, nominalEnd: end, billedDays: days, nominalDays: days },
      ...{ startAt, endAt, dueAt: endAt, ordinal, isRemainder: false },
    },
  };
}
