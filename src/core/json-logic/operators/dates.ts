import { Decimal } from '../../decimal.ts';
import { addToDate, dateText } from '../date-text.ts';
import { type Duration, exactNanoseconds, negated, parseDuration, timeText } from '../duration.ts';
import { toDate } from '../equality.ts';
import { binary, type Operator, unary } from '../operator.ts';
import { type LogicValue, numberOrNull } from '../values.ts';

/**
 * Dates and durations (`metering-pricing.md` 3.2). Invalid input gives null; none of these operators throws.
 */
export const DATES: readonly (readonly [name: string, operator: Operator])[] = [
  ['date', unary(toDate)],
  ['date.add', binary((date, duration) => shifted(date, toDuration(duration)))],
  ['date.sub', binary((date, duration) => shifted(date, toDuration(duration), negated))],
  ['duration.between', binary(durationBetween)],
  ['duration.of', binary(durationOf)],
  ['duration.as', binary(durationAs)],
];

const NANOSECONDS: ReadonlyMap<string, number> = new Map([
  ['MILLIS', 1e6],
  ['SECONDS', 1e9],
  ['MINUTES', 60e9],
  ['HOURS', 3600e9],
  ['DAYS', 86_400e9],
]);
const CALENDAR_UNITS: ReadonlyMap<string, readonly [count: number, letter: string]> = new Map([
  ['DAYS', [1, 'D']],
  ['WEEKS', [7, 'D']],
  ['MONTHS', [1, 'M']],
  ['YEARS', [1, 'Y']],
]);
/** Above this, no unit leads to a valid date. */
const MAX_COUNT = 1e15;

function toDuration(value: LogicValue): Duration | null {
  return typeof value === 'string' ? parseDuration(value) : null;
}

function shifted(
  date: LogicValue,
  duration: Duration | null,
  change = (same: Duration) => same,
): string | null {
  const start = toDate(date);
  const end = start && duration && addToDate(start, change(duration));
  return end ? dateText(end) : null;
}

function durationBetween(from: LogicValue, to: LogicValue): string | null {
  const [start, end] = [toDate(from), toDate(to)];
  return start && end ? timeText(end.epochNanoseconds - start.epochNanoseconds) : null;
}

/** Days and longer units must be whole; a time may have a fraction, down to the nanosecond. */
function durationOf(count: LogicValue, unit: LogicValue): string | null {
  const number = numberOrNull(count);
  if (!number || number.abs().gt(MAX_COUNT) || typeof unit !== 'string') return null;
  const calendar = CALENDAR_UNITS.get(unit);
  if (calendar) return number.isInteger() ? `P${number.times(calendar[0]).toFixed()}${calendar[1]}` : null;
  const nanoseconds = NANOSECONDS.get(unit);
  if (nanoseconds === undefined) return null;
  return timeText(BigInt(number.times(nanoseconds).toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN).toFixed()));
}

function durationAs(duration: LogicValue, unit: LogicValue): Decimal | null {
  const parsed = toDuration(duration);
  const exact = parsed && exactNanoseconds(parsed);
  const nanoseconds = typeof unit === 'string' ? NANOSECONDS.get(unit) : undefined;
  return exact && nanoseconds !== undefined ? exact.div(nanoseconds) : null;
}
