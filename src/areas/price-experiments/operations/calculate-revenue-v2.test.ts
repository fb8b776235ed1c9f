import { beforeAll, describe, expect, it } from 'vitest';
import { type Catalog, monthly, sellCatalog } from '#test/examples/price-plans-v1.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let catalog: Catalog;
beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  catalog = await sellCatalog(service.sandbox);
});

/** What a plan with some cards comes to, with some quantities. */
const calculate = (cards: object, more: object = {}) =>
  service.sandbox.post('/v2/revenue_calculator', {
    currencyConfig: { mode: 'CUSTOM', currency: 'USD' },
    pricePlanDetailsConfig: {
      mode: 'CUSTOM',
      pricePlanDetails: { pricingCycleConfig: monthly, supportedCurrencies: ['USD'], ...cards },
    },
    usageConfig: { mode: 'CUSTOM', usageMap: {} },
    licenseEntriesConfig: { mode: 'CUSTOM', custom: [] },
    ...more,
  });

type Slab = { startAfter?: number; priceType?: string; rate: number; size?: string; bounds?: object };
const prices = (slabs: Slab[], { model = 'TIERED', ...rateConfig }: Record<string, string> = {}) => ({
  ratePlan: {
    pricingModel: model,
    slabs: slabs.map(({ startAfter = 0, priceType = 'PER_UNIT', size }, index) => ({
      ...{ order: index + 1, startAfter, priceType },
      ...(size && { slabConfig: { packageSize: size } }),
    })),
  },
  rateValues: [
    {
      ...{ currency: 'USD', rateConfig },
      slabRates: slabs.map(({ rate, bounds }, index) => ({
        ...{ order: index + 1, rate },
        ...(bounds && { slabRateConfig: bounds }),
      })),
    },
  ],
});

describe('200 and a usage card by slabs', () => {
  const two = [{ rate: 2 }, { startAfter: 100, rate: 1 }];
  const mixed = [{ rate: 10 }, { startAfter: 2, priceType: 'PACKAGE', size: '10', rate: 20 }];
  const bounded = [{ rate: 10, bounds: { maximumRate: '10' } }, ...mixed.slice(1)];
  const halves = [
    { priceType: 'FLAT', rate: 1.005 },
    { startAfter: 1, priceType: 'FLAT', rate: 1.005 },
  ];
  const clamped = { minimumRate: '1', maximumRate: '10' };
  it.each<[string, Slab[], Record<string, string>, number, object[]]>([
    // 100 × 2, 50 × 1
    [
      'tiers',
      two,
      {},
      150,
      [
        { usage: 100, revenue: 200 },
        { usage: 50, revenue: 50 },
      ],
    ],
    [
      'volume',
      two,
      { model: 'VOLUME' },
      150,
      [
        { usage: 0, revenue: 0 },
        { usage: 150, revenue: 150 },
      ],
    ],
    [
      'nothing',
      two,
      {},
      0,
      [
        { usage: 0, revenue: 0 },
        { usage: 0, revenue: 0 },
      ],
    ],
    [
      'packages',
      mixed,
      {},
      13,
      [
        { usage: 2, revenue: 20 },
        { usage: 11, revenue: 40, metadata: { packageQuantity: 2 } },
      ],
    ],
    [
      'a bound of a slab',
      bounded,
      {},
      10,
      [
        { usage: 2, revenue: 10, metadata: { maximumRateApplied: true } },
        { usage: 8, revenue: 20, metadata: { packageQuantity: 1 } },
      ],
    ],
    // 2.01 together; shown 1.01 and 1.00
    [
      'rounding',
      halves,
      {},
      2,
      [
        { usage: 1, revenue: 1.01 },
        { usage: 1, revenue: 1 },
      ],
    ],
    [
      'a minimum',
      [{ priceType: 'FLAT', rate: 10 }],
      clamped,
      0,
      [{ usage: 0, revenue: 1, metadata: { minimumRateApplied: true } }],
    ],
    [
      'a maximum',
      two,
      clamped,
      150,
      [
        { usage: 100, revenue: 200 },
        { usage: 50, revenue: -190, metadata: { maximumRateApplied: true } },
      ],
    ],
  ])('of %s', async (_, slabs, bounds, quantity, expected) => {
    const usageMap = { [catalog.meter]: quantity };
    const { status, body } = await calculate(
      { usageRateCards: [{ usageMeterId: catalog.meter, ...prices(slabs, bounds) }] },
      { usageConfig: { mode: 'CUSTOM', usageMap } },
    );
    expect([status, body.message]).toEqual([200, undefined]);
    const [{ rateCard, usages, slabRevenueSummaries }] = body.revenueInfo;
    expect(rateCard).toMatchObject({ type: 'USAGE', billableId: catalog.meter, pricePlanId: '' });
    expect(usages).toEqual(usageMap);
    expect(slabRevenueSummaries).toEqual(expected.map((slab, index) => ({ order: index + 1, ...slab })));
  });
});
