import { Decimal } from '../decimal.ts';

/** An ISO 8601 duration: calendar months, calendar days and an exact time, each with its own sign. */
export type Duration = { months: number; days: number; nanoseconds: bigint };

const PART = '([+-]?\\d{1,12})';
const DURATION = new RegExp(
  `^([+-])?P(?=.)(?:${PART}Y)?(?:${PART}M)?(?:${PART}W)?(?:${PART}D)?` +
    `(?:T(?=.)(?:${PART}H)?(?:${PART}M)?(?:${PART}(?:\\.(\\d{1,9}))?S)?)?$`,
);
const SECOND = 1_000_000_000n;
const DAY = 86_400n * SECOND;

/** Null when the text is not a duration. A sign may precede the whole or, as Java writes it, each part. */
export function parseDuration(text: string): Duration | null {
  const match = DURATION.exec(text);
  if (!match) return null;
  const [
    ,
    sign,
    years = 0,
    months = 0,
    weeks = 0,
    days = 0,
    hours = 0,
    minutes = 0,
    seconds = '0',
    fraction = '',
  ] = match;
  const part = BigInt(fraction.padEnd(9, '0'));
  const wholeSeconds = BigInt(hours) * 3600n + BigInt(minutes) * 60n + BigInt(seconds);
  const duration = {
    months: Number(years) * 12 + Number(months),
    days: Number(weeks) * 7 + Number(days),
    nanoseconds: wholeSeconds * SECOND + (seconds.startsWith('-') ? -part : part),
  };
  return sign === '-' ? negated(duration) : duration;
}

export function negated({ months, days, nanoseconds }: Duration): Duration {
  return { months: -months, days: -days, nanoseconds: -nanoseconds };
}

/** The exact time as hours, minutes and seconds: `PT744H`, `PT1H30M`, `PT-24H`. */
export function timeText(nanoseconds: bigint): string {
  const size = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  const sign = nanoseconds < 0n ? '-' : '';
  const [hours, minutes] = [size / (3600n * SECOND), (size / (60n * SECOND)) % 60n];
  const fraction = String(size % SECOND)
    .padStart(9, '0')
    .replace(/0+$/, '');
  const seconds = `${(size / SECOND) % 60n}${fraction && `.${fraction}`}`;
  const parts = [
    hours > 0n ? `${sign}${hours}H` : '',
    minutes > 0n ? `${sign}${minutes}M` : '',
    seconds !== '0' || size === 0n ? `${sign}${seconds}S` : '',
  ];
  return `PT${parts.join('')}`;
}

/** Nanoseconds, with days of 24 hours; null when months make the length depend on the calendar. */
export function exactNanoseconds({ months, days, nanoseconds }: Duration): Decimal | null {
  return months === 0 ? new Decimal(String(BigInt(days) * DAY + nanoseconds)) : null;
}

/** A duration text in a numeric position counts days: `PT744H` is 31 (`metering-pricing.md` 3.2). */
export function durationDays(text: string): Decimal | null {
  const duration = parseDuration(text);
  const exact = duration && exactNanoseconds(duration);
  return exact ? exact.div(String(DAY)) : null;
}
