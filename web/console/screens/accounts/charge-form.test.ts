import { expect, it } from 'vitest';
import { chargeForm, NEW_CHARGE } from './charge-form.ts';

const say = ((key: string) => key) as unknown as Parameters<typeof chargeForm>[1];
const LOGIC = '{"*":[{"var":"calls"},0.1]}';

it('shows and sends amounts, logic, and what a program has sent as rate and quantity', () => {
  const stored = [
    { name: 'Late usage', value: '12.50', considerForRevenue: true },
    { name: 'Levy', value: LOGIC },
    { name: 'Support', rate: '20', quantity: '2' },
  ] as unknown as Parameters<typeof chargeForm>[0];
  const form = chargeForm(stored, say);
  expect(form.check(form.initial)).toEqual({});
  expect(JSON.parse(JSON.stringify(form.read(form.initial)))).toMatchObject([
    { name: 'Late usage', value: '12.50', considerForRevenue: true },
    { name: 'Levy', value: LOGIC },
    { name: 'Support' },
  ]);
  expect(form.read(form.initial)[2]).not.toHaveProperty('value');
});

it.each([
  [{ name: ' ', value: '1' }, { 'charges.1.name': 'chargeNameMissing' }],
  [{ name: 'Levy ', value: '1' }, { 'charges.1.name': 'chargeTwice' }],
  [{ name: 'Fee', value: '' }, { 'charges.1.value': 'chargeInvalid' }],
  [{ name: 'Fee', value: '{"*"' }, { 'charges.1.value': 'chargeInvalid' }],
  [{ name: 'Fee', value: '[1]' }, { 'charges.1.value': 'chargeInvalid' }],
  [{ name: 'Fee', value: '-3.5' }, {}],
  [{ name: 'Fee', value: LOGIC }, {}],
])('%j', (row, errors) => {
  const first = { ...NEW_CHARGE, name: 'Levy', value: '1' };
  expect(chargeForm([], say).check({ charges: [first, { ...NEW_CHARGE, ...row }] })).toEqual(errors);
});
