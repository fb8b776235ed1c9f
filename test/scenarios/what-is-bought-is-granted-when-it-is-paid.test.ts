import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount, sellFee, sellMeteredFeature, valuesOf } from '#test/billing-scenario.ts';
import { creditsOf, entriesOf } from '#test/feature-scenario.ts';
import { buy, publishBundle, sellCreditAddOn, settleOrder } from '#test/purchase-scenario.ts';
import { useService } from '#test/running-app.ts';

/**
 * A bundle of 100 credits for calls at 1.00, a credit of 40.00 for 5.00, and a set-up of 50.00. Bought with
 * 1.2 times the calls: 100 × 1.2 × 1 + 5 + 50 = 175.00.
 */
const service = useService();
let plan: string;
let calls: string;
let fee: string;

const balanceOf = async (accountId: string) =>
  (await service.sandbox.must.get(`/accounts/${accountId}/credit_balance`)).availableBalance;

beforeAll(async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-10T09:00:00Z');
  for (const account of ['a1', 'a2', 'a3']) await openAccount(client, account);
  calls = await sellMeteredFeature(client, 'Calls');
  fee = await sellFee(client, 'Set-up');
  const money = await sellCreditAddOn(client, 'Credit');
  plan = await publishBundle(client, {
    name: 'Bundle',
    features: { [calls]: { rate: 1, windows: [{ until: 'P20D', limit: 100 }] } },
    credits: { [money]: { rate: 5, priceType: 'FLAT', amount: 40, lasts: 'P1M' } },
    fees: { [fee]: 50 },
  });
});

describe('a purchase', () => {
  it('asks for its price, and gives nothing before it is paid', async () => {
    const purchase = await buy(service.sandbox, 'a1', {
      pricePlanId: plan,
      rateCardQuantities: { [calls]: 1.2 },
    });
    expect(purchase).toMatchObject({ status: 'PENDING', price: 175, invoiceCurrency: 'USD', features: [] });
    const order = await service.sandbox.must.get(`/invoices/${purchase.invoiceId}`);
    expect(order).toMatchObject({
      ...{
        invoiceClass: 'ORDER',
        invoiceType: 'ADHOC_ADVANCED',
        status: 'DUE',
        sequenceId: 'ORD-2030-01-0001',
      },
      ...{ totalAmount: 175, metadata: { purchaseId: purchase.id } },
    });
    expect(valuesOf(order, 'TOTAL_PURCHASE_AMOUNT', 'BILLING_ENTITLEMENT_RATE_CARD_AMOUNT')).toEqual([
      ['TOTAL_PURCHASE_AMOUNT', 175],
      ['BILLING_ENTITLEMENT_RATE_CARD_AMOUNT', 120],
    ]);
    expect([await creditsOf(service.sandbox, calls), await balanceOf('a1')]).toEqual(['0 0 0 0', 0]);
  });

  it('is granted once when two pay it at the same time, and is an invoice then', async () => {
    const client = service.sandbox;
    await client.setClock('2030-02-03T12:00:00Z');
    const { data } = await client.must.get('/accounts/a1/purchases');
    const path = `/invoices/${(await client.must.get(`/purchases/${data[0].id}`)).invoiceId}`;
    const paid = await Promise.all([1, 2, 3].map(() => client.patch(path, { status: 'PAID' })));
    expect(paid.map(({ status, body }) => [status, body.status, body.sequenceId])).toEqual(
      [1, 2, 3].map(() => [200, 'PAID', '2030-02-0001']),
    );
    expect(paid[0]?.body).toMatchObject({
      ...{ invoiceClass: 'INVOICE', paidAmount: 175, invoiceDate: '2030-02-03T12:00:00.000Z' },
      metadata: { orderNumber: 'ORD-2030-01-0001', orderDate: '2030-01-10T09:00:00Z' },
    });
    await client.settle();
    const purchase = await client.must.get(`/purchases/${data[0].id}`);
    // Twenty days from the payment.
    expect(purchase).toMatchObject({
      status: 'SUCCESS',
      features: [
        {
          ...{ id: calls, name: 'Calls', creditsGranted: 120, creditsAvailable: 120 },
          effectiveFrom: '2030-02-03T12:00:00.000Z',
          effectiveUntil: '2030-02-23T12:00:00.000Z',
        },
      ],
    });
    expect(await entriesOf(client, calls)).toEqual(['0$PURCHASE ACTIVE 2030-02-03 2030-02-23 120 0']);
    expect(await creditsOf(client, calls)).toBe('120 120 0 0');
    expect(await balanceOf('a1')).toBe(40);
    const credits = await client.must.get('/credits?account_id=a1');
    expect(credits.data).toMatchObject([{ effectiveFrom: '2030-02-03', effectiveUntil: '2030-03-03' }]);
    const explained = await client.must.get(`/ext/v1${path}/explain`);
    expect(explained.verification.isIdentical).toBe(true);
    // Its own PDF says that it is an invoice.
    expect((await client.must.get(path)).pdfUrl).toBeDefined();
  });

  it('of nothing is paid at once', async () => {
    const quantities = { purchasePlanOverride: { fixedFeeRateCards: [], creditGrantRateCards: [] } };
    const free = {
      ratePlan: { pricingModel: 'TIERED', slabs: [{ order: 1, startAfter: 0, priceType: 'FLAT' }] },
    };
    const purchase = await buy(service.sandbox, 'a2', {
      ...{ pricePlanId: plan, quantity: 3 },
      purchasePlanOverride: {
        ...quantities.purchasePlanOverride,
        billingEntitlementRateCards: [
          {
            ...{ featureId: calls, invoiceTiming: 'IN_ADVANCE', ...free },
            featureConfigs: [
              { effectiveUntil: 'P1D', featureCreditLimit: 5 },
              { effectiveFrom: 'P1D', effectiveUntil: 'P2D', featureCreditLimit: 7 },
            ],
            rateValues: [{ currency: 'USD', slabRates: [{ order: 1, rate: 0 }] }],
          },
        ],
      },
    });
    expect([purchase.status, purchase.price, purchase.quantity]).toEqual(['SUCCESS', 0, 3]);
    expect(await entriesOf(service.sandbox, calls, 'a2')).toEqual([
      '0$PURCHASE ACTIVE 2030-02-03 2030-02-04 15 0',
      '1$PURCHASE ACTIVE 2030-02-04 2030-02-05 21 0',
    ]);
    const invoice = await service.sandbox.must.get(`/invoices/${purchase.invoiceId}`);
    expect([invoice.invoiceClass, invoice.status, invoice.sequenceId]).toEqual([
      'INVOICE',
      'PAID',
      '2030-02-0002',
    ]);
  });
});

