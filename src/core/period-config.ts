/** CUSTOM_DAYS is an extension: cycles of `intervalDays` days (decision 0030). */
export type CycleInterval = 'WEEKLY' | 'MONTHLY' | 'QUARTERLY' | 'HALF_YEARLY' | 'ANNUALLY' | 'CUSTOM_DAYS';

/** A pricing cycle as in plans and overrides on the wire. Offsets are texts; `NIL` means none. */
export interface PricingCycleConfig {
  interval: CycleInterval;
  startOffset?: { dayOffset: string; monthOffset?: string | null } | null;
  /** Days after the end of a cycle during which its late events still count. */
  gracePeriod: number;
  /** The date of association determines the offsets; configured offsets are ignored. */
  anniversaryCycle?: boolean;
  /** For CUSTOM_DAYS, from 1 to 366. */
  intervalDays?: number;
  /** For CUSTOM_DAYS: a day on which a cycle begins; the date of association when absent. */
  anchorDate?: string;
}

/** The resolved start of a schedule's cycles: plain JSON, stored on the schedule. */
export interface ResolvedCycle {
  interval: CycleInterval;
  /**
   * WEEKLY: weekday 1 (Monday) to 7. CUSTOM_DAYS: the same in "weeks" of `days` days, counted from Monday
   * 1970-01-05, so that equal borders have equal texts whatever their anchor. Otherwise the day of the month,
   * or the closest earlier day where it does not exist.
   */
  day: number | 'LAST';
  /** For CUSTOM_DAYS. */
  days?: number;
  /** Month within the calendar quarter, half or year, from 1. Absent for intervals without it. */
  month?: number;
}

interface IntervalRule {
  maxDay: number;
  maxMonth: number;
  maxGraceDays: number;
}

/**
 * Grace ends before the next cycle does, so that at most one finished cycle is open. Shortest cycles: 28 days
 * (February), 89 (February to April), 181 (January to June), 365; grace has one day less and 90 at most.
 */
const RULES: Record<CycleInterval, IntervalRule> = {
  WEEKLY: { maxDay: 7, maxMonth: 0, maxGraceDays: 6 },
  MONTHLY: { maxDay: 31, maxMonth: 0, maxGraceDays: 27 },
  QUARTERLY: { maxDay: 31, maxMonth: 3, maxGraceDays: 88 },
  HALF_YEARLY: { maxDay: 31, maxMonth: 6, maxGraceDays: 90 },
  ANNUALLY: { maxDay: 31, maxMonth: 12, maxGraceDays: 90 },
  CUSTOM_DAYS: { maxDay: 0, maxMonth: 0, maxGraceDays: 90 },
};
const MAX_INTERVAL_DAYS = 366;
/** The origin of weeks and of cycles of any number of days. */
export const A_MONDAY = Temporal.PlainDate.from('1970-01-05');

/** Problems of a configuration, one sentence each; empty when it is valid (`metering-pricing.md` 14.1). */
export function checkCycleConfig(config: PricingCycleConfig): string[] {
  const rule = Object.hasOwn(RULES, config.interval) ? RULES[config.interval] : undefined;
  if (!rule) return [`interval must be one of ${Object.keys(RULES).join(', ')}.`];
  const problems = checkDays(config);
  if (config.anniversaryCycle !== true) problems.push(...checkOffsets(config, rule));
  const { interval, gracePeriod, intervalDays } = config;
  const maxGraceDays =
    interval === 'CUSTOM_DAYS'
      ? Math.min(rule.maxGraceDays, Math.max(1, intervalDays ?? 1) - 1)
      : rule.maxGraceDays;
  if (!Number.isInteger(gracePeriod) || gracePeriod < 0 || gracePeriod > maxGraceDays)
    problems.push(
      `gracePeriod must be a whole number of days from 0 to ${maxGraceDays} for ${nameInterval(config)}.`,
    );
  return problems;
}

/** `MONTHLY`, `CUSTOM_DAYS of 10 days`. Cycles with the same name have the same length. */
export function nameInterval(config: Pick<PricingCycleConfig, 'interval' | 'intervalDays'>): string {
  const { interval, intervalDays } = config;
  return interval === 'CUSTOM_DAYS' ? `${interval} of ${intervalDays} days` : interval;
}

/**
 * Resolves where the cycles of a schedule begin (`metering-pricing.md` 14.1 and 14.3). Absent offsets mean
 * the first day (Monday, the 1st) of the first month. Expects a configuration that `checkCycleConfig`
 * accepts.
 */
