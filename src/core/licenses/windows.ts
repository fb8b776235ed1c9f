import { type DateRange, daysBetween, nominalCycleAt } from '../period.ts';
import type { ResolvedCycle } from '../period-config.ts';

/** Length of the windows of a license card. */
export type UsageCycle = 'WEEKLY' | 'MONTHLY' | 'QUARTERLY' | 'HALF_YEARLY' | 'ANNUALLY';

const MONTHS = { MONTHLY: 1, QUARTERLY: 3, HALF_YEARLY: 6, ANNUALLY: 12 } as const;

/** A nominal pricing cycle and its billed part. */
export interface WindowedCycle extends DateRange {
  nominalStart: Temporal.PlainDate;
  nominalEnd: Temporal.PlainDate;
}

/** A part of a cycle that is rated on its own. */
export interface UsageWindow extends DateRange {
  /** Start of the uncut window, in its own cycle. */
  nominalStart: Temporal.PlainDate;
  /** Days of the uncut window. */
  nominalDays: number;
}

/**
 * The windows of the billed part of a cycle (`metering-pricing.md` 12.4). They begin with the nominal cycle
 * and advance by 7 days or by months, so that both parts of a cycle split by an edit have the same borders;
 * the last one ends with the cycle. Months are counted from the day on which the cycles begin, so that cycles
 * of the 31st or the last day have no window of a single day. Without a usage cycle the pricing cycle is the
 * only window.
 */
export function usageWindows(
  cycle: WindowedCycle,
  usageCycle: UsageCycle | null,
  resolved: ResolvedCycle,
): UsageWindow[] {
  const { nominalStart, nominalEnd } = cycle;
  if (usageCycle === null) {
    const nominalDays = daysBetween({ start: nominalStart, end: nominalEnd });
    return [{ start: cycle.start, end: cycle.end, nominalStart, nominalDays }];
  }
  const steps = stepsOf(usageCycle, nominalStart, resolved);
  const windows: UsageWindow[] = [];
  for (let day = nominalStart; isBefore(day, nominalEnd); ) {
    const window = nominalCycleAt(steps, day);
    const start = isBefore(window.start, cycle.start) ? cycle.start : window.start;
    const end = isBefore(cycle.end, window.end) ? cycle.end : window.end;
    const isBilled = isBefore(start, end);
    if (isBilled) windows.push({ start, end, nominalStart: day, nominalDays: daysBetween(window) });
    day = window.end;
  }
  return windows;
}

/** The windows as cycles of their own, one of which begins where the pricing cycle does. */
function stepsOf(usageCycle: UsageCycle, start: Temporal.PlainDate, resolved: ResolvedCycle): ResolvedCycle {
  if (usageCycle === 'WEEKLY') return { interval: usageCycle, day: start.dayOfWeek };
  // Cycles counted in days begin on any day of a month.
  const day = Object.hasOwn(MONTHS, resolved.interval) ? resolved.day : start.day;
  return { interval: usageCycle, day, month: ((start.month - 1) % MONTHS[usageCycle]) + 1 };
}

function isBefore(a: Temporal.PlainDate, b: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(a, b) < 0;
}
