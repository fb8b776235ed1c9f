import { isBefore } from '#core/instants.ts';
import { localDate, startOfDay } from '#core/period-zone.ts';
import type { Period } from './schema.ts';

/** The buckets of a range: local hours, days, weeks from Monday or months, the first and last clipped. */
export interface Buckets {
  from: Temporal.Instant;
  until: Temporal.Instant;
  /** Start of every bucket by the calendar; the first may lie before `from`. */
  borders: readonly Temporal.Instant[];
  /** `borders` clipped to the range, as in the response. */
  timestamps: readonly Temporal.Instant[];
  /** The index of the bucket that contains an instant of the range. */
  indexOf(at: Temporal.Instant): number;
}

/**
 * Cuts `[from, until)` at boundaries of the billing zone. Stops one boundary after `limit`, so that a range
 * of centuries by the hour costs no more than the largest permitted response.
 */
export function cutBuckets(range: {
  from: Temporal.Instant;
  until: Temporal.Instant;
  period: Period;
  timeZone: string;
  limit: number;
}): Buckets {
  const { from, until, period, timeZone, limit } = range;
  const borders: Temporal.Instant[] = [];
  for (let border = firstBorder(from, period, timeZone); isBefore(border, until); ) {
    borders.push(border);
    if (borders.length > limit) break;
    border = nextBorder(border, period, timeZone);
  }
  const starts = borders.map((border) => border.epochMilliseconds);
  return {
    from,
    until,
    borders,
    timestamps: borders.map((border) => (isBefore(border, from) ? from : border)),
    indexOf: (at) => lastNotAfter(starts, at.epochMilliseconds),
  };
}

function firstBorder(at: Temporal.Instant, period: Period, timeZone: string): Temporal.Instant {
  if (period === 'HOUR') return startOfHour(at, timeZone);
  return startOfDay(startOfPeriod(localDate(at, timeZone), period), timeZone);
}

function nextBorder(border: Temporal.Instant, period: Period, timeZone: string): Temporal.Instant {
  switch (period) {
    case 'HOUR':
      return nextHour(border, timeZone);
    case 'DAY':
      return startOfDay(localDate(border, timeZone).add({ days: 1 }), timeZone);
    case 'WEEK':
      return startOfDay(localDate(border, timeZone).add({ days: 7 }), timeZone);
    case 'MONTH':
      return startOfDay(localDate(border, timeZone).with({ day: 1 }).add({ months: 1 }), timeZone);
    default:
      return period satisfies never;
  }
}

function startOfPeriod(date: Temporal.PlainDate, period: Exclude<Period, 'HOUR'>): Temporal.PlainDate {
  switch (period) {
    case 'DAY':
      return date;
    case 'WEEK':
      return date.subtract({ days: date.dayOfWeek - 1 });
    case 'MONTH':
      return date.with({ day: 1 });
    default:
      return period satisfies never;
  }
}

function startOfHour(at: Temporal.Instant, timeZone: string): Temporal.Instant {
  return at.toZonedDateTimeISO(timeZone).round({ smallestUnit: 'hour', roundingMode: 'floor' }).toInstant();
}

/** An hour in which clocks are set back by half an hour is longer: step until the displayed hour changes. */
function nextHour(border: Temporal.Instant, timeZone: string): Temporal.Instant {
  let next = border.add({ hours: 1 });
  while (startOfHour(next, timeZone).equals(border)) next = next.add({ minutes: 15 });
  return startOfHour(next, timeZone);
}

/** Index of the last start that is not after a value; the first if all are. */
export function lastNotAfter(starts: readonly number[], value: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
