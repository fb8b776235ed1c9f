import { beforeAll, expect, test } from 'vitest';
import { openAccount, sellFee } from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { payInvoice, sendPayment } from '#test/payment-scenario.ts';
import { buy, publishBundle, sellCreditAddOn } from '#test/purchase-scenario.ts';
import { useService } from '#test/running-app.ts';

/** A credit of 40 for 5, and a set-up of 50: 55 for both. Acceptance vector 25. */
const service = useService();
let plan: string;
const balanceOf = async (accountId: string) =>
  (await service.sandbox.must.get(`/accounts/${accountId}/credit_balance`)).availableBalance;

beforeAll(async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-10T09:00:00Z');
  for (const account of ['a1', 'a2']) await openAccount(client, account);
  plan = await publishBundle(client, {
    name: 'Bundle',
    credits: { [await sellCreditAddOn(client, 'Credit')]: { rate: 5, priceType: 'FLAT', amount: 40 } },
    fees: { [await sellFee(client, 'Set-up')]: 50 },
  });
});

test('an order paid in part is still one; paid in full it is an invoice, and is granted once', async () => {
  const client = service.sandbox;
  const { invoiceId } = await buy(client, 'a1', { pricePlanId: plan });
  const first = await payInvoice(client, { accountId: 'a1', invoiceId, amount: 20 });
  const part = await client.must.get(`/invoices/${invoiceId}`);
  expect(part).toMatchObject({ invoiceClass: 'ORDER', status: 'PARTIALLY_PAID', paidAmount: 20 });
  expect(part.sequenceId).toBe('ORD-2030-01-0001');
  expect(await balanceOf('a1')).toBe(0);
  expect((await client.patch(`/invoices/${invoiceId}`, { status: 'VOID' })).body.message).toBe(
    'cannot change status from PARTIALLY_PAID to VOID',
  );

  // Two callers pay the rest at the same time: 55 − 20 = 35.
  const rest = () =>
    sendPayment(client, {
      ...{ accountId: 'a1', totalAmount: 35 },
      records: [{ type: 'INVOICE', platformId: invoiceId, amount: 35, order: 1 }],
    });
  const replies = await Promise.all([rest(), rest(), rest()]);
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
  await client.settle();
  const paid = await client.must.get(`/invoices/${invoiceId}`);
  expect(paid).toMatchObject({ invoiceClass: 'INVOICE', status: 'PAID', paidAmount: 55 });
  expect(paid.sequenceId).toBe('2030-01-0001');
  expect(await balanceOf('a1')).toBe(40);

  const { status, body } = await client.post(`/ext/v1/payments/${first.id}/reverse`, { reason: 'Wrong' });
  expect([status, body.message]).toEqual([
    400,
    `payment ${first.id} cannot be reversed: the purchase of invoice ${invoiceId} has been granted; ` +
      'refund the invoice instead',
  ]);
  expect(await findMismatches(service)).toEqual([]);
});

test('an order whose part is taken back may be void', async () => {
  const client = service.sandbox;
  const { id, invoiceId } = await buy(client, 'a2', { pricePlanId: plan });
  const part = await payInvoice(client, { accountId: 'a2', invoiceId, amount: 20 });
  await client.must.post(`/ext/v1/payments/${part.id}/reverse`, { reason: 'It bounced' });
  expect(await client.must.get(`/invoices/${invoiceId}`)).toMatchObject({ status: 'DUE', paidAmount: 0 });
  await client.must.patch(`/invoices/${invoiceId}`, { status: 'VOID' });
  await client.settle();
  expect((await client.must.get(`/purchases/${id}`)).status).toBe('FAILURE');
  expect(await findMismatches(service)).toEqual([]);
});
