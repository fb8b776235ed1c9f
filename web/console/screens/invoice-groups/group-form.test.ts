import { expect, test } from 'vitest';
import type { InvoiceGroup } from '../../../api/generated/types.ts';
import { type GroupFields, groupForm } from './group-form.ts';
import { newGroupOf } from './group-request.ts';

const say = Object.assign((key: string) => key, { count: (key: string) => key });
const words = { t: say, ofAddress: say };
const form = groupForm(null, words);
const filled: GroupFields = {
  ...form.initial,
  ...{ name: ' Acme ', email: 'bill@acme.example', members: [{ id: 'a' }, { id: 'b' }, { id: 'a' }] },
};

test.each<[string, Partial<GroupFields>, string[]]>([
  ['complete', {}, []],
  ['no name', { name: ' ' }, ['name']],
  ['no address for mail', { email: 'x' }, ['email']],
  ['too long a term', { netTermDays: '366' }, ['netTermDays']],
  ['a term of a part of a day', { netTermDays: '1.5' }, ['netTermDays']],
  ['too long a grace period', { gracePeriod: '91' }, ['gracePeriod']],
  ['a country of three letters', { country: 'USA' }, ['country']],
  ['an empty tax id', { taxIds: [{ type: 'EU_VAT', country: '', value: '' }] }, ['taxIds.0.value']],
  ['no account', { members: [] }, ['members.0.id']],
  ['a row without an account', { members: [{ id: 'a' }, { id: '' }] }, ['members.1.id']],
])('%s', (_, change, errors) => expect(Object.keys(form.check({ ...filled, ...change }))).toEqual(errors));

test('a new group names each account once, and leaves defaults to the service', () => {
  expect(newGroupOf(form.read(filled))).toEqual({
    ...{ name: 'Acme', email: 'bill@acme.example', dailyInvoiceConsolidation: true },
    ...{ address: {}, taxIds: [], accountIds: ['a', 'b'] },
  });
});

test('a change resets what is empty to its default', () => {
  const group = {
    ...{ name: 'Acme', email: 'bill@acme.example', dailyInvoiceConsolidation: false, netTermDays: 14 },
    ...{ gracePeriod: 3, billingAddress: { line1: 'Main Street', country: 'US' } },
    taxIds: [{ type: 'OTHER', value: '1' }],
  } as unknown as InvoiceGroup;
  const edit = groupForm(group, words);
  expect(edit.check(edit.initial)).toEqual({});
  expect(edit.read({ ...edit.initial, netTermDays: '', gracePeriod: '5', country: 'de' }).body).toEqual({
    ...{ name: 'Acme', email: 'bill@acme.example', dailyInvoiceConsolidation: false },
    ...{ netTermDays: null, gracePeriod: 5, address: { line1: 'Main Street', country: 'DE' } },
    taxIds: [{ type: 'OTHER', value: '1' }],
  });
});
