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

describe('200 and prorated cards pay for the days that are left', () => {
  const custom = (
    currentDate: string,
    cycleStartDate = '2030-01-01T00:00:00Z',
    cycleEndDate = '2030-02-01T00:00:00Z',
  ) => ({
    mode: 'CUSTOM',
    customConfig: { cycleStartDate, cycleEndDate, currentDate },
  });
  const fee = (enableProration: boolean, more: object = {}) => ({
    fixedFeeRateCards: [
      { id: catalog.fee, rateValues: [{ currency: 'USD', rate: 50 }], enableProration, ...more },
    ],
  });
  it.each<[string, boolean, object | undefined, object, number]>([
    ['all of them', true, custom('2030-01-01T00:00:00Z'), {}, 50],
    // 50 × 17 / 31 = 27.419…
    ['from 15 January', true, custom('2030-01-15T00:00:00Z'), {}, 27.42],
    ['the last one', true, custom('2030-01-31T23:00:00Z'), {}, 1.61],
    [
      'of a week',
      true,
      custom('2030-01-03T00:00:00Z', '2030-01-01T00:00:00Z', '2030-01-08T00:00:00Z'),
      {},
      35.71,
    ],
    ['or not', false, custom('2030-01-15T00:00:00Z'), {}, 50],
    ['without a config', true, undefined, {}, 50],
    ['never of what comes once', true, custom('2030-01-15T00:00:00Z'), { type: 'ONE_TIME' }, 50],
  ])('%s', async (_, isProrated, prorationConfig, more, revenue) => {
    const { body } = await calculate(fee(isProrated, more), { prorationConfig });
    expect(body.revenueInfo[0].fixedFeeRevenueSummary).toEqual({ revenue });
  });
});

describe('200 and licences', () => {
  const from = (day: string, quantity: number) => ({ effectiveFrom: `2030-01-${day}T00:00:00Z`, quantity });
  const wholeMonth = {
    cycleStartDate: '2030-01-01T00:00:00Z',
    cycleEndDate: '2030-02-01T00:00:00Z',
    currentDate: '2030-01-01T00:00:00Z',
  };
  const proration = { prorationConfig: { mode: 'CUSTOM', customConfig: wholeMonth } };
  const tiers = [
    { priceType: 'FLAT', rate: 0 },
    { startAfter: 10, rate: 100 },
  ];
  it.each<[string, object, object, object[], object[]]>([
    [
      'cost their peak',
      {},
      {},
      [from('01', 10), from('11', 15), from('21', 12)],
      [
        { usage: 10, revenue: 0 },
        { usage: 5, revenue: 500 },
      ],
    ],
    // 10 on 10 days, 15 on 21: (0 × 10 + 500 × 21) / 31 = 338.709…
    [
      'cost their days',
      {},
      proration,
      [from('01', 10), from('11', 15)],
      [
        { usage: 10, revenue: 0 },
        { usage: expect.closeTo(3.3870967742, 9), revenue: 338.71 },
      ],
    ],
    [
      'cost the same in advance',
      { invoiceTiming: 'IN_ADVANCE' },
      proration,
      [from('01', 10), from('11', 15)],
      [
        { usage: 10, revenue: 0 },
        { usage: expect.closeTo(3.3870967742, 9), revenue: 338.71 },
      ],
    ],
    // 5 windows, the last one cut
    [
      'cost their windows',
      { usageCycle: 'WEEKLY' },
      {},
      [from('01', 11)],
      [
        { usage: 50, revenue: 0 },
        { usage: 5, revenue: 500 },
      ],
    ],
    [
      'cost nothing where there are none',
      {},
      {},
      [],
      [
        { usage: 0, revenue: 0 },
        { usage: 0, revenue: 0 },
      ],
    ],
  ])('%s', async (_, terms, more, entries, expected) => {
    const card = { id: catalog.license, enableProration: true, ...terms, ...prices(tiers) };
    const custom = entries.map((entry) => ({ licenseId: catalog.license, ...entry }));
    const { body } = await calculate(
      { licenseRateCards: [card] },
      { licenseEntriesConfig: { mode: 'CUSTOM', custom }, ...more },
    );
    expect(body.message).toBe(undefined);
    expect(body.revenueInfo[0].licenseRevenueSummary).toEqual(
      expected.map((slab, index) => ({ order: index + 1, ...slab })),
    );
  });

  it('count a name once, whether it is a number or a text', async () => {
    const { id } = await service.sandbox.must.post('/addons', { name: 'Names', type: 'NAMED_LICENSE' });
    const entry = (name: unknown, effectiveUntil?: string) => ({
      ...{ licenseId: id, name, effectiveFrom: '2030-01-05T00:00:00Z', effectiveUntil },
    });
    const { body } = await calculate(
      { licenseRateCards: [{ id, enableProration: false, ...prices([{ rate: 3 }]) }] },
      {
        namedLicenseEntriesConfig: {
          ...{ mode: 'CUSTOM', custom: [entry(7, '2030-01-06T00:00:00Z'), entry('7'), entry('ann')] },
        },
      },
    );
    expect(body.revenueInfo[0]).toMatchObject({
      ...{ usages: { [id]: 2 }, licenseRevenueSummary: [{ order: 1, usage: 2, revenue: 6 }] },
    });
  });
});

describe('200 and what is granted', () => {
  it('costs what the plan says, whatever is used', async () => {
    const { feature: featureId, grant: id } = catalog;
    const featureConfigs = [{ effectiveUntil: 'P1M', featureCreditLimit: 100 }];
    const slabDetails = [{ startAfter: 0, priceType: 'FLAT', rate: 10 }];
    const { body } = await calculate(
      {
        billingEntitlementRateCards: [
          { featureId, featureConfigs, invoiceTiming: 'PREPAID', ...prices([{ rate: 1 }]) },
        ],
        entitlementOverageRateCards: [
          { featureId, ...prices([{ rate: 0.05 }, { startAfter: 5000, rate: 0.03 }]) },
        ],
        creditGrantRateCards: [
          {
            ...{ id, grantDetails: { priority: 0, expiryType: 'NO_EXPIRY' } },
            rateDetails: {
              pricingModel: 'TIERED',
              currencySlabRateDetails: [{ currency: 'USD', creditAmount: 100, slabDetails }],
            },
          },
        ],
        minimumCommitment: { displayName: 'Least', rateValues: [{ currency: 'USD', rate: 9999 }] },
      },
      { entitlementOverageConfig: { mode: 'CUSTOM', custom: [{ featureId, quantity: 6200 }] } },
    );
    const [entitlement, overage, grant, ...others] = body.revenueInfo;
    expect(others).toEqual([]);
    expect(entitlement.billingEntitlementRevenueSummary).toEqual({ revenue: 100 });
    // 5000 × 0.05 + 1200 × 0.03
    expect(overage.entitlementOverageRevenueSummary).toEqual({ revenue: 286 });
    expect(overage.slabRevenueSummaries).toEqual([
      { order: 1, usage: 5000, revenue: 250 },
      { order: 2, usage: 1200, revenue: 36 },
    ]);
    expect(grant).toMatchObject({ usages: { [id]: 100 }, creditGrantRevenueSummary: { revenue: 10 } });
  });
});
