/**
 * The calendar of `metering-pricing.md` 14 once more, written from the specification alone: it knows whether
 * a cycle begins on a day, and walks from day to day. What `src/core/period.ts` computes is compared with it.
 */
type Day = Temporal.PlainDate;

/** A pricing cycle in the words of the wire, and the day of association, which an anniversary goes by. */
export interface Calendar {
  interval: 'WEEKLY' | 'MONTHLY' | 'QUARTERLY' | 'HALF_YEARLY' | 'ANNUALLY' | 'CUSTOM_DAYS';
  dayOffset: string;
  monthOffset: string;
  isAnniversary: boolean;
  associated: Day;
  /** Of CUSTOM_DAYS, with a day on which a cycle begins; without one it is that of association. */
  days?: number;
  anchor?: Day;
}

/** From a day until another one, which is not of it. */
export interface Days {
  start: Day;
  end: Day;
}

/** A day, and the number of the cycle that it lies in: 0 for the one in which the chain begins. */
export interface Page {
  day: Day;
  n: number;
}

export const isBefore = (a: Day, b: Day) => Temporal.PlainDate.compare(a, b) < 0;
export const isIn = (day: Day, { start, end }: Days) => !isBefore(day, start) && isBefore(day, end);
const dayAfter = (day: Day) => day.add({ days: 1 });
const dayBefore = (day: Day) => day.subtract({ days: 1 });

/** 14.2: whether a cycle begins on a day. */
export function beginsOn(calendar: Calendar, day: Day): boolean {
  const { interval, associated, days = 1, anchor = associated, isAnniversary } = calendar;
  if (interval === 'CUSTOM_DAYS') {
    const first = isAnniversary ? associated : anchor;
    return count({ start: first, end: day }) % days === 0;
  }
  const { dayOffset, monthOffset } = isAnniversary ? anniversary(calendar) : calendar;
  if (interval === 'WEEKLY') return day.dayOfWeek === (dayOffset === 'LAST' ? 7 : Number(dayOffset));
  const months = { MONTHLY: 1, QUARTERLY: 3, HALF_YEARLY: 6, ANNUALLY: 12 }[interval];
  const wanted = monthOffset === 'LAST' ? months : Number(monthOffset) || 1;
  const index = ((day.month - 1) % months) + 1;
  if (index !== wanted) return false;
  // "If the day does not exist in a month, the closest previous day."
  const isLast = day.day === day.daysInMonth;
  if (dayOffset === 'LAST') return isLast;
  return day.day === Number(dayOffset) || (isLast && day.day < Number(dayOffset));
}

/** 14.3: the offsets that a day of association stands for. */
function anniversary({ interval, associated }: Calendar): { dayOffset: string; monthOffset: string } {
  const { day, month, dayOfWeek } = associated;
  if (interval === 'WEEKLY') return { dayOffset: String(dayOfWeek), monthOffset: 'NIL' };
  const dayOffset = day === 31 ? 'LAST' : String(day);
  if (interval === 'QUARTERLY') return { dayOffset, monthOffset: String(((month - 1) % 3) + 1) };
  if (interval === 'HALF_YEARLY') return { dayOffset, monthOffset: String(((month - 1) % 6) + 1) };
  if (interval !== 'ANNUALLY') return { dayOffset, monthOffset: 'NIL' };
  if (month === 2 && day >= 28) return { dayOffset: 'LAST', monthOffset: '2' };
  return { dayOffset, monthOffset: String(month) };
}

/** The nominal cycle around a day: back to the day it begins on, and on to the next such day. */
export function cycleAround(calendar: Calendar, day: Day): Days {
  let start = day;
  while (!beginsOn(calendar, start)) start = dayBefore(start);
  let end = dayAfter(day);
  while (!beginsOn(calendar, end)) end = dayAfter(end);
  return { start, end };
}

/**
 * 14.6: every day from the beginning of cycle 0 on, through all of the cycle in which the chain ends and as
 * many `spare` ones.
 */
export function diary(calendar: Calendar, chain: Days, spare: number): Page[] {
  const pages: Page[] = [];
  let { start: day } = cycleAround(calendar, chain.start);
  for (let [n, left] = [0, spare]; left >= 0; n++) {
    do {
      pages.push({ day, n });
      day = dayAfter(day);
    } while (!beginsOn(calendar, day));
    if (!isBefore(day, chain.end)) left--;
  }
  return pages;
}

/** Calendar days, below zero when `end` lies before `start`. */
export function count({ start, end }: Days): number {
  return start.until(end, { largestUnit: 'days' }).days;
}

export interface Fee {
  feeType: 'ONE_TIME' | 'RECURRING';
  timing: 'IN_ADVANCE' | 'IN_ARREARS';
  isProrated: boolean;
  interval: number;
  offset: number;
}

/** A charge: by which schedule, in which of its cycles, for which block, and what part of the rate. */
export interface Charge {
  schedule: number;
  /** The first day that the schedule has of the cycle. */
  cycleStart: string;
  n: number;
  block: string;
  /** `10/31` of a prorated fee, `all` of any other. */
  part: string;
}

/** 14.6, 16.2 and 17.1: all that a fee charges to the schedules of one chain, which follow without a gap. */
export function feeCharges(fee: Fee, schedules: readonly Days[], pages: readonly Page[]): Charge[] {
  const { interval, offset, feeType } = fee;
  const block = (n: number) => {
    if (feeType === 'ONE_TIME') return n === offset ? 0 : null;
    return n < offset ? null : Math.floor((n - offset) / interval);
  };
  const blocks = [...Map.groupBy(pages, ({ n }) => block(n))].filter(([number]) => number !== null);
  return blocks.flatMap(([, days]) => blockCharges(fee, schedules, days));
}

function blockCharges(fee: Fee, schedules: readonly Days[], days: readonly Page[]): Charge[] {
  const billed = schedules.map((schedule) => days.filter(({ day }) => isIn(day, schedule)));
  const isShared = fee.isProrated && fee.feeType === 'RECURRING';
  const payers = billed.flatMap((own, schedule) => (own.length > 0 ? [{ own, schedule }] : []));
  // Each pays for its own days; or the one with the first of all billed days pays everything.
  return (isShared ? payers : payers.slice(0, 1)).map(({ own, schedule }) => {
    const n = (fee.timing === 'IN_ADVANCE' ? own[0] : own.at(-1))?.n ?? -1;
    return {
      ...{ schedule, n, cycleStart: String(own.find((page) => page.n === n)?.day) },
      block: `${days[0]?.day} to ${days.at(-1)?.day}`,
      part: isShared ? `${own.length}/${days.length}` : 'all',
    };
  });
}

const QUARTER_HOUR = { minutes: 15 };

/**
 * 0.3: the instant at which a local day begins. Tries every quarter of an hour, of which every zone's clock
 * changes have been multiples for a long time, until a clock on the wall shows the day, or a later one.
 */
export function midnight(day: Day, zone: string): Temporal.Instant {
  let at = Temporal.Instant.from(`${day}T00:00Z`).subtract({ hours: 27 });
  while (isBefore(at.toZonedDateTimeISO(zone).toPlainDate(), day)) at = at.add(QUARTER_HOUR);
  return at;
}
