import { expect, test } from 'vitest';
import { type GrantFields, grantForm, previewOf } from './grant-form.ts';

const say = Object.assign((key: string) => key, { count: (key: string) => key });
const form = grantForm({ accountId: 'acme', today: '2030-01-10' }, say);
const filled = { ...form.initial, purpose: ' Goodwill ', amount: '1,000.05' };
const wrong = (change: Partial<GrantFields>) => Object.entries(form.check({ ...filled, ...change }));

test.each<[string, Partial<GrantFields>, [string, string][]]>([
  ['complete', {}, []],
  ['no account', { accountId: '' }, [['accountId', 'accountMissing']]],
  ['no purpose', { purpose: ' ' }, [['purpose', 'purposeMissing']]],
  ['no amount', { amount: '' }, [['amount', 'amountInvalid']]],
  ['an amount of zero', { amount: '0' }, [['amount', 'amountInvalid']]],
  ['a negative amount', { amount: '-1' }, [['amount', 'amountInvalid']]],
  ['no first day', { effectiveFrom: '' }, [['effectiveFrom', 'fromMissing']]],
  ['an end before it', { effectiveUntil: '2030-01-09' }, [['effectiveUntil', 'untilReversed']]],
  [
    'an end in the past',
    { effectiveFrom: '2029-01-01', effectiveUntil: '2030-01-09' },
    [['effectiveUntil', 'untilPast']],
  ],
  ['a priority of 0', { priority: '0' }, [['priority', 'priorityInvalid']]],
  ['a priority of 101', { priority: '101' }, [['priority', 'priorityInvalid']]],
  ['charges, but none chosen', { scope: 'CHOSEN' }, [['scope', 'scopeMissing']]],
  [
    'a meter, but none chosen',
    { scope: 'CHOSEN', ALL_OVERAGE_RATE_CARDS: true, billables: [{ kind: 'METER', id: '' }] },
    [['billables.0.id', 'billableMissing']],
  ],
])('%s', (_, change, expected) => expect(wrong(change)).toEqual(expected));

test('what is sent has every digit, and only what was chosen', () => {
  const scoped: GrantFields = {
    ...filled,
    ...{ scope: 'CHOSEN', ALL_USAGE_METER_RATE_CARDS: true, billables: [{ kind: 'METER', id: 'meter-1' }] },
    ...{ effectiveUntil: '2030-12-31', grantorId: 'campaign', idempotencyKey: 'once' },
  };
  expect(JSON.stringify(form.read(scoped))).toBe(
    '{"accountId":"acme","purpose":"Goodwill","creditAmount":1000.05,"effectiveFrom":"2030-01-10",' +
      '"priority":10,"effectiveUntil":"2030-12-31",' +
      '"applicableEntityIds":["ALL_USAGE_METER_RATE_CARDS","meter-1"],' +
      '"grantorId":"campaign","idempotencyKey":"once"}',
  );
  expect(form.read({ ...scoped, scope: 'ALL' })).not.toHaveProperty('applicableEntityIds');
});

test('the preview needs an account and an amount', () => {
  expect(previewOf({ ...filled, amount: '' })).toBeNull();
  expect(previewOf({ ...filled, accountId: '' })).toBeNull();
  expect(previewOf({ ...filled, purpose: '' })).toMatchObject({ purpose: '—', accountId: 'acme' });
});
