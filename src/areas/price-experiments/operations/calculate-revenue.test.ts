import { beforeAll, describe, expect, it } from 'vitest';
import { type Catalog, monthly, planDetails, sellCatalog } from '#test/examples/price-plans-v1.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let catalog: Catalog;
beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  catalog = await sellCatalog(service.sandbox);
});

const calculate = (pricePlanDetailsConfig: object, more: object = {}) =>
  service.sandbox.post('/revenue_calculator', {
    currencyConfig: { mode: 'CUSTOM', currency: 'USD' },
    pricePlanDetailsConfig,
    usageConfig: { mode: 'CUSTOM', usageMap: { [catalog.meter]: 1200 } },
    licenseEntriesConfig: {
      mode: 'CUSTOM',
      custom: [{ licenseId: catalog.license, quantity: 5, effectiveFrom: '2029-06-01T00:00:00Z' }],
    },
    entitlementOverageConfig: { mode: 'CUSTOM', custom: [{ featureId: catalog.feature, quantity: 50 }] },
    ...more,
  });

describe('POST /revenue_calculator', () => {
  it('200 with every card in the shape of the first version, and marked as deprecated', async () => {
    const details = planDetails(catalog);
    const { status, body, headers } = await calculate(
      { mode: 'CUSTOM', pricePlanDetails: details },
      { licenseEntriesConfig: { mode: 'CUSTOM', custom: [] } },
    );
    expect([status, body.message]).toEqual([200, undefined]);
    expect(headers.link).toBe('</sandbox/v2/revenue_calculator>; rel="successor-version"');
    expect(body.pricePlanDetails).toMatchObject({ ...details, type: 'BILLING', activeCurrencies: [] });
    expect(body).toMatchObject({ currency: 'USD' });
    expect(body).not.toHaveProperty('usageLookupRange');
    const cards = body.revenueInfo.map(({ usages: _, ...info }: object & { usages: object }) =>
      Object.keys(info),
    );
    expect(cards.map((keys: string[]) => keys[0])).toEqual([
      ...['usageRateCard', 'fixedFeeRateCard', 'licenseRateCard', 'billingEntitlementRateCard'],
      ...['entitlementOverageRateCard', 'creditGrantRateCard'],
    ]);
    expect(body.revenueInfo[0]).toEqual({
      usageRateCard: details.usageRateCards[0] && { ...details.usageRateCards[0] },
      usages: { [catalog.meter]: 1200 },
      // 10 packages of 7.50; 200 × 0.25
      slabRevenueSummaries: [
        { order: 1, usage: 1000, revenue: 75, metadata: { packageQuantity: 10 } },
        { order: 2, usage: 200, revenue: 50 },
      ],
    });
  });
});

describe('200 and the cycle decides what is billed', () => {
  const fee = (rate: number, more: object = {}) => ({
    ...{ rateValues: [{ currency: 'USD', rate }], enableProration: false, id: catalog.fee, ...more },
  });
  it.each([
    ['the first', 1, {}, 10],
    ['a free one', 1, { recurrenceConfig: { offset: 1 } }, 0],
    ['by default the first that bills', undefined, { recurrenceConfig: { offset: 1 } }, 10],
    [
      'the start of a block in advance',
      4,
      { recurrenceConfig: { interval: 3 }, invoiceTiming: 'IN_ADVANCE' },
      10,
    ],
    ['the middle of a block', 2, { recurrenceConfig: { interval: 3 } }, 0],
    ['the end of a block in arrears', 3, { recurrenceConfig: { interval: 3 } }, 10],
    ['once', 1, { type: 'ONE_TIME' }, 10],
    ['not again', 2, { type: 'ONE_TIME' }, 0],
  ])('%s', async (_, pricingCycleOrdinal, terms, revenue) => {
    const pricePlanDetails = {
      ...{ pricingCycleConfig: monthly, supportedCurrencies: ['USD'], fixedFeeRateCards: [fee(10, terms)] },
    };
    const { body } = await calculate({ mode: 'CUSTOM', pricePlanDetails, pricingCycleOrdinal });
    expect(
      body.revenueInfo.map((info: { fixedFeeRevenueSummary: object }) => info.fixedFeeRevenueSummary),
    ).toEqual([{ revenue }]);
  });
});
