import { describe, expect, test } from 'vitest';
import { nominalCycleAt } from '../period.ts';
import type { ResolvedCycle } from '../period-config.ts';
import { type UsageCycle, usageWindows } from './windows.ts';

const date = Temporal.PlainDate.from;

/** `01-01 7/7, 01-08 7/7`: start, days and days of the uncut window. */
function show(
  resolved: ResolvedCycle,
  [start, end]: [string, string],
  usageCycle: UsageCycle | null,
): string {
  const nominal = nominalCycleAt(resolved, date(start));
  const cycle = { nominalStart: nominal.start, nominalEnd: nominal.end, start: date(start), end: date(end) };
  return usageWindows(cycle, usageCycle, resolved)
    .map((each) => `${String(each.start).slice(5)} ${each.start.until(each.end).days}/${each.nominalDays}`)
    .join(', ');
}

const MONTHLY: ResolvedCycle = { interval: 'MONTHLY', day: 1 };
const QUARTERS: ResolvedCycle = { interval: 'QUARTERLY', day: 'LAST', month: 1 };
const YEARS: ResolvedCycle = { interval: 'ANNUALLY', day: 30, month: 11 };

describe('windows of a cycle', () => {
  test.each<[cycle: ResolvedCycle, days: [string, string], usageCycle: UsageCycle | null, windows: string]>([
    [MONTHLY, ['2030-04-01', '2030-05-01'], null, '04-01 30/30'],
    [MONTHLY, ['2030-04-11', '2030-05-01'], null, '04-11 20/30'],
    [MONTHLY, ['2030-02-01', '2030-03-01'], 'WEEKLY', '02-01 7/7, 02-08 7/7, 02-15 7/7, 02-22 7/7'],
    [
      MONTHLY,
      ['2030-04-01', '2030-05-01'],
      'WEEKLY',
      '04-01 7/7, 04-08 7/7, 04-15 7/7, 04-22 7/7, 04-29 2/7',
    ],
    // Both parts of a cycle that an edit cut have the borders of the whole.
    [MONTHLY, ['2030-04-01', '2030-04-11'], 'WEEKLY', '04-01 7/7, 04-08 3/7'],
    [MONTHLY, ['2030-04-11', '2030-05-01'], 'WEEKLY', '04-11 4/7, 04-15 7/7, 04-22 7/7, 04-29 2/7'],
    // 31 January, 28 February, 31 March, 30 April: no window of one day at the end.
    [QUARTERS, ['2030-01-31', '2030-04-30'], 'MONTHLY', '01-31 28/28, 02-28 31/31, 03-31 30/30'],
    [QUARTERS, ['2030-04-30', '2030-07-31'], 'MONTHLY', '04-30 31/31, 05-31 30/30, 06-30 31/31'],
    [YEARS, ['2029-11-30', '2030-11-30'], 'QUARTERLY', '11-30 90/90, 02-28 91/91, 05-30 92/92, 08-30 92/92'],
    [YEARS, ['2029-11-30', '2030-11-30'], 'HALF_YEARLY', '11-30 181/181, 05-30 184/184'],
    // Longer than the cycle, as an override of the cycle may leave it: one window, cut.
    [MONTHLY, ['2030-04-01', '2030-05-01'], 'QUARTERLY', '04-01 30/91'],
    [{ interval: 'WEEKLY', day: 3 }, ['2030-05-29', '2030-06-05'], 'MONTHLY', '05-29 7/31'],
  ])('%o %o by %s', (cycle, days, usageCycle, windows) => {
    expect(show(cycle, days, usageCycle)).toBe(windows);
  });
});
