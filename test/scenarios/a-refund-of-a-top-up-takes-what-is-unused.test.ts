import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { fundsOf, payInvoice } from '#test/payment-scenario.ts';
import { buy, settleOrder } from '#test/purchase-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

/* Money in a wallet is spent oldest first; of a top-up the refund is its price × what is left of it. */
const service = useService();
const client = () => service.sandbox;

/** So much in the wallet for a price; returns the invoice that it was paid with. */
async function topUp(accountId: string, topupAmount: number, purchaseAmount: number): Promise<string> {
  const walletTopupDetails = { topupAmount, purchaseAmount };
  const purchase = await buy(client(), accountId, { type: 'WALLET_TOPUP', walletTopupDetails });
  await settleOrder(client(), purchase, 'PAID');
  return purchase.invoiceId;
}

const give = (id: string, topupAmount: number) =>
  client().must.post(`/accounts/${id}/wallet_topup`, { topupAmount });
const bill = (accountId: string, value: number, status = 'DUE') =>
  client().must.post('/invoices', {
    ...{ accountId, ownerType: 'ACCOUNT', status, lineItems: [{ description: 'Work', value }] },
    ...{ startDate: '2029-12-01T00:00:00Z', endDate: '2030-01-01T00:00:00Z' },
  });
const move = (id: string, status: string): Promise<Reply> => client().patch(`/invoices/${id}`, { status });

async function open(id: string): Promise<string> {
  await openAccount(client(), id);
  return id;
}

/** What is refunded, what the wallet gives for it, and what it has then. */
async function refund(accountId: string, invoiceId: string) {
  const { status, body } = await move(invoiceId, 'REFUND_INITIATED');
  if (status !== 200) throw new Error(`the refund of ${invoiceId} answered ${status}: ${body.message}`);
  const { refundAmount, walletTaken, manualRefunds } = body.metadata;
  expect(manualRefunds.map(({ amount }: Reply['body']) => amount)).toEqual([refundAmount]);
  const begun = [refundAmount, walletTaken, await fundsOf(client(), accountId)];
  const ended = await client().must.patch(`/invoices/${invoiceId}`, { status: 'REFUND_COMPLETED' });
  expect(ended.metadata.refundedAmount).toBe(refundAmount);
  expect(await fundsOf(client(), accountId)).toEqual(begun[2]);
  return begun;
}

beforeAll(() => client().setClock('2030-01-02T00:00:00Z'));

