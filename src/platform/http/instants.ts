const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?([Zz]|[+-]\d{2}(?::?\d{2})?)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

type ParseError = { error: string };

/** Reads an ISO 8601 date-time; without an offset it is UTC; digits beyond microseconds are dropped. */
export function parseInstant(text: string): Temporal.Instant | ParseError {
  const known = parsePlainInstant(text);
  if (known) return known;
  const match = DATE_TIME.exec(text);
  const error = { error: 'must be an ISO 8601 date-time such as 2026-01-31T00:00:00Z' };
  if (!match || match[6] === '60') return error;
  const [, year, month, day, hour, minute, second = '00', fraction = '', zone = 'Z'] = match;
  const offset = /^[+-]\d{2}$/.test(zone) ? `${zone}:00` : zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  const micros = fraction.slice(0, 6);
  try {
    const instant = Temporal.Instant.from(
      `${year}-${month}-${day}T${hour}:${minute}:${second}${micros && `.${micros}`}${offset.toUpperCase()}`,
    );
    return isStorable(instant) ? instant : error;
  } catch {
    return error;
  }
}

/**
 * Fast path for the usual form, `2026-01-31T12:00:00Z` with or without milliseconds, without a regular
 * expression: ingestion parses tens of thousands a second. Null for all other texts, valid or not.
 */
export function parsePlainInstant(text: string): Temporal.Instant | null {
  const { length } = text;
  if (length !== 20 && length !== 24) return null;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    const mark = i === length - 1 ? LETTER_Z : MARKS.charCodeAt(i);
    if (mark === DIGIT ? code < DIGIT || code > DIGIT + 9 : code !== mark) return null;
  }
  const year = 100 * twoDigits(text, 0) + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  const second = twoDigits(text, 17);
  // Whether days 29 to 31 exist depends on the month: they take the slow path, as do years that `Date` reads
  // differently.
  if (year < 1000 || month < 1 || month > 12 || day < 1 || day > 28) return null;
  if (hour > 23 || minute > 59 || second > 59) return null;
  const ms = length === 24 ? 10 * twoDigits(text, 20) + text.charCodeAt(22) - DIGIT : 0;
  const seconds = 3600 * hour + 60 * minute + second;
  return Temporal.Instant.fromEpochMilliseconds(
    86_400_000 * dayNumber(year, month, day) + 1000 * seconds + ms,
  );
}

/** Days since 1970. Years that begin in March have their leap day last, so that months need no table. */
function dayNumber(year: number, month: number, day: number): number {
  const isBeforeMarch = month < 3;
  const marchYear = isBeforeMarch ? year - 1 : year;
  const marchMonth = isBeforeMarch ? month + 9 : month - 3;
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  return 365 * marchYear + leapDays + Math.floor((153 * marchMonth + 2) / 5) + day - 719_469;
}

const MARKS = '0000-00-00T00:00:00.000';
const [DIGIT, LETTER_Z] = [0x30, 0x5a];

function twoDigits(text: string, at: number): number {
  return 10 * (text.charCodeAt(at) - DIGIT) + text.charCodeAt(at + 1) - DIGIT;
}

const FIRST_MS = Temporal.Instant.from('0001-01-01T00:00:00Z').epochMilliseconds;
const END_MS = Temporal.Instant.from('+010000-01-01T00:00:00Z').epochMilliseconds;

/** Years 1 to 9999 in UTC: the database cannot parse others. */
function isStorable(instant: Temporal.Instant): boolean {
  return instant.epochMilliseconds >= FIRST_MS && instant.epochMilliseconds < END_MS;
}

/** Reads a calendar date; rejects days that do not exist, such as 30 February. */
export function parsePlainDate(text: string): Temporal.PlainDate | ParseError {
  const error = { error: 'must be a calendar date YYYY-MM-DD' };
  if (!DATE.test(text) || text.startsWith('0000')) return error;
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' });
  } catch {
    return error;
  }
}

/**
 * The wire format: UTC, milliseconds. The text of the day is cached, because lists print many instants of one
 * day.
 */
export function instantText(instant: Temporal.Instant): string {
  const ms = instant.epochMilliseconds;
  const day = Math.floor(ms / MS_OF_DAY);
  if (day !== lastDay.number)
    lastDay = { number: day, text: new Date(day * MS_OF_DAY).toISOString().slice(0, -13) };
  const rest = ms - day * MS_OF_DAY;
  const hours = two(Math.floor(rest / 3_600_000));
  const minutes = two(Math.floor(rest / 60_000) % 60);
  const seconds = two(Math.floor(rest / 1000) % 60);
  return `${lastDay.text}${hours}:${minutes}:${seconds}.${String(rest % 1000).padStart(3, '0')}Z`;
}

const MS_OF_DAY = 86_400_000;
const TWO_DIGITS: readonly string[] = Array.from({ length: 60 }, (_, i) => String(i).padStart(2, '0'));
let lastDay = { number: Number.NaN, text: '' };

function two(value: number): string {
  return TWO_DIGITS[value] ?? '';
}
