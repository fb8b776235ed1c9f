import { expect, it, test } from 'vitest';
import { findKnownPriceProblems } from './check-known-prices.ts';
import type { RateCardRow } from './store/rate-cards.ts';

type Timing = RateCardRow['invoiceTiming'];

/** Credits at a price each, in USD. */
function entitlement(limit: string, rate: string, invoiceTiming: Timing = 'IN_ADVANCE'): RateCardRow {
  return {
    ...{ referenceId: 'ppv.1', name: 'talk', position: 1, billableId: 'f', displayName: 'F', tag: null },
    ...{ type: 'BILLING_ENTITLEMENT', invoiceTiming },
    details: {
      billingEntitlementRateCard: {
        featureConfigs: [{ effectiveUntil: 'P1M', featureCreditLimit: limit }],
        ratePlan: { pricingModel: 'TIERED', slabs: [{ order: 1, startAfter: '0', priceType: 'PER_UNIT' }] },
        rateValues: [{ currency: 'USD', slabRates: [{ order: 1, rate }] }],
      },
    },
  };
}

/** Credits in money for one price, in USD. */
function grant(rate: string, invoiceTiming: Timing, priceType: 'FLAT' | 'PER_UNIT' = 'FLAT'): RateCardRow {
  const slabDetails = [{ startAfter: '0', priceType, rate }];
  return {
    ...{ referenceId: 'ppv.1', name: 'money', position: 2, billableId: 'a', displayName: 'A', tag: null },
    ...{ type: 'CREDIT_GRANT', invoiceTiming },
    details: {
      creditGrantRateCard: {
        grantDetails: { priority: 0, expiryType: 'NO_EXPIRY' },
        rateDetails: {
          pricingModel: 'TIERED',
          currencySlabRateDetails: [{ currency: 'USD', creditAmount: '100', slabDetails }],
        },
      },
    },
  };
}

const large = /^costs more USD than 34 digits can hold; grant less$/;
const below = /^would make orders of PREPAID cards negative in USD; use a smaller discount$/;
const big = `1${'0'.repeat(17)}`;

test.each<[string, RateCardRow[], Record<string, RegExp[]>]>([
  ['credits that cost something', [entitlement('100', '1'), grant('9', 'PREPAID')], {}],
  ['a price of 34 digits', [entitlement(big, `${big.slice(0, -1)}`)], {}],
  ['a price of 35 digits', [entitlement(big, big)], { talk: [large] }],
  [
    'a discount of 35 digits',
    [grant(`-${big}${big.slice(3)}00`, 'IN_ARREARS', 'PER_UNIT')],
    { money: [large] },
  ],
  ['a discount outside of orders', [entitlement('100', '-1'), grant('-40', 'IN_ARREARS')], {}],
  ['a discount in an order', [entitlement('100', '1', 'PREPAID'), grant('-40', 'PREPAID')], {}],
  ['a larger one', [entitlement('30', '1', 'PREPAID'), grant('-40', 'PREPAID')], { money: [below] }],
  ['an order of a discount', [entitlement('30', '-1', 'PREPAID')], { talk: [below] }],
])('%s', (_, cards, wanted) => {
  const found = Object.fromEntries(findKnownPriceProblems(cards));
  const expected = Object.entries(wanted).map(([name, sentences]) => [
    name,
    sentences.map((each) => expect.stringMatching(each)),
  ]);
  expect(found).toEqual(Object.fromEntries(expected));
});

it('says nothing of usage, which nobody knows yet', () => {
  const usage: RateCardRow = { ...entitlement(big, big), type: 'USAGE', details: {} };
  expect(findKnownPriceProblems([usage]).size).toBe(0);
});