describe('an order that is not paid', () => {
  const order = (body: object = {}) => buy(service.sandbox, 'a3', { pricePlanId: plan, ...body });

  it.each([
    ['VOID', 'the order is void'],
    ['UN_COLLECTIBLE', 'the order was given up as uncollectible'],
  ])('%s lets the purchase fail, for good', async (status, comment) => {
    const failed = await settleOrder(service.sandbox, await order(), status);
    expect([failed.status, failed.comment]).toEqual(['FAILURE', comment]);
    const late = await service.sandbox.patch(`/invoices/${failed.invoiceId}`, { status: 'PAID' });
    expect([late.status, late.body.message]).toEqual([400, `cannot change status from ${status} to PAID`]);
    expect(late.headers['error-code']).toBe('INVOICE_STATUS_REFUSED');
    expect(await balanceOf('a3')).toBe(0);
  });

  it('in time lets the purchase fail', async () => {
    const { id } = await order({ expiryDate: '2030-02-05T00:00:00Z' });
    await service.sandbox.setClock('2030-02-05T00:00:00Z');
    const failed = await service.sandbox.must.get(`/purchases/${id}`);
    expect([failed.status, failed.comment]).toEqual([
      'FAILURE',
      'the order was not paid by 2030-02-05T00:00:00Z',
    ]);
    expect((await service.sandbox.must.get(`/invoices/${failed.invoiceId}`)).status).toBe('VOID');
  });

  it('of an account that is archived is flagged when it is paid', async () => {
    const purchase = await order();
    await service.sandbox.must.delete('/accounts/a3');
    const failed = await settleOrder(service.sandbox, purchase, 'PAID');
    expect([failed.status, failed.comment]).toEqual(['FAILURE', expect.stringContaining('archived')]);
    const { metadata, status } = await service.sandbox.must.get(`/invoices/${purchase.invoiceId}`);
    expect([status, metadata.refundDue]).toEqual(['PAID', `purchase ${failed.id} failed: ${failed.comment}`]);
  });
});
