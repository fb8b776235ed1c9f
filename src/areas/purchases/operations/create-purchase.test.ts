import { beforeAll, describe, expect, it } from 'vitest';
import {
  editTimeline,
  openAccount,
  publishPlan,
  sellFee,
  sellMeteredFeature,
} from '#test/billing-scenario.ts';
import { buy, publishBundle, sellCreditAddOn } from '#test/purchase-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const PATH = '/accounts/a1/purchases';
let plan: string;
let monthly: string;
let fee: string;
let money: string;

beforeAll(async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-10T09:00:00Z');
  await openAccount(client, 'a1');
  await openAccount(client, 'draft', { status: 'DRAFT' });
  await client.must.post('/ext/v1/organization/currencies', { currency: 'EUR', rate: 1.1 });
  await openAccount(client, 'euro', { invoiceCurrency: 'EUR' });
  fee = await sellFee(client, 'Set-up');
  money = await sellCreditAddOn(client, 'Credit');
  plan = await publishBundle(client, { name: 'Bundle', fees: { [fee]: 50 } });
  const cards = [{ type: 'FIXED_FEE' as const, billableId: fee, fee: { rate: 20 } }];
  monthly = await publishPlan(client, { name: 'Monthly', cards });
});

describe('POST /accounts/{account_id}/purchases', () => {
  it('200 with the price fixed, and no mark of deprecation: nothing takes its place', async () => {
    const { status, body, headers } = await service.sandbox.post(PATH, { pricePlanId: plan, quantity: 3 });
    expect([status, headers.deprecation, headers.sunset]).toEqual([200, undefined, undefined]);
    expect(body).toEqual({
      ...{ id: expect.stringMatching(/^purchase\./), accountId: 'a1', pricePlanId: plan, quantity: 3 },
      ...{ pricePlanVersion: 1, price: 150, invoiceCurrency: 'USD', status: 'PENDING' },
      ...{ type: 'ENTITLEMENT_GRANT', invoiceId: expect.stringMatching(/^inv\./) },
      ...{ createdAt: '2030-01-10T09:00:00.000Z', updatedAt: '2030-01-10T09:00:00.000Z' },
    });
  });

  it('200 with digits that a double would lose', async () => {
    const rateValues = [{ currency: 'USD', rate: JSON.rawJSON('1234567890123456789.01') }];
    const { text } = await service.sandbox.post(PATH, {
      ...{ pricePlanId: plan, rateCardQuantities: { [fee]: 0.1 } },
      purchasePlanOverride: { fixedFeeRateCards: [{ id: fee, enableProration: false, rateValues }] },
    });
    expect(text).toContain('"price":123456789012345678.9,');
    expect(text).toContain('"rate":1234567890123456789.01');
  });

  it('200 for a plan that is put on the account', async () => {
    const association = { type: 'ASSOCIATION', pricePlanId: monthly };
    const days = { effectiveFrom: '2030-02-01', effectiveUntil: '2030-04-01' };
    const cycle = { interval: 'MONTHLY', startOffset: { dayOffset: '15' }, gracePeriod: 2 };
    const purchase = await buy(service.sandbox, 'a1', {
      ...association,
      ...days,
      associationOverride: { pricingCycleConfig: cycle, supportedCurrencies: ['USD'] },
    });
    expect(purchase).toMatchObject({ status: 'SUCCESS', price: 0, ...days });
    expect(purchase.invoiceId).toBeUndefined();
    const { data } = await service.sandbox.must.get('/v2/accounts/a1/schedules?mode=ACTIVE');
    expect(data).toMatchObject([
      {
        ...{ pricePlanId: monthly, isOverridden: true, startDate: '2030-02-01T00:00:00.000Z' },
        ...{ endDate: '2030-04-01T00:00:00.000Z' },
        accountScheduleInfo: { pricingCycleConfig: { startOffset: { dayOffset: '15' } } },
      },
    ]);
    const again = await service.sandbox.post(PATH, { ...association, ...days, effectiveFrom: '2030-01-10' });
    expect([again.status, again.body.status]).toEqual([200, 'IN_PROGRESS']);
  });

  it('200 for credits that end with the cycle of the account', async () => {
    const client = service.sandbox;
    await openAccount(client, 'cycling');
    await editTimeline(client, 'cycling', [{ planId: monthly, from: '2030-01-10' }]);
    const details = { pricingModel: 'TIERED' };
    const slabDetails = [{ startAfter: 0, priceType: 'FLAT', rate: 0 }];
    const purchase = await buy(client, 'cycling', {
      pricePlanId: plan,
      purchasePlanOverride: {
        fixedFeeRateCards: [],
        creditGrantRateCards: [
          {
            ...{ id: money, type: 'ONE_TIME', grantDetails: { priority: 7, expiryType: 'PRICING_CYCLE' } },
            rateDetails: {
              ...details,
              currencySlabRateDetails: [{ currency: 'USD', creditAmount: 12.34, slabDetails }],
            },
          },
        ],
      },
    });
    expect([purchase.status, purchase.features]).toEqual(['SUCCESS', []]);
    const { data } = await client.must.get('/credits?account_id=cycling');
    expect(data).toMatchObject([
      {
        ...{ creditAmount: 12.34, priority: 7, purpose: 'Credit', grantorId: money },
        ...{ effectiveFrom: '2030-01-10', effectiveUntil: '2030-01-31' },
      },
    ]);
  });

  it('200 with the same purchase under an idempotency key, 422 for another', async () => {
    const body = { pricePlanId: plan, idempotencyKey: 'once', quantity: 1 };
    const replies = await Promise.all([1, 2, 3].map(() => service.sandbox.post(PATH, body)));
    expect(new Set(replies.map((reply) => `${reply.status} ${reply.body.id}`)).size).toBe(1);
    const other = await service.sandbox.post(PATH, { ...body, quantity: 2 });
    expect([other.status, other.body.message]).toEqual([
      422,
      'idempotencyKey: once was used before for another purchase of the account; use a new key',
    ]);
    // The key is the account's, and a proposal may have the same one.
    expect((await service.sandbox.post('/accounts/cycling/purchases', { ...body, quantity: 2 })).status).toBe(
      200,
    );
  });

  it.each<[string, () => object, string | RegExp]>([
    ['no plan', () => ({}), 'pricePlanId: is required'],
    [
      'a wallet',
      () => ({ type: 'WALLET_TOPUP', walletTopupDetails: { topupAmount: 5.001 } }),
      /^walletTopupDetails.topupAmount: must have at most 2 decimal places in USD/,
    ],
    [
      'a purchase of plans',
      () => ({ type: 'PREPAID', pricePlanId: plan }),
      /^type: PREPAID purchases cannot be created/,
    ],
    [
      'a member of another type',
      () => ({ pricePlanId: plan, associationOverride: {} }),
      'associationOverride: must not be sent with type ENTITLEMENT_GRANT',
    ],
    [
      'a quantity of plans',
      () => ({ type: 'ASSOCIATION', pricePlanId: monthly, quantity: 2 }),
      'quantity: must not be sent with type ASSOCIATION',
    ],
    [
      'a plan of the wrong type',
      () => ({ pricePlanId: monthly }),
      /is of type BILLING; ENTITLEMENT_GRANT needs one of type PURCHASE$/,
    ],
    [
      'an association without days',
      () => ({ type: 'ASSOCIATION', pricePlanId: monthly, effectiveFrom: '2030-06-01' }),
      'effectiveUntil: is required for ASSOCIATION',
    ],
    [
      'days of the past that are taken',
      () => ({
        ...{ type: 'ASSOCIATION', pricePlanId: monthly },
        ...{ effectiveFrom: '2028-01-01', effectiveUntil: '9999-01-01' },
      }),
      /only its days from 2030-01-11 on can be changed$/,
    ],
    [
      'days in the wrong order',
      () => ({ pricePlanId: plan, effectiveFrom: '2030-06-02', effectiveUntil: '2030-06-02' }),
      'effectiveUntil: must be after effectiveFrom',
    ],
    [
      'an order that is over',
      () => ({ pricePlanId: plan, expiryDate: '2030-01-10T09:00:00Z' }),
      'expiryDate: must be in the future, after 2030-01-10T09:00:00Z',
    ],
    [
      'an unknown card',
      () => ({ pricePlanId: plan, rateCardQuantities: { nothing: 1 } }),
      'rateCardQuantities: nothing is neither the billable id nor the name of a rate card of the plan',
    ],
    [
      'a price below nothing',
      () => ({ pricePlanId: plan, purchasePlanOverride: { fixedFeeRateCards: [discount(-1)] } }),
      /^the total of the purchase would be -1: /,
    ],
    [
      'no card at all',
      () => ({ pricePlanId: plan, purchasePlanOverride: { fixedFeeRateCards: [] } }),
      /has no rate cards, so there is nothing to buy$/,
    ],
    [
      'a card without the price that is needed',
      () => ({
        pricePlanId: plan,
        purchasePlanOverride: {
          fixedFeeRateCards: [{ ...discount(1), rateValues: [{ currency: 'EUR', rate: 1 }] }],
        },
      }),
      'purchasePlanOverride.fixedFeeRateCards[0]: has no price in USD',
    ],
  ])('400 for %s', async (_, body, message) => {
    const reply = await service.sandbox.post(PATH, body());
    expect([reply.status, reply.body.message]).toEqual([
      400,
      typeof message === 'string' ? message : expect.stringMatching(message),
    ]);
  });

  function discount(rate: number) {
    return { id: fee, enableProration: false, rateValues: [{ currency: 'USD', rate }] };
  }

  it('400 for a price that no column holds', async () => {
    const client = service.sandbox;
    const calls = await sellMeteredFeature(client, 'Calls');
    const big = 1e16;
    const dear = await publishBundle(client, {
      name: 'Dear',
      features: { [calls]: { rate: big, windows: [{ until: 'P1M', limit: big }] } },
    });
    const { status, body } = await client.post(PATH, { pricePlanId: dear, quantity: 1000 });
    expect([status, body.message]).toEqual([
      400,
      expect.stringMatching(/^the price has more than 34 digits/),
    ]);
  });

  it('400 for an account that buys nothing, or in another currency', async () => {
    const request = async (account: string) => {
      const { status, body } = await service.sandbox.post(`/accounts/${account}/purchases`, {
        pricePlanId: plan,
      });
      return [status, body.message];
    };
    expect(await request('draft')).toEqual([400, expect.stringContaining('DRAFT')]);
    expect(await request('euro')).toEqual([400, expect.stringMatching(/has no active prices in EUR/)]);
  });

  it('404 for an unknown account or plan', async () => {
    expect((await service.sandbox.post('/accounts/none/purchases', { pricePlanId: plan })).status).toBe(404);
    expect((await service.sandbox.post(PATH, { pricePlanId: 'pp.none' })).status).toBe(404);
  });
});
