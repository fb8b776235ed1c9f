import type { AccountSchedule } from '../../../api/generated/types.ts';

type Phase = 'past' | 'current' | 'future';

/** Dates are days, and the end is exclusive. */
export function phaseOf(
  { startDate, endDate }: Pick<AccountSchedule, 'startDate' | 'endDate'>,
  now: string,
): Phase {
  if (endDate <= now) return 'past';
  return startDate <= now ? 'current' : 'future';
}

export interface Bar {
  schedule: AccountSchedule;
  phase: Phase;
  /** Of the whole width, in per cent. */
  start: number;
  width: number;
}

export interface Timeline {
  bars: Bar[];
  /** The position of today, in per cent. */
  today: number;
}

const DAY_MS = 86_400_000;
/** A plan without an end is shown for this long after today. */
const AHEAD_MS = 365 * DAY_MS;
const NARROWEST = 2;

/** The plans of an account as bars on one axis, from the first start to the last end that is near. */
export function timelineOf(schedules: readonly AccountSchedule[], now: string): Timeline {
  const at = new Date(now).getTime();
  const starts = schedules.map(({ startDate }) => new Date(startDate).getTime());
  const ends = schedules.map(({ endDate }) => Math.min(new Date(endDate).getTime(), at + AHEAD_MS));
  const from = Math.min(at, ...starts) - DAY_MS;
  const to = Math.max(at + DAY_MS, ...ends);
  const positionOf = (instant: number) =>
    (Math.min(Math.max(instant, from), to) - from) / ((to - from) / 100);
  return {
    today: positionOf(at),
    bars: schedules.map((schedule, index) => {
      const start = positionOf(starts[index] ?? at);
      const width = Math.max(NARROWEST, positionOf(ends[index] ?? at) - start);
      return { schedule, phase: phaseOf(schedule, now), start, width };
    }),
  };
}
