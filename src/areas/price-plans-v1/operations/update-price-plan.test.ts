import { beforeAll, describe, expect, it } from 'vitest';
import { type Catalog, monthly, planDetails, rule, sellCatalog } from '#test/examples/price-plans-v1.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let catalog: Catalog;
let plans = 0;

beforeAll(async () => {
  client = service.production;
  catalog = await sellCatalog(client);
});

const details = () => planDetails(catalog, ['USD', 'EUR']);

async function draft(more: object = {}): Promise<string> {
  const name = `Plan ${++plans}`;
  const body = { name, pricePlanDetails: details(), pricingRules: [rule()], ...more };
  return (await client.must.post('/price_plans', body)).id;
}

async function active(...currencies: string[]): Promise<string> {
  const id = await draft();
  await client.must.post(`/price_plans/${id}/activate`, { currencies });
  return id;
}

const change = (id: string, body: object) => client.patch(`/price_plans/${id}`, body);
const shown = async (id: string) => (await client.must.get(`/price_plans/${id}`)).pricingSchedule[0];

describe('PATCH /price_plans/{price_plan_id}', () => {
  it('200, and a draft is changed in place: members as a whole, the others as they were', async () => {
    const id = await draft();
    const before = await shown(id);
    const { minimumCommitment: _, ...others } = before.pricePlanDetails;
    const fees = [{ ...details().fixedFeeRateCards[0], name: undefined, enableProration: false }];
    const { status, body } = await change(id, {
      description: 'New',
      pricePlanDetails: {
        ...{ pricingCycleConfig: { ...monthly, gracePeriod: 3 }, minimumCommitment: null },
        ...{ fixedFeeRateCards: fees, creditGrantRateCards: [] },
      },
    });
    expect([status, body.message, body.description, body.status]).toEqual([200, undefined, 'New', 'DRAFT']);
    const [after] = body.pricingSchedule;
    expect(after).toEqual({
      ...before,
      pricePlanDetails: {
        ...others,
        pricingCycleConfig: { ...monthly, gracePeriod: 3 },
        // Without a name of its own, the card keeps that of the one it takes the place of.
        fixedFeeRateCards: [{ ...before.pricePlanDetails.fixedFeeRateCards[0], enableProration: false }],
        creditGrantRateCards: [],
      },
    });
  });

  it('200, and an active plan has a new version that is active at once', async () => {
    const id = await active('USD');
    const before = await shown(id);
    const usage = { ...details().usageRateCards[0], tag: 'changed' };
    const { body } = await change(id, {
      pricePlanDetails: { usageRateCards: [usage], licenseRateCards: [] },
      pricingRules: [rule({ computation: '1' }), rule({ name: 'Other', order: 2 })],
    });
    const [after] = body.pricingSchedule;
    expect([body.status, after.version, after.endDate]).toEqual(['ACTIVE', 2, '9999-01-01T00:00:00.000Z']);
    expect(after.pricePlanDetails).toEqual({
      ...before.pricePlanDetails,
      ...{ usageRateCards: [usage], licenseRateCards: [], activeCurrencies: ['USD'] },
    });
    // A rule of the same name keeps its id and counts its versions.
    const [kept] = before.pricingRules;
    expect(after.pricingRules).toMatchObject([{ id: kept.id, version: 2, computation: '1' }, { version: 1 }]);
    const first = (await client.must.get(`/price_plans/${id}?version=1`)).pricingSchedule[0];
    expect(first).toEqual({ ...before, endDate: after.startDate });
  });

  it('200 and no new version when nothing is to be changed', async () => {
    const id = await active('USD');
    const before = await client.must.get(`/price_plans/${id}`);
    expect((await change(id, {})).body).toEqual(before);
    expect((await change(id, { migrationMode: 'NONE' })).body).toEqual(before);
  });

  it('200 and the currencies that are both active and supported still are active', async () => {
    const id = await active('USD', 'EUR');
    const { body } = await change(id, { pricePlanDetails: { supportedCurrencies: ['EUR'] } });
    expect(body.pricingSchedule[0].pricePlanDetails).toMatchObject({
      ...{ supportedCurrencies: ['EUR'], activeCurrencies: ['EUR'] },
    });
  });

  const card = () => details().usageRateCards[0];
  it.each<[string, () => object, RegExp]>([
    [
      'a currency without prices',
      () => ({ supportedCurrencies: ['USD', 'JPY'] }),
      /^rate card calls: has no price in JPY/,
    ],
    [
      'no active currency left',
      () => ({ supportedCurrencies: ['EUR'] }),
      /supportedCurrencies: must contain an active currency, USD$/,
    ],
    [
      'a name that a card which stays has',
      () => ({ usageRateCards: [{ ...card(), name: 'base' }] }),
      /usageRateCards\[0\]\.name: another rate card/,
    ],
    ['a rule whose card is gone', () => ({ entitlementOverageRateCards: [] }), /^pricingRules: Talk: target/],
  ])('400 for %s, and there is no new version', async (_, pricePlanDetails, message) => {
    const talk = rule({ name: 'Talk', action: { type: 'UPDATE', target: 'revenue.eo.more talk' } });
    const id = await draft({ pricingRules: [talk] });
    await client.must.post(`/price_plans/${id}/activate`, { currencies: ['USD'] });
    const { status, body } = await change(id, { pricePlanDetails: pricePlanDetails() });
    expect(body.message).toMatch(message);
    expect(status).toBe(400);
    expect((await shown(id)).version).toBe(1);
  });

  it('400 while a draft of the second version of the API is open, and for an archived plan', async () => {
    const id = await active('USD');
    await client.must.patch(`/v2/price_plans/${id}`, { description: 'draft' });
    const rejected = await change(id, { description: 'x' });
    expect([rejected.status, rejected.headers['error-code']]).toEqual([400, 'PRICE_PLAN_HAS_DRAFT']);
    await client.must.delete(`/price_plans/${id}`);
    expect((await change(id, { description: 'x' })).headers['error-code']).toBe('PRICE_PLAN_ARCHIVED');
  });

  it('404 for an unknown plan', async () => {
    expect((await change('pp.x', { description: 'x' })).status).toBe(404);
  });
});
