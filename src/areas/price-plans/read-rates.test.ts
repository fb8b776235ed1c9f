import { expect, it } from 'vitest';
import { readCreditGrant, readLicense, readMinimumCommitment } from './read-granting-rates.ts';
import {
  meterIdsOf,
  readEntitlement,
  readFixedFee,
  readOverage,
  readPriceMeterId,
  readRecurrence,
  readUsageRate,
} from './read-rates.ts';
import type { RateCardRow } from './store/rate-cards.ts';

const row = (card: Pick<RateCardRow, 'type' | 'details' | 'invoiceTiming'>): RateCardRow => ({
  referenceId: 'ppv.1',
  name: 'card',
  position: 1,
  billableId: 'x',
  displayName: 'X',
  tag: null,
  ...card,
});

/** What somebody else keeps in the maps of a card, by names that mean something beside them. */
const others = { rate: '0', order: '9', startAfter: '99', minimumValue: '3', slabs: '[]' };

const usage = row({
  type: 'USAGE',
  invoiceTiming: 'IN_ARREARS',
  details: {
    usageRateCard: {
      ratePlan: {
        pricingModel: 'VOLUME',
        slabs: [
          { order: 1, startAfter: '0', priceType: 'FLAT' },
          {
            order: 2,
            startAfter: '10.5',
            priceType: 'PACKAGE',
            slabConfig: { ...others, packageSize: '100' },
          },
        ],
      },
      rateValues: [
        {
          currency: 'USD',
          slabRates: [
            { order: 1, rate: '9' },
            { order: 2, rate: '9' },
          ],
        },
        {
          currency: 'JPY',
          slabRates: [
            { order: 2, rate: '-0.1', slabRateConfig: { ...others, maximumRate: '7' } },
            { order: 1, rate: '5' },
          ],
          rateConfig: { ...others, minimumRate: '1' },
        },
      ],
    },
  },
});

it('slabs are joined with the prices of one currency by their order', () => {
  expect(readUsageRate(usage, 'JPY')).toEqual({
    pricingModel: 'VOLUME',
    slabs: [
      { order: 1, startAfter: '0', priceType: 'FLAT', rate: '5' },
      {
        order: 2,
        startAfter: '10.5',
        priceType: 'PACKAGE',
        packageSize: '100',
        rate: '-0.1',
        maximumRate: '7',
      },
    ],
    minimumRate: '1',
  });
});

it('usage has its cap, and the meter of a price that events carry', () => {
  const { usageRateCard } = usage.details;
  const members = { priceMeterId: 'um.costs', maximumQuantity: '5' };
  const card = { ...usage, details: { usageRateCard: { ...usageRateCard, ...members } as never } };
  expect(readUsageRate(card, 'JPY')).toEqual({ ...readUsageRate(usage, 'JPY'), maximumQuantity: '5' });
  expect([readPriceMeterId(card), readPriceMeterId(usage)]).toEqual(['um.costs', null]);
  expect(meterIdsOf([card, usage])).toEqual(['x', 'um.costs', 'x']);
});

it('a fixed fee has its terms and its rate', () => {
  const fee = row({
    type: 'FIXED_FEE',
    invoiceTiming: 'IN_ADVANCE',
    details: {
      fixedFeeRateCard: {
        type: 'RECURRING',
        enableProration: true,
        rateValues: [{ currency: 'USD', rate: '10.5' }],
        recurrenceConfig: { interval: 3, offset: 1 },
      },
    },
  });
  expect(readFixedFee(fee, 'USD')).toEqual({
    feeType: 'RECURRING',
    timing: 'IN_ADVANCE',
    refundMode: 'CREDITS',
    rate: '10.5',
    isProrated: true,
    recurrence: { interval: 3, offset: 1 },
  });
});

const prices = {
  ratePlan: {
    pricingModel: 'TIERED' as const,
    slabs: [{ order: 1, startAfter: '0', priceType: 'PER_UNIT' as const }],
  },
  rateValues: [
    { currency: 'USD', slabRates: [{ order: 1, rate: '0.05' }], rateConfig: { maximumRate: '9' } },
  ],
};
const PRICED = {
  pricingModel: 'TIERED',
  slabs: [{ order: 1, startAfter: '0', priceType: 'PER_UNIT', rate: '0.05' }],
  maximumRate: '9',
};

it('an entitlement has its windows, which a plan grants once', () => {
  const featureConfigs = [
    { effectiveUntil: 'P1M', featureCreditLimit: '100' },
    { effectiveFrom: 'P7D', effectiveUntil: 'P14D', featureCreditLimit: '0.5' },
  ];
  const card = row({
    type: 'BILLING_ENTITLEMENT',
    invoiceTiming: 'IN_ARREARS',
    details: {
      billingEntitlementRateCard: { ...prices, featureConfigs, recurrenceConfig: { interval: 3 } },
    },
  });
  expect(readEntitlement(card, 'USD')).toEqual({
    ...PRICED,
    timing: 'IN_ARREARS',
    recurrence: { interval: 3, offset: 0 },
    featureConfigs: [{ effectiveFrom: 'PT0S', ...featureConfigs[0] }, featureConfigs[1]],
    quantity: '1',
  });
});

