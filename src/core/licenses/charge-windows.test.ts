import { expect, test } from 'vitest';
import { decimal } from '../decimal.ts';
import type { DateRange } from '../period.ts';
import { startOfDay } from '../period-zone.ts';
import { chargeWindows } from './charge-windows.ts';
import { countedQuantities, namedQuantities } from './quantities.ts';

const date = (day: string) => Temporal.PlainDate.from(`2030-${day}`);
const at = (day: string) => startOfDay(date(day), 'UTC');
const days = (start: string, end: string): DateRange => ({ start: date(start), end: date(end) });

/** April from the 16th on, of a chain since 1 April. */
const PLACE = {
  cycle: { ...days('04-16', '05-01'), nominalStart: date('04-01'), nominalEnd: date('05-01') },
  resolved: { interval: 'MONTHLY', day: 1 },
  chainStart: date('04-01'),
} as const;

/** Three, nine from the 11th on and five from the 14th on. */
const counted = countedQuantities(
  [
    { at: at('03-01'), quantity: decimal('3') },
    { at: at('04-11'), quantity: decimal('9') },
    { at: at('04-14'), quantity: decimal('5') },
  ],
  'UTC',
);
const span = (name: string, from: string, until: string) => ({ name, from: at(from), until: at(until) });
/** Ann until the 10th, Ben from the 11th to the 13th, Cy all the time. */
const named = namedQuantities(
  [span('ann', '03-01', '04-10'), span('ben', '04-11', '04-14'), span('cy', '03-01', '05-01')],
  'UTC',
);

test.each<[title: string, sold: DateRange[] | undefined, counted: string, named: string]>([
  // What it comes to less what is paid. By names: those of all days that were sold and of the rest of April.
  ['not looked at: by the chain', undefined, '9 - 9', '3 - 3'],
  ['by nobody', [], '5', '1'],
  ['to the end', [days('04-01', '04-16')], '9 - 9', '3 - 3'],
  ['before the peak', [days('04-01', '04-10')], '5 - 3', '2 - 2'], // nobody had to pay for the nine
  ['since the peak', [days('04-14', '04-16')], '5 - 5', '1 - 1'],
  ['in two parts', [days('04-01', '04-05'), days('04-12', '04-14')], '9 - 9', '3 - 3'],
  ['in March', [days('03-01', '04-01')], '5', '1'],
])('an unprorated licence in the second half of April, sold before %s', (_title, sold, ...expected) => {
  const terms = { isProrated: false, usageCycle: null };
  const shown = [counted, named].map((quantities) => {
    const context = { ...PLACE, ...(sold && { soldBefore: sold }) };
    return chargeWindows(terms, context, quantities).map(({ runs: [run], paidQuantity }) =>
      [run?.quantity, ...(paidQuantity === undefined ? [] : [paidQuantity])].join(' - '),
    );
  });
  expect(shown.flat()).toEqual(expected);
});
