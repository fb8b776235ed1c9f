import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { type Catalog, planDetails, rule, sellCatalog } from '#test/examples/price-plans-v1.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let catalog: Catalog;

beforeAll(async () => {
  client = service.production;
  catalog = await sellCatalog(client);
});

async function draft(name: string): Promise<string> {
  const pricePlanDetails = planDetails(catalog, ['USD', 'EUR']);
  return (await client.must.post('/price_plans', { name, pricePlanDetails, pricingRules: [rule()] })).id;
}

const activate = (id: string, ...currencies: string[]) =>
  client.post(`/price_plans/${id}/activate`, { currencies });

describe('POST /price_plans/{price_plan_id}/activate', () => {
  it('200 in one currency, then in more; accounts in another are rejected', async () => {
    const id = await draft('Step by step');
    const first = await activate(id, 'EUR');
    expect([first.status, first.body.status]).toEqual([200, 'ACTIVE']);
    expect(first.body.pricingSchedule[0]).toMatchObject({
      ...{ version: 1, endDate: '9999-01-01T00:00:00.000Z' },
      pricePlanDetails: { supportedCurrencies: ['USD', 'EUR'], activeCurrencies: ['EUR'] },
    });
    expect((await client.must.get(`/v2/price_plans/${id}`)).status).toBe('ACTIVE');

    await openAccount(client, 'dollar', { invoiceCurrency: 'USD' });
    const edits = [
      {
        ...{ mode: 'ASSOCIATE', effectiveFrom: '2999-01-01', effectiveUntil: '9999-01-01' },
        associationConfig: { pricePlanId: id },
      },
    ];
    const associate = () => client.post('/v2/accounts/dollar/edit_schedules', { edits });
    expect((await associate()).headers['error-code']).toBe('PRICE_PLAN_CURRENCY_MISSING');
    const second = await activate(id, 'USD');
    expect(second.body.pricingSchedule[0].pricePlanDetails.activeCurrencies).toEqual(['USD', 'EUR']);
    expect((await associate()).status).toBe(200);
    expect((await activate(id, 'USD')).body).toEqual(second.body);
  });

  it('400 while what it bills is inactive, naming it; a draft may bill it', async () => {
    await client.must.post(`/usage_meters/${catalog.meter}/deactivate`);
    const id = await draft('Inactive');
    const { status, body } = await activate(id, 'USD');
    const reason = `rate card calls: usage meter ${catalog.meter} is INACTIVE, not ACTIVE`;
    expect(body.message).toBe(`price plan ${id} cannot be activated: ${reason}`);
    expect(status).toBe(400);
    await client.must.post(`/usage_meters/${catalog.meter}/activate`);
    expect((await activate(id, 'USD')).status).toBe(200);
  });

  it('400 for a currency that the plan does not have, or for none; 404 for an unknown plan', async () => {
    const id = await draft('Other');
    expect((await activate(id, 'JPY')).body.message).toBe(
      'currencies: the price plan does not support JPY; it supports USD, EUR',
    );
    expect((await activate(id)).status).toBe(400);
    expect((await activate('pp.x', 'USD')).status).toBe(404);
  });

  it('400 for cards of the second version of the API that are not priced in the currency', async () => {
    const terms = { name: 'Later', type: 'BILLING', supportedCurrencies: ['USD', 'JPY'] };
    const { id } = await client.must.post('/v2/price_plans', terms);
    const fixedFeeRateCard = { rateValues: [{ currency: 'USD', rate: 1 }], enableProration: false };
    const card = { type: 'FIXED_FEE', billableId: catalog.fee, invoiceTiming: 'IN_ARREARS' };
    const rateCard = { ...card, rateCardDetails: { fixedFeeRateCard } };
    const operations = [{ actionType: 'CREATE', rateCardName: 'fee', rateCard }];
    await client.must.post(`/v2/price_plans/${id}/rate_cards`, { operations });
    expect((await activate(id, 'USD')).body.message).toMatch(/a BILLING plan needs a pricingCycleConfig/);
    const pricingCycleConfig = { interval: 'MONTHLY', gracePeriod: 0 };
    await client.must.patch(`/v2/price_plans/${id}`, { pricingCycleConfig });
    expect((await activate(id, 'USD', 'JPY')).body.message).toMatch(/rate card fee: has no price in JPY/);
    expect((await activate(id, 'USD')).status).toBe(200);
  });
});
