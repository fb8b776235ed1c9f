import { locale } from './locale.ts';

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const CLOCK = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, options);
  formats.set(key, made);
  return made;
}

/** `1 Oct 2026` in a time zone. */
export function formatDay(instant: string, zone = 'UTC'): string {
  return formatOf({ ...DAY, timeZone: zone }).format(new Date(instant));
}

/** `1 Oct 2026, 14:00`: the hour that begins. */
export function formatHour(instant: string, zone = 'UTC'): string {
  return formatOf({ ...DAY, hour: '2-digit', minute: '2-digit', timeZone: zone }).format(new Date(instant));
}

/** `14:00`, for the axis of a chart of few days; of seconds since 1970. */
export function formatAxisHour(seconds: number, zone = 'UTC'): string {
  const date = new Date(seconds * 1000);
  return formatOf({ hour: '2-digit', minute: '2-digit', timeZone: zone }).format(date);
}

/** `1 Oct`, for the axis of a chart; of seconds since 1970. */
export function formatAxisDay(seconds: number, zone = 'UTC'): string {
  return formatOf({ day: 'numeric', month: 'short', timeZone: zone }).format(new Date(seconds * 1000));
}

/** `Oct 2026`, for an axis of months; of a day, `2026-10-01`. */
export function formatAxisMonth(day: string): string {
  return formatOf({ month: 'short', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}

/** `1 Oct 2026, 14:03:11 UTC`. */
export function formatInstant(instant: string, zone = 'UTC'): string {
  return formatOf({ ...DAY, ...CLOCK, timeZone: zone, timeZoneName: 'short' }).format(new Date(instant));
}

/** `1 Oct 2026, 14:03:11` in UTC, for columns of moments. */
export function formatMoment(instant: string): string {
  return formatOf({ ...DAY, ...CLOCK, hourCycle: 'h23', timeZone: 'UTC' }).format(new Date(instant));
}

/** `14:03:11 UTC`, for what happened a moment ago. */
export function formatClock(instant: string, zone = 'UTC'): string {
  return formatOf({ ...CLOCK, timeZone: zone, timeZoneName: 'short' }).format(new Date(instant));
}

/** `14:03:11` in UTC, for columns of a screen that names the zone. */
export function formatClockTime(instant: string): string {
  return formatOf({ ...CLOCK, hourCycle: 'h23', timeZone: 'UTC' }).format(new Date(instant));
}

/** A billing period, whose end is exclusive: `1–31 Oct 2026 (UTC)`. */
export function formatPeriod(start: string, end: string, zone = 'UTC'): string {
  const last = new Date(new Date(end).getTime() - 1);
  const range = formatOf({ ...DAY, timeZone: zone });
  return `${range.formatRange(new Date(start), last)} (${zone})`;
}

/** The start of a day, `2030-01-31`, in a time zone, in ms since 1970. */
export function startOfDayMs(day: string, zone: string): number {
  const midnight = new Date(`${day}T00:00:00Z`).getTime();
  // The offset of the zone at its own midnight, which the first guess may miss by a change of the clock.
  const guess = midnight - offsetMs(midnight, zone);
  return midnight - offsetMs(guess, zone);
}

/** The day, `2030-01-31`, that an instant belongs to in a time zone. */
export function dayIn(instant: string, zone: string): string {
  const at = new Date(instant).getTime();
  return new Date(at + offsetMs(at, zone)).toISOString().slice(0, 10);
}

/** The day of the calendar that many days later; earlier, if they are negative. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** How far the clocks of a zone are ahead of UTC. */
function offsetMs(at: number, zone: string): number {
  const parts = formatOf({
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    ...{ second: '2-digit', hourCycle: 'h23', calendar: 'iso8601', numberingSystem: 'latn', timeZone: zone },
  }).formatToParts(new Date(at));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  const local = `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}:${of('second')}Z`;
  return new Date(local).getTime() - at;
}

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

let relative: Intl.RelativeTimeFormat | undefined;

/** `3 minutes ago`; the full time stands in the tooltip. */
export function formatRelative(instant: string, now: string): string {
  relative ??= new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'long' });
  const seconds = Math.round((new Date(instant).getTime() - new Date(now).getTime()) / 1000);
  const [unit, size] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1];
  return relative.format(Math.trunc(seconds / size), unit);
}

/** A step of the clock later; a month keeps the day where the next month has it. */
export function later(instant: string, step: 'hour' | 'day' | 'week' | 'month'): string {
  const date = new Date(instant);
  if (step !== 'month') return new Date(date.getTime() + STEP_MS[step]).toISOString();
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + 1);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.toISOString();
}

const STEP_MS = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;

let aheadMs = 0;

/** The organization's clock, which a sandbox can move: how far it is ahead of this machine's. */
export function setClock(instant: string): void {
  aheadMs = new Date(instant).getTime() - Date.now();
}

/** The time of the organization's clock. */
export function now(): string {
  return new Date(Date.now() + aheadMs).toISOString();
}