it.each([
  // maxQuantity, billingConfig           limit and blocks
  [{}, { maxQuantity: null, recurrence: { interval: 1, offset: 0 } }],
  [{ maxQuantity: '0' }, { maxQuantity: '0', recurrence: { interval: 1, offset: 0 } }],
  [
    { maxQuantity: '5000.5', billingConfig: { interval: 2, startOffset: 4 } },
    { maxQuantity: '5000.5', recurrence: { interval: 2, offset: 4 } },
  ],
])('overage with %j', (members, expected) => {
  const card = row({
    type: 'ENTITLEMENT_OVERAGE',
    invoiceTiming: 'IN_ARREARS',
    details: { entitlementOverageRateCard: { ...prices, ...members } },
  });
  expect(readOverage(card, 'USD')).toEqual({ ...PRICED, ...expected });
  expect(readRecurrence(card)).toEqual(expected.recurrence);
  expect(() => readOverage(card, 'EUR')).toThrow(
    'rate card card of ppv.1 has no ENTITLEMENT_OVERAGE price in EUR',
  );
});

it('licences have their windows, their limit and what becomes of unused days', () => {
  const card = (members: object) =>
    row({
      type: 'LICENSE',
      invoiceTiming: 'IN_ADVANCE',
      details: { licenseRateCard: { ...prices, enableProration: true, ...members } },
    });
  const plain = { timing: 'IN_ADVANCE', licenseType: 'LICENSE', isProrated: true };
  expect(readLicense(card({}), 'USD')).toEqual({
    ...{ ...PRICED, ...plain },
    ...{ usageCycle: null, refundMode: 'NONE', maxQuantity: null },
  });
  const members = { type: 'NAMED_LICENSE', usageCycle: 'WEEKLY', proratedRefundMode: 'CREDITS' };
  expect(readLicense(card({ ...members, config: { maxQuantity: '5' } }), 'USD')).toMatchObject({
    ...{ licenseType: 'NAMED_LICENSE', usageCycle: 'WEEKLY', refundMode: 'CREDITS', maxQuantity: '5' },
  });
  expect(() => readLicense(card({}), 'EUR')).toThrow('has no LICENSE price in EUR');
});

it('credits of a grant are priced by slabs whose place is their order', () => {
  const slabDetails = [
    {
      startAfter: '0',
      priceType: 'FLAT' as const,
      rate: '10',
      slabRateConfig: { ...others, minimumRate: '1' },
    },
    {
      startAfter: '9',
      priceType: 'PACKAGE' as const,
      rate: '2',
      slabConfig: { ...others, packageSize: '5' },
    },
  ];
  const usd = {
    currency: 'USD',
    creditAmount: '100',
    slabDetails,
    rateConfig: { ...others, maximumRate: '9' },
  };
  const card = (expiryType: 'CUSTOM' | 'NO_EXPIRY') =>
    row({
      type: 'CREDIT_GRANT',
      invoiceTiming: 'PREPAID',
      details: {
        creditGrantRateCard: {
          type: 'ONE_TIME',
          recurrenceConfig: { interval: 3, offset: 1 },
          grantDetails: { priority: 0, expiryType, expiryDuration: 'P1Y' },
          rateDetails: { pricingModel: 'VOLUME', currencySlabRateDetails: [usd] },
        },
      },
    });
  expect(readCreditGrant(card('CUSTOM'), 'USD')).toEqual({
    ...{ pricingModel: 'VOLUME', maximumRate: '9', timing: 'PREPAID', feeType: 'ONE_TIME' },
    slabs: [
      { order: 1, startAfter: '0', priceType: 'FLAT', rate: '10', minimumRate: '1' },
      { order: 2, startAfter: '9', priceType: 'PACKAGE', rate: '2', packageSize: '5' },
    ],
    recurrence: { interval: 3, offset: 1 },
    ...{ creditAmount: '100', priority: 0, expiryType: 'CUSTOM', expiryDuration: 'P1Y' },
    applicableEntityIds: [],
  });
  expect(readCreditGrant(card('NO_EXPIRY'), 'USD').expiryDuration).toBeNull();
  expect(() => readCreditGrant(card('CUSTOM'), 'EUR')).toThrow(RangeError);
});

it('a minimum commitment is there in some currencies, and in others there is none', () => {
  const rateValues = [{ currency: 'USD', rate: '1000' }];
  const card = row({
    type: 'MINIMUM_COMMITMENT',
    invoiceTiming: 'IN_ARREARS',
    details: { minimumCommitmentRateCard: { rateValues } },
  });
  expect(readMinimumCommitment(card, 'USD')).toEqual({ amount: '1000', includesAdvance: false });
  expect(readMinimumCommitment(card, 'EUR')).toBeNull();
});

it('a currency without a price is a fault of the program: finalized plans have all', () => {
  expect(() => readUsageRate(usage, 'EUR')).toThrow('rate card card of ppv.1 has no USAGE price in EUR');
  expect(() => readFixedFee(usage, 'USD')).toThrow(RangeError);
  expect(() => readEntitlement(usage, 'USD')).toThrow(RangeError);
});
