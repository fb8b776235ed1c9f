import { expect, test } from 'vitest';
import type { ApprovalPolicy } from '../../../api/generated/types.ts';
import { policyForm } from './policy-form.ts';

const say = Object.assign((key: string) => key, { count: (key: string) => key }) as never;
const stored = {
  rules: [{ kind: 'REFUND', limits: [{ currency: 'EUR', amount: '500' }] }, { kind: 'DELETION' }],
  exemptApiKeyIds: ['key.1'],
} as unknown as ApprovalPolicy;
const none = { rules: [], exemptApiKeyIds: [] };
const sent = (value: unknown) => JSON.parse(JSON.stringify(value));

test('what is stored is shown, and unchanged it is sent as it was', () => {
  const form = policyForm(stored, say);
  expect(form.initial).toEqual({
    ...{ FINALIZATION: false, REFUND: true, DELETION: true, limitsOfFINALIZATION: [] },
    ...{ limitsOfREFUND: [{ currency: 'EUR', amount: '500' }], keys: [{ id: 'key.1' }] },
  });
  expect(form.check(form.initial)).toEqual({});
  expect(sent(form.read(form.initial))).toEqual({
    rules: [{ kind: 'REFUND', limits: [{ currency: 'EUR', amount: 500 }] }, { kind: 'DELETION' }],
    exemptApiKeyIds: ['key.1'],
  });
});

test('amounts of a kind that is not chosen are not sent', () => {
  const form = policyForm(stored, say);
  expect(sent(form.read({ ...form.initial, REFUND: false })).rules).toEqual([{ kind: 'DELETION' }]);
});

test.each([
  // rows                                                                     errors
  [[{ currency: 'eur', amount: '0' }], {}],
  [[{ currency: 'EURO', amount: '1' }], { currency: 'currencyInvalid' }],
  [[{ currency: 'EUR', amount: '' }], { amount: 'amountInvalid' }],
  [[{ currency: 'EUR', amount: '-1' }], { amount: 'amountInvalid' }],
] as const)('amounts %j: %j', (rows, errors) => {
  const form = policyForm(none, say);
  const found = form.check({ ...form.initial, REFUND: true, limitsOfREFUND: [...rows] });
  const expected = Object.entries(errors).map(([member, error]) => [`limitsOfREFUND.0.${member}`, error]);
  expect(found).toEqual(Object.fromEntries(expected));
});

test('a currency stands in the list once, and a key is chosen', () => {
  const form = policyForm(none, say);
  const rows = [
    { currency: 'EUR', amount: '1' },
    { currency: 'eur', amount: '2' },
  ];
  expect(form.check({ ...form.initial, REFUND: true, limitsOfREFUND: rows, keys: [{ id: '' }] })).toEqual({
    'limitsOfREFUND.1.currency': 'currencyTwice',
    'keys.0.id': 'keyMissing',
  });
});
