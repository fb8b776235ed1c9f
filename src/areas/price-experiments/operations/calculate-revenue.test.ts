import { beforeAll, describe, expect, it } from 'vitest';
import { editTimeline, openAccount, publishPlan, use } from '#test/billing-scenario.ts';
import { type Catalog, monthly, planDetails, sellCatalog } from '#test/examples/price-plans-v1.ts';
import { setSeats } from '#test/license-scenario.ts';
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

it('200 for what is bought once, whatever cycle is requested', async () => {
  const fee = { id: catalog.fee, enableProration: false, rateValues: [{ currency: 'USD', rate: 1.5 }] };
  const { id } = await service.sandbox.must.post('/price_plans', {
    ...{ name: 'Bundle', type: 'PURCHASE' },
    pricePlanDetails: { supportedCurrencies: ['USD'], fixedFeeRateCards: [fee] },
  });
  const { body } = await calculate({ mode: 'PRICE_PLAN', pricePlanId: id, pricingCycleOrdinal: 3 });
  expect(body.revenueInfo).toMatchObject([{ fixedFeeRevenueSummary: { revenue: 1.5 } }]);
});

describe('200 for a stored plan and what an account used', () => {
  let plan = '';
  const price = async (rate: number) => {
    const priced = { rateValues: [{ currency: 'USD', slabRates: [{ order: 1, rate }] }] };
    const slabs = [{ order: 1, startAfter: 0, priceType: 'PER_UNIT' }];
    await service.sandbox.must.post(`/v2/price_plans/${plan}/rate_cards`, {
      operations: [
        {
          ...{ actionType: 'UPSERT', rateCardName: 'card 1' },
          rateCard: {
            ...{ type: 'USAGE', billableId: catalog.meter, invoiceTiming: 'IN_ARREARS' },
            rateCardDetails: { usageRateCard: { ratePlan: { pricingModel: 'TIERED', slabs }, ...priced } },
          },
        },
      ],
    });
  };

  beforeAll(async () => {
    const { sandbox } = service;
    const usage = { model: 'TIERED' as const, slabs: [{ rate: 1 }] };
    plan = await publishPlan(sandbox, {
      name: 'Stored',
      cards: [{ type: 'USAGE', billableId: catalog.meter, usage }],
    });
    await openAccount(sandbox, 'acme');
    await editTimeline(sandbox, 'acme', [{ planId: plan, from: '2030-01-15' }]);
    await sandbox.setClock('2030-02-10T00:00:00Z');
    await price(2);
    await sandbox.must.post(`/v2/price_plans/${plan}/finalize`, {});
    await price(3);
    const call = (at: string, amount: string) =>
      use(sandbox, { meter: 'calls', account: 'acme', at, amount });
    await call('2030-02-01T00:00:00Z', '10');
    await call('2030-02-09T12:00:00Z', '5');
    const seats = { account: 'acme', from: '2030-02-05T00:00:00Z', quantity: '4' };
    await setSeats(sandbox, catalog.license, seats);
  });

  const cycle = { mode: 'LOOKUP_CYCLE', lookupCycle: { accountId: 'acme' } };
  const february = { start: '2030-02-01T00:00:00.000Z', end: '2030-03-01T00:00:00.000Z' };
  const range = (start: string, end: string) => ({
    ...{ mode: 'LOOKUP_RANGE', lookupRange: { accountId: 'acme', start, end } },
  });
  const own = { mode: 'ACCOUNT', accountId: 'acme' };
  it.each<[string, object, object, number[], object | undefined]>([
    ['as the account has it', own, cycle, [15, 15], february],
    ['of the newest version, a draft', {}, cycle, [15, 45], february],
    ['of the version in force', { effectiveOn: '2030-02-10T00:00:00Z' }, cycle, [15, 30], february],
    ['of the version before', { effectiveOn: '2030-02-09T23:59:59Z' }, cycle, [15, 15], february],
    [
      'in a range inside a cycle',
      own,
      range('2030-02-01T00:00:00.001Z', '2030-02-09T12:00:00.001Z'),
      [5, 5],
      { start: '2030-02-01T00:00:00.001Z', end: '2030-02-09T12:00:00.001Z' },
    ],
  ])('%s', async (_, config, usageConfig, [usage, revenue], usageLookupRange) => {
    const { status, body } = await calculate(
      { mode: 'PRICE_PLAN', pricePlanId: plan, ...config },
      { usageConfig, currencyConfig: { mode: 'ACCOUNT_INVOICE', accountId: 'acme' } },
    );
    expect([status, body.message]).toEqual([200, undefined]);
    expect(body.revenueInfo[0].slabRevenueSummaries).toEqual([{ order: 1, usage, revenue }]);
    expect(body.usageLookupRange).toEqual(usageLookupRange);
  });

  it.each<[string, object, number]>([
    // 4 on 3 of 10 days
    ['days before there are any cost nothing', range('2029-12-26T00:00:00Z', '2030-02-05T00:00:00Z'), 0],
    ['with the days that it touches', range('2030-01-30T09:00:00Z', '2030-02-08T10:00:00Z'), 16],
    // 4 on 24 of 28 days
    ['a cycle has its own days', cycle, 34.29],
  ])('licences: %s', async (_, licenseEntriesConfig, revenue) => {
    const slabs = [{ order: 1, startAfter: 0, priceType: 'PER_UNIT' }];
    const rateValues = [{ currency: 'USD', slabRates: [{ order: 1, rate: 10 }] }];
    const seats = { id: catalog.license, enableProration: true, rateValues };
    const pricePlanDetails = {
      ...{ pricingCycleConfig: monthly, supportedCurrencies: ['USD'] },
      licenseRateCards: [{ ...seats, ratePlan: { pricingModel: 'TIERED', slabs } }],
    };
    const lookupCycleConfig = { accountId: 'acme', currentDateTime: '2030-02-01T00:00:00Z' };
    const { body } = await calculate(
      { mode: 'CUSTOM', pricePlanDetails },
      { licenseEntriesConfig, prorationConfig: { mode: 'LOOKUP_CYCLE', lookupCycleConfig } },
    );
    expect(body.revenueInfo[0].licenseRevenueSummary[0].revenue).toBe(revenue);
  });

  const broken = (id: string) => {
    const [card] = planDetails(catalog).usageRateCards;
    const ratePlan = { pricingModel: 'TIERED', slabs: [{ order: 1, startAfter: 5, priceType: 'PER_UNIT' }] };
    const rateValues = [{ currency: 'USD', slabRates: [{ order: 1, rate: 1 }] }];
    const usageRateCards = [{ ...card, usageMeterId: id || catalog.meter, ratePlan, rateValues }];
    return { pricingCycleConfig: monthly, supportedCurrencies: ['USD'], usageRateCards };
  };
  const custom = (pricePlanDetails: object) => ({
    ...{ pricePlanDetailsConfig: { mode: 'CUSTOM', pricePlanDetails } },
  });
  const sentProration = (currentDate: string) => ({
    prorationConfig: {
      mode: 'CUSTOM',
      customConfig: {
        cycleStartDate: '2030-01-01T00:00:00Z',
        cycleEndDate: '2030-02-01T00:00:00Z',
        currentDate,
      },
    },
  });
  const named = { licenseId: '<license>', name: 'ann', effectiveFrom: '2030-01-02T00:00:00Z' };
  const entry = { featureId: '<feature>', quantity: 1 };
  it.each<[number, string, object | (() => object)]>([
    [
      400,
      'currencyConfig.currency: is required for mode CUSTOM',
      { currencyConfig: { mode: 'CUSTOM', accountId: 'acme' } },
    ],
    [
      400,
      'currencyConfig.accountId: is required for mode ACCOUNT_INVOICE',
      { currencyConfig: { mode: 'ACCOUNT_INVOICE' } },
    ],
    [
      400,
      'currencyConfig.currency: ABC is not an ISO 4217',
      { currencyConfig: { mode: 'CUSTOM', currency: 'ABC' } },
    ],
    [
      400,
      'pricePlanDetailsConfig: cannot be calculated in EUR: has prices in USD',
      { currencyConfig: { mode: 'CUSTOM', currency: 'EUR' } },
    ],
    [404, 'account nobody not found', { currencyConfig: { mode: 'ACCOUNT_INVOICE', accountId: 'nobody' } }],
    [
      400,
      'pricePlanDetailsConfig.pricePlanDetails: is required',
      { pricePlanDetailsConfig: { mode: 'CUSTOM', accountId: 'acme' } },
    ],
    [
      400,
      'pricePlanDetailsConfig.pricePlanId: is required',
      { pricePlanDetailsConfig: { mode: 'PRICE_PLAN' } },
    ],
    [400, 'pricePlanDetailsConfig.accountId: is required', { pricePlanDetailsConfig: { mode: 'ACCOUNT' } }],
    [
      404,
      'price plan pp.x not found',
      { pricePlanDetailsConfig: { mode: 'PRICE_PLAN', pricePlanId: 'pp.x' } },
    ],
    [
      400,
      'pricePlanDetailsConfig.effectiveOn: account acme has no price plan',
      { pricePlanDetailsConfig: { ...own, effectiveOn: '2030-01-14T23:59:59Z' } },
    ],
    [
      400,
      'pricePlanDetailsConfig.pricePlanDetails.pricingCycleConfig: is required',
      custom({ supportedCurrencies: ['USD'] }),
    ],
    [
      400,
      'pricePlanDetailsConfig.pricePlanDetails.usageRateCards[0].ratePlan.slabs',
      () => custom(broken('')),
    ],
    [404, 'usage meter um.x not found', () => custom(broken('um.x'))],
    [400, 'usageConfig.usageMap: is required', { usageConfig: { mode: 'CUSTOM' } }],
    [404, 'usage meter um.x not found', { usageConfig: { mode: 'CUSTOM', usageMap: { 'um.x': 1 } } }],
    [400, 'usageConfig.lookupRange: is required', { usageConfig: { mode: 'LOOKUP_RANGE' } }],
    [
      400,
      'usageConfig.lookupRange.end: must be after start',
      { usageConfig: range('2030-02-01T00:00:00Z', '2030-02-01T00:00:00Z') },
    ],
    [
      400,
      'usageConfig.lookupRange.end: must be within 12 months',
      { usageConfig: range('2030-02-01T00:00:00Z', '2031-02-01T00:00:01Z') },
    ],
    [400, 'usageConfig.lookupCycle: is required', { usageConfig: { mode: 'LOOKUP_CYCLE' } }],
    [
      400,
      'usageConfig.lookupCycle: account acme has no price plan',
      {
        usageConfig: {
          mode: 'LOOKUP_CYCLE',
          lookupCycle: { accountId: 'acme', cycleEffectiveOn: '2030-01-01T00:00:00Z' },
        },
      },
    ],
    [400, 'licenseEntriesConfig.custom: is required', { licenseEntriesConfig: { mode: 'CUSTOM' } }],
    [
      400,
      'licenseEntriesConfig.lookupRange: is required',
      { licenseEntriesConfig: { mode: 'LOOKUP_RANGE' } },
    ],
    [
      400,
      'namedLicenseEntriesConfig.lookupCycle: is required',
      { namedLicenseEntriesConfig: { mode: 'LOOKUP_CYCLE' } },
    ],
    [
      400,
      'namedLicenseEntriesConfig.custom[0].effectiveUntil: must not be before',
      {
        namedLicenseEntriesConfig: {
          mode: 'CUSTOM',
          custom: [{ ...named, effectiveUntil: '2030-01-01T00:00:00Z' }],
        },
      },
    ],
    [
      404,
      'add-on addon.x not found',
      { namedLicenseEntriesConfig: { mode: 'CUSTOM', custom: [{ ...named, licenseId: 'addon.x' }] } },
    ],
    [400, 'prorationConfig.customConfig: is required', { prorationConfig: { mode: 'CUSTOM' } }],
    [
      400,
      'prorationConfig.customConfig.currentDate: must be within the cycle',
      sentProration('2030-02-01T00:00:00Z'),
    ],
    [
      400,
      'prorationConfig.lookupCycleConfig.currentDateTime: must be within the cycle',
      {
        prorationConfig: {
          mode: 'LOOKUP_CYCLE',
          lookupCycleConfig: { accountId: 'acme', cycleEffectiveOn: '2030-01-20T00:00:00Z' },
        },
      },
    ],
    [
      400,
      'entitlementOverageConfig.lookupCycle: is required',
      { entitlementOverageConfig: { mode: 'LOOKUP_CYCLE' } },
    ],
    [
      400,
      'entitlementOverageConfig.custom[1].featureId: is repeated',
      { entitlementOverageConfig: { mode: 'CUSTOM', custom: [entry, entry] } },
    ],
    [
      404,
      'feature feature.x not found',
      { entitlementOverageConfig: { mode: 'CUSTOM', custom: [{ ...entry, featureId: 'feature.x' }] } },
    ],
  ])('%i %s', async (status, message, more) => {
    const sent = JSON.stringify(typeof more === 'function' ? more() : more)
      .replaceAll('<license>', catalog.license)
      .replaceAll('<feature>', catalog.feature);
    const reply = await calculate({ mode: 'PRICE_PLAN', pricePlanId: plan }, JSON.parse(sent));
    expect([reply.status, reply.body.message]).toEqual([status, expect.stringContaining(message)]);
  });
});
