import { beforeAll, describe, expect, it } from 'vitest';
import { lineOf, listInvoices, openAccount } from '#test/billing-scenario.ts';
import { type Catalog, monthly, planDetails, rule, sellCatalog } from '#test/examples/price-plans-v1.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let catalog: Catalog;
let plan: string;
let accounts = 0;

const FOREVER = '9999-01-01';
const fee = (rate: number, more: object = {}) => ({
  ...{ id: catalog.fee, rateValues: [{ currency: 'USD', rate }], enableProration: false },
  ...more,
});

beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-01T12:00:00Z');
  catalog = await sellCatalog(client);
  const pricePlanDetails = {
    ...{ supportedCurrencies: ['USD'], pricingCycleConfig: monthly },
    ...{ fixedFeeRateCards: [fee(10)], usageRateCards: planDetails(catalog).usageRateCards },
  };
  const { id } = await client.must.post('/price_plans', { name: 'Plan', pricePlanDetails });
  await client.must.post(`/price_plans/${id}/activate`, { currencies: ['USD'] });
  plan = id;
});

async function newAccount(members: object = {}): Promise<string> {
  const id = `acc${++accounts}`;
  await openAccount(client, id, { ...members });
  return id;
}

const send = (account: string, more: object = {}) =>
  client.post(`/accounts/${account}/price_plans`, {
    ...{ mode: 'ASSOCIATE', pricePlanId: plan, effectiveFrom: '2030-01-01', effectiveUntil: FOREVER },
    ...more,
  });

/** `2030-01-01 to 9999-01-01`, one for each schedule of an answer. */
const days = ({ body }: Reply) =>
  body.pricingSchedules?.map(
    (each: Record<string, string>) => `${each.startDate?.slice(0, 10)} to ${each.endDate?.slice(0, 10)}`,
  ) ?? body;

