import { beforeAll, describe, expect, it } from 'vitest';
import { type Catalog, euroRates, planDetails, sellCatalog } from '#test/examples/price-plans-v1.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let catalog: Catalog;
let id: string;

beforeAll(async () => {
  client = service.production;
  catalog = await sellCatalog(client);
  const plan = { name: 'Plan', pricePlanDetails: planDetails(catalog) };
  id = (await client.must.post('/price_plans', plan)).id;
  await client.must.post(`/price_plans/${id}/activate`, { currencies: ['USD'] });
});

const add = (more: object, plan = id) =>
  client.post(`/price_plans/${plan}/currencies`, { ...euroRates(catalog), ...more });

describe('POST /price_plans/{price_plan_id}/currencies', () => {
  const slabRates = [{ order: 1, rate: 1 }];
  it.each<[string, () => object, RegExp]>([
    [
      'no rate for a card',
      () => ({ usageRates: [] }),
      /^usageRates: must contain a rate for rate card calls$/,
    ],
    [
      'no rates at all for a type',
      () => ({ creditGrantRates: undefined }),
      /^creditGrantRates: must contain a rate for rate card credit$/,
    ],
    [
      'a rate for no card',
      () => ({ fixedFeeRates: [...euroRates(catalog).fixedFeeRates, { id: 'addon.x', rate: 1 }] }),
      /^fixedFeeRates\[1\]: the price plan has no FIXED_FEE card of addon\.x$/,
    ],
    [
      'slabs that the card does not have',
      () => ({ licenseRates: [{ id: catalog.license, slabRates }] }),
      /^licenseRates\[0\]\.slabRates: must have exactly one rate for each slab order$/,
    ],
    [
      'bounds the wrong way round',
      () => ({
        usageRates: [
          { ...euroRates(catalog).usageRates[0], rateConfig: { minimumRate: '2', maximumRate: '1' } },
        ],
      }),
      /^usageRates\[0\]\.rateConfig\.minimumRate: /,
    ],
    ['an unknown currency', () => ({ currency: 'XAU' }), /^currency: XAU is not an ISO 4217 currency$/],
  ])('400 for %s', async (_, more, message) => {
    const { status, body } = await add(more());
    expect(body.message).toMatch(message);
    expect(status).toBe(400);
  });

  it('200, and every card has its price; the currency waits for its activation', async () => {
    const { status, body } = await add({});
    expect([status, body.message]).toEqual([200, undefined]);
    const { pricePlanDetails: shown, version } = body.pricingSchedule[0];
    expect([version, shown.activeCurrencies, shown.supportedCurrencies]).toEqual([
      1,
      ['USD'],
      ['USD', 'EUR'],
    ]);
    expect(shown.fixedFeeRateCards[0].rateValues).toEqual([
      { currency: 'USD', rate: 12.5 },
      { currency: 'EUR', rate: 11.5 },
    ]);
    expect(shown.minimumCommitment.rateValues[1]).toEqual({ currency: 'EUR', rate: 900 });
    const [, grant] = shown.creditGrantRateCards[0].rateDetails.currencySlabRateDetails;
    expect(grant).toMatchObject({ currency: 'EUR', creditAmount: 90, rateConfig: { maximumRate: '90' } });
    expect(shown.usageRateCards[0].rateValues[1]).toEqual({
      ...shown.usageRateCards[0].rateValues[0],
      currency: 'EUR',
    });
    await client.must.post(`/price_plans/${id}/activate`, { currencies: ['EUR'] });
  });

  it('409 for a currency that the plan has; 404 for an unknown plan', async () => {
    expect((await add({})).status).toBe(409);
    expect((await add({}, 'pp.x')).status).toBe(404);
  });

  it('200 for a plan of the second version of the API, whose other currencies stay active', async () => {
    const pricingCycleConfig = { interval: 'MONTHLY', gracePeriod: 0 };
    const head = { name: 'Copy', type: 'BILLING', supportedCurrencies: ['USD', 'EUR'], pricingCycleConfig };
    const copy = `/v2/price_plans?source_price_plan_id=${id}`;
    const { id: other } = await client.must.post(copy, head);
    await client.must.post(`/v2/price_plans/${other}/finalize`, {});
    const { body } = await add({ currency: 'JPY' }, other);
    const { activeCurrencies } = body.pricingSchedule[0].pricePlanDetails;
    expect(activeCurrencies).toEqual(['USD', 'EUR']);
  });
});
