import { beforeAll, describe, expect, it } from 'vitest';
import { type Catalog, planDetails, rule, sellCatalog } from '#test/examples/price-plans-v1.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let catalog: Catalog;

beforeAll(async () => {
  client = service.production;
  catalog = await sellCatalog(client);
});

const create = (body: object, query = '') => client.post(`/price_plans${query}`, body);
const details = (more: object = {}) => ({ ...planDetails(catalog, ['USD', 'EUR']), ...more });

describe('POST /price_plans', () => {
  it('200 and a draft with every card as it was sent, no currency of which is active', async () => {
    const sent = details({ allow_ongoing_cycle_updates: true });
    const { status, body, headers } = await create({
      ...{ name: ' Whole ', description: 'For all', pricePlanDetails: sent, pricingRules: [rule()] },
    });
    expect([status, body.message]).toEqual([200, undefined]);
    expect(body).toEqual({
      ...{ id: expect.stringMatching(/^pp\./), name: 'Whole', description: 'For all' },
      ...{ type: 'BILLING', status: 'DRAFT' },
      pricingSchedule: [
        {
          ...{ id: expect.stringMatching(/^ppv\./), version: 1, isOverriden: false },
          ...{ startDate: expect.any(String), endDate: '9999-01-01T00:00:00.000Z' },
          pricePlanDetails: { ...sent, type: 'BILLING', activeCurrencies: [], deferredRevenue: false },
          pricingRules: [{ ...rule(), id: expect.any(String), version: 1 }],
        },
      ],
    });
    expect((await client.get(`/price_plans/${body.id}`)).body).toEqual(body);
    expect(headers).toMatchObject({
      ...{ deprecation: '@1767225600', sunset: 'Mon, 01 Jan 2029 00:00:00 GMT' },
      link: '</v2/price_plans>; rel="successor-version"',
    });
  });

  it('200 with what is meant by silence', async () => {
    const bare = {
      supportedCurrencies: ['USD'],
      fixedFeeRateCards: [
        { id: catalog.fee, rateValues: [{ currency: 'USD', rate: 1.5 }], enableProration: false },
      ],
    };
    const { body } = await create({ name: 'Once', type: 'PURCHASE', pricePlanDetails: bare });
    expect(body.pricingSchedule[0].pricePlanDetails).toMatchObject({
      ...{ type: 'PURCHASE', usageRateCards: [], creditGrantRateCards: [] },
      fixedFeeRateCards: [
        {
          ...{ id: catalog.fee, displayName: 'Base', name: `fixed_fee_${catalog.fee.toLowerCase()}` },
          ...{ type: 'ONE_TIME', invoiceTiming: 'IN_ARREARS', recurrenceConfig: { interval: 1, offset: 0 } },
        },
      ],
    });
    expect(body.pricingSchedule[0].pricePlanDetails).not.toHaveProperty('minimumCommitment');
  });

  it('200 for a dry run, which stores nothing: not even the name is taken', async () => {
    const sent = { name: 'Dry run', pricePlanDetails: details() };
    const dryRunResult = await create(sent, '?dry_run=true');
    expect((await client.get(`/price_plans/${dryRunResult.body.id}`)).status).toBe(404);
    expect((await client.must.get('/price_plans?_search=name:Dry%20run')).data).toEqual([]);
    const made = await create(sent, '?dry_run=false');
    const ids = expect.any(String);
    const stripped = ({ body }: typeof made) => ({
      ...body,
      id: ids,
      pricingSchedule: [{ ...body.pricingSchedule[0], id: ids, startDate: ids }],
    });
    expect(made.body).toEqual(stripped(dryRunResult));
    expect((await create(sent, '?dry_run=true')).status).toBe(409);
  });

  const usage = (more: object = {}) => ({ ...planDetails(catalog).usageRateCards[0], ...more });
  const plan = (more: object) => ({ name: 'Refused', pricePlanDetails: details(more) });
  it.each<[string, () => object, RegExp]>([
    [
      'no cycle',
      () => plan({ pricingCycleConfig: undefined }),
      /^pricePlanDetails\.pricingCycleConfig: is req/,
    ],
    [
      'a cycle that is none',
      () => plan({ pricingCycleConfig: { interval: 'MONTHLY', gracePeriod: 40 } }),
      /^pricePlanDetails\.pricingCycleConfig: gracePeriod/,
    ],
    [
      'a cycle of a one-time plan',
      () => ({ ...plan({}), type: 'PURCHASE' }),
      /must be absent, because a PURCHASE plan has no pricing cycle/,
    ],
    [
      'an unknown currency',
      () => plan({ supportedCurrencies: ['XAU'] }),
      /^pricePlanDetails\.supportedCurrencies: XAU is not/,
    ],
    [
      'a currency without prices',
      () => plan({ usageRateCards: [usage()] }),
      /^pricePlanDetails\.usageRateCards\[0\]: has no price in EUR/,
    ],
    [
      'two cards for one meter',
      () => plan({ supportedCurrencies: ['USD'], usageRateCards: [usage(), usage({ name: 'b' })] }),
      /^pricePlanDetails\.usageRateCards\[1\]: another rate card already prices/,
    ],
    [
      'two cards of one name',
      () => plan({ usageRateCards: [usage({ name: 'base' })] }),
      /^pricePlanDetails\.fixedFeeRateCards\[0\]\.name: another rate card of the plan is named base/,
    ],
    [
      'no meter',
      () => plan({ usageRateCards: [usage({ usageMeterId: undefined })] }),
      /^pricePlanDetails\.usageRateCards\[0\]\.usageMeterId: is required/,
    ],
    [
      'an unknown meter',
      () => plan({ usageRateCards: [usage({ usageMeterId: 'um.x' })] }),
      /^usage meter um\.x not found/,
    ],
    [
      'slabs without rates',
      () =>
        plan({
          usageRateCards: [usage({ rateValues: [{ currency: 'USD', slabRates: [{ order: 1, rate: 1 }] }] })],
        }),
      /^pricePlanDetails\.usageRateCards\[0\]\.rateValues\[0\]\.slabRates: must have exactly one/,
    ],
    [
      'a fee that is granted',
      () =>
        plan({
          fixedFeeRateCards: [{ ...planDetails(catalog).fixedFeeRateCards[0], invoiceTiming: 'PREPAID' }],
        }),
      /^pricePlanDetails\.fixedFeeRateCards\[0\]\.invoiceTiming: must be one of/,
    ],
    ['deferred revenue with fees in advance', () => plan({ deferredRevenue: true }), /deferred revenue/],
    [
      'a rule that cannot be read',
      () => ({ ...plan({}), pricingRules: [rule({ computation: '{' })] }),
      /^pricingRules\[0\]\.computation/,
    ],
    [
      'a rule that sets no card',
      () => ({
        ...plan({}),
        pricingRules: [rule({ action: { type: 'UPDATE', target: 'revenue.urc.um.x' } })],
      }),
      /^pricingRules: Discount: target revenue\.urc\.um\.x/,
    ],
    ['a member that it does not have', () => ({ ...plan({}), currency: 'USD' }), /currency/],
  ])('400 or 404 for %s, and nothing is stored', async (_, body, message) => {
    const { status, body: response } = await create(body());
    expect(response.message).toMatch(message);
    expect([400, 404]).toContain(status);
    expect((await client.must.get('/price_plans?_search=name:Refused')).data).toEqual([]);
  });
});