describe('POST /accounts/{account_id}/price_plans', () => {
  it('200, live at once and billed by; a later edit keeps the days around it', async () => {
    const account = await newAccount();
    const reply = await send(account, { effectiveUntil: '2030-06-01' });
    expect([reply.status, reply.body.message]).toEqual([200, undefined]);
    expect(reply.body).toEqual({
      ...{ accountId: account, accountName: `Account ${account}` },
      pricingSchedules: [
        {
          ...{ id: expect.stringMatching(/^sch\./), pricePlanId: plan, pricePlanName: 'Plan' },
          ...{ startDate: '2030-01-01T00:00:00.000Z', endDate: '2030-06-01T00:00:00.000Z' },
        },
      ],
    });
    await client.settle();
    expect((await listInvoices(client, account)).map(lineOf)).toEqual([
      // The fee, and the least that the usage costs.
      '2030-01-01 to 2030-02-01 DRAFT 15',
    ]);
    const gap = { mode: 'DISASSOCIATE', pricePlanId: undefined };
    const cut = await send(account, { ...gap, effectiveFrom: '2030-03-01', effectiveUntil: '2030-04-01' });
    expect(days(cut)).toEqual(['2030-01-01 to 2030-03-01', '2030-04-01 to 2030-06-01']);
  });

  it('200 with an override: a member that is there takes the place of that member of the plan', async () => {
    const account = await newAccount();
    const pricePlanDetailsOverride = {
      pricingCycleConfig: { ...monthly, startOffset: { dayOffset: '15', monthOffset: 'NIL' } },
      ...{ supportedCurrencies: ['USD'], fixedFeeRateCards: [fee(4)] },
    };
    const { body } = await send(account, {
      ...{
        pricePlanDetailsOverride,
        pricingRulesOverride: [rule({ condition: undefined, computation: '1' })],
      },
    });
    expect(body.pricingSchedules[0]).toMatchObject({
      pricePlanDetailsOverride: {
        pricingCycleConfig: { startOffset: { dayOffset: '15' } },
        fixedFeeRateCards: [{ id: catalog.fee, rateValues: [{ currency: 'USD', rate: 4 }] }],
        usageRateCards: [{ usageMeterId: catalog.meter }],
      },
      pricingRulesOverride: [{ name: 'Discount', computation: '1', version: 1 }],
    });
    await client.settle();
    expect((await listInvoices(client, account)).map(lineOf)).toEqual([
      // 4 of the fee, and of the least that the usage costs 5 × 14/31 = 2.26, less the discount of 1.
      '2030-01-01 to 2030-01-15 DRAFT 5.26',
    ]);
    const none = await send(await newAccount(), { pricePlanDetailsOverride: { usageRateCards: [] } });
    expect(none.body.pricingSchedules[0].pricePlanDetailsOverride).toMatchObject({
      fixedFeeRateCards: [{ rateValues: [{ rate: 10 }] }],
    });
    expect(none.body.pricingSchedules[0].pricePlanDetailsOverride).not.toHaveProperty('usageRateCards');
  });

  it('200 with licences that are granted before', async () => {
    const account = await newAccount();
    const grant = (licenseId: string) => ({
      preActions: [{ type: 'GRANT_LICENSE', config: { licenseId, updateType: 'ABSOLUTE', quantity: '3' } }],
    });
    expect((await send(account, grant('addon.x'))).status).toBe(404);
    expect((await client.must.get(`/accounts/${account}/pricing_schedules`)).data).toEqual([]);
    expect((await send(account, grant(catalog.license))).status).toBe(200);
    const { data } = await client.must.get(`/license_updates?account_id=${account}`);
    expect(data).toMatchObject([{ quantity: 3 }]);
  });

  const override = (pricePlanDetailsOverride: object) => ({ pricePlanDetailsOverride });
  it.each<[string, () => object, RegExp]>([
    ['no plan', () => ({ pricePlanId: undefined }), /^pricePlanId: is required for ASSOCIATE$/],
    ['no days', () => ({ effectiveUntil: '2030-01-01' }), /^effectiveFrom: must be before effectiveUntil$/],
    [
      'another currency',
      () => override({ supportedCurrencies: ['EUR'] }),
      /^pricePlanDetailsOverride\.supportedCurrencies: must contain USD/,
    ],
    [
      'a broken cycle',
      () => override({ pricingCycleConfig: { interval: 'MONTHLY', gracePeriod: 99 } }),
      /^pricePlanDetailsOverride\.pricingCycleConfig: gracePeriod/,
    ],
    [
      'prices in no currency of the account',
      () => override({ fixedFeeRateCards: [fee(1, { rateValues: [{ currency: 'EUR', rate: 1 }] })] }),
      /^pricePlanDetailsOverride\.fixedFeeRateCards\[0\]: has no price in USD$/,
    ],
    [
      'an add-on of another type',
      () => override({ fixedFeeRateCards: [fee(1, { id: catalog.license })] }),
      /^pricePlanDetailsOverride\.fixedFeeRateCards\[0\]: add-on \S+ is of type LICENSE/,
    ],
    [
      'a rule for a card that is gone',
      () => ({
        ...override({ usageRateCards: [] }),
        pricingRulesOverride: [rule({ action: { type: 'UPDATE', target: `revenue.urc.${catalog.meter}` } })],
      }),
      /^pricingRulesOverride: Discount: target/,
    ],
    [
      'offsets of no cycle in force',
      () => ({ retainStartOffsets: true }),
      /^retainStartOffsets: the account has no schedule on 2030-01-01$/,
    ],
    ['a member that it does not have', () => ({ dryRun: true }), /dryRun/],
  ])('400 for %s, and nothing is live', async (_, more, message) => {
    const account = await newAccount();
    const { status, body } = await send(account, more());
    expect(body.message).toMatch(message);
    expect(status).toBe(400);
    expect((await client.must.get(`/accounts/${account}/pricing_schedules`)).data).toEqual([]);
  });

  it('400 for accounts of another currency or in draft, and for plans without active version', async () => {
    await client.must.post('/ext/v1/organization/currencies', { currency: 'EUR', rate: 1.1 });
    const codeOf = async (account: string, more: object = {}) =>
      (await send(account, more)).headers['error-code'];
    expect(await codeOf(await newAccount({ invoiceCurrency: 'EUR' }))).toBe('PRICE_PLAN_CURRENCY_MISSING');
    expect(await codeOf(await newAccount({ status: 'DRAFT' }))).toBe('ACCOUNT_IN_DRAFT');
    const details = { supportedCurrencies: ['USD'], pricingCycleConfig: monthly };
    const draft = await client.must.post('/price_plans', { name: 'Draft', pricePlanDetails: details });
    expect(await codeOf(await newAccount(), { pricePlanId: draft.id })).toBe('PRICE_PLAN_NOT_ACTIVE');
    expect((await send('nobody')).status).toBe(404);
    expect((await send(await newAccount(), { pricePlanId: 'pp.x' })).status).toBe(404);
  });
});
