import { localDate, startOfDay } from '#core/period-zone.ts';
import { invalidRequest } from '#platform/problem.ts';
import { journalPeriodInvalid, MAX_DAYS } from './problems.ts';

/** Local days of the organization, without the last, and the instants at which they begin and end. */
export interface Period {
  from: Temporal.PlainDate;
  to: Temporal.PlainDate;
  start: Temporal.Instant;
  end: Temporal.Instant;
  timeZone: string;
}

interface Wanted {
  from?: Temporal.PlainDate | string | undefined;
  to?: Temporal.PlainDate | string | undefined;
  now: Temporal.Instant;
  timeZone: string;
  /** The most days, and those of a period that nobody chose. */
  span?: { max: number; fallback: number };
}

const MONTH = { max: MAX_DAYS, fallback: MAX_DAYS };

/** By default the month that ends today. Raises `journalPeriodInvalid`. */
export function readPeriod({ now, timeZone, span: { max, fallback } = MONTH, ...asked }: Wanted): Period {
  const tomorrow = localDate(now, timeZone).add({ days: 1 });
  const first = asked.from === undefined ? null : Temporal.PlainDate.from(asked.from);
  const last = asked.to === undefined ? null : Temporal.PlainDate.from(asked.to);
  const to = last ?? (first ? earlier(first.add({ days: max }), tomorrow) : tomorrow);
  const from = first ?? to.subtract({ days: fallback });
  const days = from.until(to, { largestUnit: 'days' }).days;
  if (days < 1 || days > max) throw journalPeriodInvalid({ from, to, max });
  return { from, to, start: startOfDay(from, timeZone), end: startOfDay(to, timeZone), timeZone };
}

function earlier(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(one, other) < 0 ? one : other;
}

/** The instants at which the days of a period begin. */
export function dayStarts({ from, to, timeZone }: Period): Temporal.Instant[] {
  const { days } = from.until(to, { largestUnit: 'days' });
  return Array.from({ length: days }, (_, index) => startOfDay(from.add({ days: index }), timeZone));
}

/** The same for the filters `from` and `to` of a list, which are days or instants. */
export function readListedPeriod(
  filters: Readonly<Record<string, readonly string[]>>,
  { now, timeZone }: Pick<Wanted, 'now' | 'timeZone'>,
): Period {
  const from = dayOf(filters.from, { name: 'from', operator: 'gte:', timeZone });
  const to = dayOf(filters.to, { name: 'to', operator: 'lt:', timeZone });
  return readPeriod({ from, to, now, timeZone });
}

function dayOf(
  stored: readonly string[] | undefined,
  { name, operator, timeZone }: { name: 'from' | 'to'; operator: string; timeZone: string },
): string | undefined {
  const [value] = stored ?? [];
  if (value === undefined) return undefined;
  if (stored?.length !== 1 || !value.startsWith(operator))
    throw invalidRequest({ problems: [`${name}: must be one date without an operator`] });
  const text = value.slice(operator.length);
  if (!text.includes('T')) return text;
  const day = localDate(Temporal.Instant.from(text), timeZone);
  return String(name === 'from' ? day : day.add({ days: 1 }));
}
