import { expect, it } from 'vitest';
import { decimal } from '../decimal.ts';
import {
  findExpiringCredits,
  findFirstOfVersion,
  findMissingDetails,
  findMissingTaxId,
  findObstacles,
  findOtherWalletCurrency,
  findRemovedOverride,
  findUnusedCredits,
} from './agreement-rules.ts';
import type { CheckedCredit } from './facts.ts';
import { type BuyerDetail, DEFAULT_TERMS } from './terms.ts';

const plan = { id: 'pp.1', name: 'Growth', version: 3 };

it('FIRST_INVOICE_OF_PLAN_VERSION: unless an earlier invoice of the account had the version', () => {
  expect(findFirstOfVersion({ plan: { ...plan, wasBilledBefore: false } })).toEqual([
    { subject: 'pp.1', figures: { plan: 'Growth', version: '3' } },
  ]);
  expect(findFirstOfVersion({ plan: { ...plan, wasBilledBefore: true } })).toEqual([]);
  expect(findFirstOfVersion({ plan: null })).toEqual([]);
});

it.each([
  // earlier cycle, now
  [true, false, 1],
  [true, true, 0],
  [false, false, 0],
  [false, true, 0],
])('OVERRIDE_REMOVED: own prices before %s, now %s: %d', (earlier, now, expected) => {
  expect(findRemovedOverride({ overrides: { earlier, now } })).toHaveLength(expected);
});

const credit = (free: string, lastDay: string | null, payable = '0'): CheckedCredit => ({
  ...{ id: 'crd.1', purpose: 'Welcome', free: decimal(free), payable: decimal(payable) },
  lastDay: lastDay === null ? null : Temporal.PlainDate.from(lastDay),
});
const dueDay = Temporal.PlainDate.from('2030-03-05');

it.each([
  // unused  last day       found
  ['10', '2030-03-04', 1],
  ['10', '2030-03-05', 0], // still valid on the due date
  ['0.01', '2030-03-04', 1],
  ['0', '2030-03-04', 0], //  all of it is used
  ['10', null, 0], //         no end
  ['10', '2031-01-01', 0],
])('CREDIT_EXPIRES_BEFORE_DUE: %s unused until %s, due 2030-03-05: %d', (free, lastDay, expected) => {
  expect(findExpiringCredits({ credits: [credit(free, lastDay)], dueDay })).toHaveLength(expected);
});

it('CREDIT_EXPIRES_BEFORE_DUE names the credit, its balance and both days', () => {
  expect(findExpiringCredits({ credits: [credit('12.50', '2030-02-28')], dueDay })).toEqual([
    {
      subject: 'crd.1',
      figures: { credit: 'Welcome', amount: '12.5', lastDay: '2030-02-28', dueDay: '2030-03-05' },
    },
  ]);
});

it.each([
  // unused  payable  found
  ['10', '5', 1],
  ['0.01', '0.01', 1],
  ['10', '0', 0], //  its days or scope differ, or credits already pay every line
  ['0', '5', 0], //   nothing is left of it
  ['10', '-5', 0], // the lines return money
])('CREDITS_UNUSED: %s unused, %s payable: %d', (free, payable, expected) => {
  expect(findUnusedCredits({ credits: [credit(free, null, payable)] })).toHaveLength(expected);
});

it.each<[string, BuyerDetail[], string]>([
  // what the buyer has   required                          missing
  ['ADDRESS EMAIL', ['ADDRESS', 'EMAIL'], ''],
  ['EMAIL', ['ADDRESS', 'EMAIL'], 'ADDRESS'],
  ['ADDRESS', ['ADDRESS', 'EMAIL'], 'EMAIL'],
  ['', ['ADDRESS', 'EMAIL'], 'ADDRESS EMAIL'],
  ['', ['EMAIL'], 'EMAIL'], //            invoices are only mailed
  ['', [], ''],
])('DETAILS_MISSING: has [%s], needs %j: [%s]', (has, required, expected) => {
  const buyer = {
    hasAddress: has.includes('ADDRESS'),
    hasEmail: has.includes('EMAIL'),
    hasTaxId: false,
  };
  const found = findMissingDetails({ buyer }, { required });
  expect(found.map(({ subject }) => subject).join(' ')).toBe(expected);
});

it.each([
  ['USD', 'USD', 0],
  [null, 'USD', 0], // no wallet
  ['EUR', 'USD', 1],
])('WALLET_CURRENCY_DIFFERS: wallet %s, invoice %s: %d', (walletCurrency, currency, expected) => {
  expect(findOtherWalletCurrency({ walletCurrency, currency })).toHaveLength(expected);
});

it.each([
  [true, 0],
  [false, 1],
])('TAX_ID_MISSING: a buyer with a tax id %s: %d', (hasTaxId, expected) => {
  expect(findMissingTaxId({ buyer: { hasAddress: true, hasEmail: true, hasTaxId } })).toHaveLength(expected);
});

it('CANNOT_BE_ISSUED: one for each reason', () => {
  expect(findObstacles({ obstacles: [] })).toEqual([]);
  const obstacles = [{ type: 'CONFIGURATION_ERROR', value: 'card calls has no price in EUR' }];
  expect(findObstacles({ obstacles })).toEqual([
    { subject: 'CONFIGURATION_ERROR.1', figures: { reason: 'card calls has no price in EUR' } },
  ]);
});

it('requires an address and an e-mail address by default', () => {
  expect(DEFAULT_TERMS.required).toEqual(['ADDRESS', 'EMAIL']);
});
