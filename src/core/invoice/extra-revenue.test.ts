import { expect, test } from 'vitest';
import { decimalText } from '../decimal.ts';
import { readExtraRevenue } from './extra-revenue.ts';
import { type ChargeInput, computeInvoice, type InvoiceInputs } from './index.ts';

const FEE: InvoiceInputs = {
  ...{ engine: 1, currency: 'USD', roundingMode: 'HALF_UP', timeZone: 'UTC', timing: 'IN_ARREARS' },
  cycle: {
    ...{ start: '2030-05-01', end: '2030-06-01', nominalStart: '2030-05-01', nominalEnd: '2030-06-01' },
    ...{ billedDays: 31, nominalDays: 31, ordinal: 0 },
  },
  pricePlan: { id: 'pp.1', name: 'Plan', version: 1, scheduleId: 'sch.1' },
  cards: [
    {
      ...{ type: 'FIXED_FEE', name: 'fee', billableId: 'addon.1', displayName: 'Fee', rate: '40' },
      ...{ feeType: 'RECURRING', isProrated: false, billedDays: 31, nominalDays: 31 },
      recurrence: { interval: 1, offset: 0 },
    },
  ],
};

const rules: InvoiceInputs['rules'] = [
  {
    ...{ id: 'r1', version: 1, name: 'Half', order: 1 },
    computation: '{"*":[{"var":"revenue.ff.addon.1"},0.5]}',
    action: { type: 'UPDATE', target: 'revenue.ff.addon.1' },
  },
  { ...{ id: 'r2', version: 1, name: 'On top', order: 2, computation: '7' }, action: { type: 'ADD' } },
];
const counted: ChargeInput = { name: 'Setup', value: '12.5', considerForRevenue: true };
const commitment: InvoiceInputs['commitment'] = {
  ...{ name: 'minimum', displayName: 'Minimum', amount: '100', billedDays: 31, nominalDays: 31 },
};

test.each<[what: string, change: Partial<InvoiceInputs>, extra: string[]]>([
  ['a plain invoice', {}, []],
  ['charges', { charges: [{ name: 'Tip', value: '3' }, counted] }, ['- 12.5']], //    only what counts
  [
    'a charge of both names',
    { charges: [counted, { name: 'Setup', value: '9', isStanding: true }] },
    ['- 12.5'],
  ],
  ['a standing charge', { charges: [{ ...counted, isStanding: true }] }, ['- 12.5']],
  ['rules', { rules }, ['addon.1 -20', '- 7']], //                                    40 × 0.5 − 40
  ['a commitment', { commitment }, ['- 60']], //                                      100 − 40
  ['all', { rules, commitment, charges: [counted] }, ['addon.1 -20', '- 80', '- 7', '- 12.5']], // 100 − 20
])('%s', (_what, change, extra) => {
  const inputs = { ...FEE, ...change };
  const found = readExtraRevenue(inputs, computeInvoice(inputs));
  expect(found.map(({ billableId, amount }) => `${billableId ?? '-'} ${decimalText(amount)}`)).toEqual(extra);
});