export function resolveOffsets(
  config: PricingCycleConfig,
  associationDate: Temporal.PlainDate,
): ResolvedCycle {
  const { interval, startOffset } = config;
  if (interval === 'CUSTOM_DAYS') return dayOffsets(config, associationDate);
  if (config.anniversaryCycle === true) return anniversaryOffsets(interval, associationDate);
  const { maxMonth } = RULES[interval];
  const dayText = startOffset?.dayOffset ?? '1';
  const day = dayText === 'LAST' ? 'LAST' : Number(dayText);
  if (interval === 'WEEKLY') return { interval, day: day === 'LAST' ? 7 : day };
  if (maxMonth === 0) return { interval, day };
  return { interval, day, month: monthNumber(startOffset?.monthOffset, maxMonth) };
}

/** The members of CUSTOM_DAYS, which other intervals do not have. */
function checkDays({ interval, intervalDays, anchorDate }: PricingCycleConfig): string[] {
  const problems: string[] = [];
  if (interval !== 'CUSTOM_DAYS') {
    if (intervalDays !== undefined) problems.push(`intervalDays must be absent for ${interval}.`);
    if (anchorDate !== undefined) problems.push(`anchorDate must be absent for ${interval}.`);
    return problems;
  }
  const days = intervalDays ?? 0;
  if (!Number.isInteger(days) || days < 1 || days > MAX_INTERVAL_DAYS)
    problems.push(`intervalDays must be a whole number from 1 to ${MAX_INTERVAL_DAYS} for CUSTOM_DAYS.`);
  if (anchorDate !== undefined && !isDate(anchorDate))
    problems.push('anchorDate must be a calendar date, such as 2030-01-31.');
  return problems;
}

function checkOffsets({ interval, startOffset }: PricingCycleConfig, rule: IntervalRule): string[] {
  if (!startOffset) return [];
  if (interval === 'CUSTOM_DAYS') return ['startOffset must be absent for CUSTOM_DAYS; use anchorDate.'];
  const problems: string[] = [];
  const { dayOffset, monthOffset } = startOffset;
  if (dayOffset !== 'LAST' && !isWithin(dayOffset, rule.maxDay))
    problems.push(`dayOffset must be 1 to ${rule.maxDay} or LAST for ${interval}.`);
  if (isNone(monthOffset)) return problems;
  if (rule.maxMonth === 0) problems.push(`monthOffset must be absent or NIL for ${interval}.`);
  else if (!['FIRST', 'LAST'].includes(monthOffset) && !isWithin(monthOffset, rule.maxMonth))
    problems.push(`monthOffset must be 1 to ${rule.maxMonth}, FIRST or LAST for ${interval}.`);
  return problems;
}

/** The 31st and the end of an annual February stay at the month's end; every other day is literal. */
function anniversaryOffsets(interval: CycleInterval, date: Temporal.PlainDate): ResolvedCycle {
  if (interval === 'WEEKLY') return { interval, day: date.dayOfWeek };
  const isAnnualFebruaryEnd = interval === 'ANNUALLY' && date.month === 2 && date.day >= 28;
  const day = date.day === 31 || isAnnualFebruaryEnd ? 'LAST' : date.day;
  const { maxMonth } = RULES[interval];
  return maxMonth === 0 ? { interval, day } : { interval, day, month: ((date.month - 1) % maxMonth) + 1 };
}

/** The distance of a border from Monday 1970-01-05, in cycles of its length. */
function dayOffsets(config: PricingCycleConfig, associationDate: Temporal.PlainDate): ResolvedCycle {
  const { interval, intervalDays: days = 1, anchorDate, anniversaryCycle } = config;
  const isAnchored = anchorDate !== undefined && anniversaryCycle !== true;
  const anchor = isAnchored ? Temporal.PlainDate.from(anchorDate) : associationDate;
  const distance = A_MONDAY.until(anchor, { largestUnit: 'days' }).days;
  return { interval, days, day: distance - Math.floor(distance / days) * days + 1 };
}

function monthNumber(text: string | null | undefined, maxMonth: number): number {
  if (isNone(text) || text === 'FIRST') return 1;
  return text === 'LAST' ? maxMonth : Number(text);
}

function isNone(text: string | null | undefined): text is null | undefined | 'NIL' {
  return text === undefined || text === null || text === 'NIL';
}

/** Only canonical text: the API would return `01` and ` 1` differently from their meaning. */
function isWithin(text: string, max: number): boolean {
  return /^[1-9]\d?$/.test(text) && Number(text) <= max;
}

function isDate(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text).toString() === text;
  } catch {
    return false;
  }
}
