import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { type Catalog, monthly, planDetails, rule, sellCatalog } from '#test/examples/price-plans-v1.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let catalog: Catalog;
let plan: string;

beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  catalog = await sellCatalog(client);
  const pricePlanDetails = {
    ...planDetails(catalog, ['USD', 'EUR']),
    // A grant in advance would be a second schedule of credits; it is not what this is about.
    creditGrantRateCards: [],
  };
  const made = { name: 'Plan', description: 'All', pricePlanDetails, pricingRules: [rule()] };
  plan = (await client.must.post('/price_plans', made)).id;
  await client.must.post(`/price_plans/${plan}/activate`, { currencies: ['USD'] });
  await openAccount(client, 'acme');
  const usageRateCards = planDetails(catalog).usageRateCards;
  const edits = [
    { pricePlanId: plan, effectiveFrom: '2030-01-01', effectiveUntil: '2030-03-01' },
    {
      ...{ pricePlanId: plan, effectiveFrom: '2030-04-01', effectiveUntil: '9999-01-01' },
      ...{ pricePlanDetailsOverride: { usageRateCards }, pricingRulesOverride: [] },
    },
  ];
  await client.must.post('/accounts/acme/edit_schedules', { edits });
});

const list = (query = '') => client.get(`/accounts/acme/pricing_schedules${query}`);
const starts = async (query: string) =>
  (await list(query)).body.data.map(({ startDate }: { startDate: string }) => startDate.slice(0, 10)).join();

describe('GET /accounts/{account_id}/pricing_schedules', () => {
  it('200 with the prices that count: those of the plan, or those of the account', async () => {
    const { body } = await list();
    const [first, second] = body.data;
    expect(body.nextToken).toBeNull();
    expect(first).toEqual({
      ...{ id: expect.stringMatching(/^sch\./), version: 1, isOverriden: false },
      ...{ pricePlanId: plan, pricePlanName: 'Plan' },
      ...{ startDate: '2030-01-01T00:00:00.000Z', endDate: '2030-03-01T00:00:00.000Z' },
      pricePlanDetails: (await client.must.get(`/price_plans/${plan}`)).pricingSchedule[0].pricePlanDetails,
      pricingRules: [expect.objectContaining({ name: 'Discount' })],
    });
    expect(second).toMatchObject({
      ...{ isOverriden: true, endDate: '9999-01-01T00:00:00.000Z', pricingRules: [] },
      pricePlanDetails: {
        // Its usage is priced in dollars only.
        ...{ supportedCurrencies: ['USD'], activeCurrencies: ['USD'], pricingCycleConfig: monthly },
        usageRateCards: [{ rateValues: [{ currency: 'USD' }] }],
        fixedFeeRateCards: [{ rateValues: [{ currency: 'USD' }, { currency: 'EUR' }] }],
      },
    });
  });

  it('200 without prices, and with what the plan is called; page tokens carry both', async () => {
    const { body } = await list('?compact=true&include_price_plan_info=true&pageSize=1');
    const rest = { startDate: expect.any(String), endDate: expect.any(String), isOverriden: false };
    const shown = { id: expect.any(String), version: 1, pricePlanId: plan, pricePlanName: 'Plan' };
    const pricePlanInfo = { name: 'Plan', description: 'All' };
    expect(body.data).toEqual([{ ...shown, ...rest, pricePlanInfo }]);
    const next = await list(`?nextToken=${encodeURIComponent(body.nextToken)}`);
    expect(next.body.data).toEqual([{ ...shown, ...rest, isOverriden: true, pricePlanInfo }]);
  });

  it.each([
    // Schedules are [1 January, 1 March) and [1 April, forever).
    ['?start_date=2030-02-28', '2030-01-01,2030-04-01'],
    ['?start_date=2030-03-01', '2030-04-01'],
    ['?end_date=2030-04-01', '2030-01-01'],
    ['?end_date=2030-04-02', '2030-01-01,2030-04-01'],
    ['?start_date=2030-03-01&end_date=2030-04-01', ''],
    ['?start_date=2030-02-28T23:59:59Z&end_date=2030-03-15T00:00:00Z', '2030-01-01'],
  ])('200 for %s', async (query, expected) => {
    expect(await starts(query)).toBe(expected);
  });

  it.each([
    '?start_date=soon',
    '?compact=yes',
    '?start_date=2030-02-02&end_date=2030-02-01',
    '?_sort=version',
  ])('400 for %s', async (query) => {
    expect((await list(query)).status).toBe(400);
  });

  it('404 for an unknown account', async () => {
    expect((await client.get('/accounts/nobody/pricing_schedules')).status).toBe(404);
  });
});
