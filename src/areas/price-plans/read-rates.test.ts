import { expect, it } from 'vitest';
import { readFixedFee, readUsageRate } from './read-rates.ts';
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

const usage = row({
  type: 'USAGE',
  invoiceTiming: 'IN_ARREARS',
  details: {
    usageRateCard: {
      ratePlan: {
        pricingModel: 'VOLUME',
        slabs: [
          { order: 1, startAfter: '0', priceType: 'FLAT' },
          { order: 2, startAfter: '10.5', priceType: 'PACKAGE', slabConfig: { packageSize: '100' } },
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
            { order: 2, rate: '-0.1', slabRateConfig: { maximumRate: '7' } },
            { order: 1, rate: '5' },
          ],
          rateConfig: { minimumRate: '1' },
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
    rate: '10.5',
    isProrated: true,
    recurrence: { interval: 3, offset: 1 },
  });
});

it('a currency without a price is a fault of the program: finalized plans have all', () => {
  expect(() => readUsageRate(usage, 'EUR')).toThrow('rate card card of ppv.1 has no USAGE price in EUR');
  expect(() => readFixedFee(usage, 'USD')).toThrow(RangeError);
});
