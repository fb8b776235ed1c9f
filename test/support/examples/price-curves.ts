import type { ExampleRequest } from '../example-requests.ts';

export const priceCurveExamples: Record<string, () => ExampleRequest> = {
  calculatePriceCurve: () => ({
    body: {
      ratePlan: {
        pricingModel: 'TIERED',
        slabs: [
          { order: 1, startAfter: 0, priceType: 'PER_UNIT' },
          { order: 2, startAfter: 1000, priceType: 'PACKAGE', slabConfig: { packageSize: '100' } },
        ],
      },
      rateValue: {
        currency: 'USD',
        slabRates: [
          { order: 1, rate: 0.01, slabRateConfig: { minimumRate: '1', maximumRate: '100' } },
          { order: 2, rate: 0.5 },
        ],
        rateConfig: { minimumRate: '5' },
      },
      maximumQuantity: 10000,
      upTo: 2000,
      quantities: [100, 1000, 1250],
    },
  }),
};