describe('the refund of a top-up', () => {
  it('takes all of it out of the wallet, what was given on top too', async () => {
    const id = await open('whole');
    const invoiceId = await topUp(id, 120, 100);
    expect(await refund(id, invoiceId)).toEqual(['100', '120', [0, 0]]);
    const { data } = await client().must.get(`/accounts/${id}/wallet/entries`);
    expect(data[0]).toMatchObject({
      ...{ transactionType: 'DEBITED', amount: 120, closingBalance: 0, entityId: invoiceId },
      description: 'Refund of a top-up',
    });
  });

  it('is the share of its price that was not spent', async () => {
    // 120 − 48 = 72, and 100 × 72 ÷ 120 = 60
    const id = await open('spent');
    const invoiceId = await topUp(id, 120, 100);
    await bill(id, 48);
    expect(await refund(id, invoiceId)).toEqual(['60', '72', [0, 0]]);
    // 30 − 20 = 10, and 10 × 10 ÷ 30 = 3.33…
    const thirds = await open('thirds');
    const cheap = await topUp(thirds, 30, 10);
    await bill(thirds, 20);
    expect(await refund(thirds, cheap)).toEqual(['3.33', '10', [0, 0]]);
  });

  it('gives a surcharge back in the same share', async () => {
    // 12 × 5 ÷ 10 = 6
    const id = await open('dear');
    const invoiceId = await topUp(id, 10, 12);
    await bill(id, 5);
    expect(await refund(id, invoiceId)).toEqual(['6', '5', [0, 0]]);
  });

  it('leaves other money alone: the oldest is spent first', async () => {
    // 30 of 100 are spent: 80 × 70 ÷ 100 = 56, and the 50 that came later stay.
    const older = await open('older');
    const bought = await topUp(older, 100, 80);
    await give(older, 50);
    await bill(older, 30);
    expect(await refund(older, bought)).toEqual(['56', '70', [50, 0]]);
    // 30 of the 50 that were there before are spent: 20 stay.
    const newer = await open('newer');
    await give(newer, 50);
    const later = await topUp(newer, 100, 80);
    await bill(newer, 30);
    expect(await refund(newer, later)).toEqual(['80', '100', [20, 0]]);
  });

  it('of several gives each its own share, in whatever order it is requested', async () => {
    // 100 for 50, 100 for 90, of which 30 are spent. The second is whole, and of the first 70 are left.
    const id = await open('several');
    const [first, second] = [await topUp(id, 100, 50), await topUp(id, 100, 90)];
    await bill(id, 30);
    expect(await refund(id, second)).toEqual(['90', '100', [70, 0]]);
    // What a payment gave the wallet and took back again was never spent.
    const records = [{ type: 'WALLET_CREDIT', order: 1 }];
    const reference = { sourceName: 'Bank', sourceType: 'CHEQUE', transactionNumber: 'bounced' };
    const { id: paymentId } = await client().must.post('/payments', {
      ...{ accountId: id, currency: 'USD', totalAmount: 9, lineItemRecords: records },
      externalPaymentReference: reference,
    });
    await client().must.post(`/ext/v1/payments/${paymentId}/reverse`, { reason: 'It bounced' });
    expect(await refund(id, first)).toEqual(['35', '70', [0, 0]]);
  });

  it('leaves what is held for a draft', async () => {
    // 60 of 100 are held, and 80 × 40 ÷ 100 = 32.
    const id = await open('held');
    const invoiceId = await topUp(id, 100, 80);
    const draft = await bill(id, 60, 'DRAFT');
    await client().must.post(`/ext/v1/accounts/${id}/wallet/allocate`, { invoiceId: draft.id });
    expect(await refund(id, invoiceId)).toEqual(['32', '40', [0, 60]]);
  });

  it('is rejected when nothing of it is left', async () => {
    const id = await open('gone');
    const invoiceId = await topUp(id, 20, 10);
    await bill(id, 20);
    await give(id, 7);
    const { status, body } = await move(invoiceId, 'REFUND_INITIATED');
    expect([status, body.message]).toEqual([
      400,
      `invoice ${invoiceId} has nothing left to refund: the wallet has spent the money of the ` +
        'top-up or holds it for drafts',
    ]);
    expect(await fundsOf(client(), id)).toEqual([7, 0]);
    expect((await client().must.get(`/invoices/${invoiceId}`)).status).toBe('PAID');
  });

  it('before the wallet has it is whole, and the wallet never gets it', async () => {
    const id = await open('early');
    const walletTopupDetails = { topupAmount: 120, purchaseAmount: 100 };
    const purchase = await buy(client(), id, { type: 'WALLET_TOPUP', walletTopupDetails });
    const { invoiceId } = purchase;
    await client().must.patch(`/invoices/${invoiceId}`, { status: 'PAID' });
    const { metadata } = await client().must.patch(`/invoices/${invoiceId}`, { status: 'REFUND_INITIATED' });
    expect([metadata.refundAmount, metadata.walletTaken]).toEqual(['100', undefined]);
    await client().settle();
    expect(await client().must.get(`/purchases/${purchase.id}`)).toMatchObject({
      status: 'FAILURE',
      comment:
        `invoice ${invoiceId} is REFUND_INITIATED: its payment was returned, so the wallet cannot be ` +
        'topped up',
    });
    expect(await fundsOf(client(), id)).toEqual([0, 0]);
  });

  it('and debits at the same time take each amount once', async () => {
    const id = await open('race');
    const bought = [await topUp(id, 60, 50), await topUp(id, 60, 50)];
    const replies = await Promise.all([
      ...bought.flatMap((invoiceId) => [1, 2].map(() => move(invoiceId, 'REFUND_INITIATED'))),
      ...[1, 2, 3].map(() => client().post(`/ext/v1/accounts/${id}/wallet/convert`, { amount: 30 })),
      bill(id, 25).then((body) => ({ status: 200, body })),
    ]);
    for (const { status } of replies) expect([200, 400, 409]).toContain(status);
    const invoices = await Promise.all(bought.map((each) => client().must.get(`/invoices/${each}`)));
    const taken = invoices.reduce((sum, { metadata }) => sum + Number(metadata.walletTaken ?? 0), 0);
    const { data: credits } = await client().must.get(`/credits?account_id=${id}`);
    const { data: bills } = await client().must.get(`/invoices?owner_id=${id}`);
    const paid = bills
      .filter(({ totalAmount }: Reply['body']) => totalAmount === 25)
      .reduce((sum: number, { paidAmount }: Reply['body']) => sum + paidAmount, 0);
    const [free] = await fundsOf(client(), id);
    expect(free).toBeGreaterThanOrEqual(0);
    expect(taken + 30 * credits.length + paid + free).toBe(120);
  });

  it('is no refund of what was paid to an order of something else', async () => {
    const id = await open('paid');
    const { id: invoiceId } = await bill(id, 40);
    await payInvoice(client(), { accountId: id, invoiceId, amount: 40 });
    const { body } = await move(invoiceId, 'REFUND_INITIATED');
    expect([body.metadata.refundAmount, body.metadata.walletTaken]).toEqual(['40', undefined]);
  });

  it('leaves books that agree', async () => {
    expect(await findMismatches(service)).toEqual([]);
  });
});
