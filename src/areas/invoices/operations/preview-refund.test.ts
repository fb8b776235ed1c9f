import { beforeAll, describe, expect, it } from 'vitest';
import { draftOf, openPaid } from '#test/approval-scenario.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { fundsOf } from '#test/payment-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let count = 0;
beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-03-01T00:00:00Z');
  await client.must.post('/settings', {
    ...{ entityType: 'ORGANIZATION', entityId: 'default', namespace: 'PLATFORM', id: 'TAX_RATES' },
    ...{ name: 'Taxes', dataType: 'JSON', value: JSON.stringify([{ name: 'VAT', rate: '0.2' }]) },
  });
});

const preview = (invoice: Reply['body'], body: object = {}) =>
  client.post(`/ext/v1/invoices/${invoice.id}/refund_preview`, body);

/** An invoice of 100 with 20 of tax, of which an amount is paid. */
async function bill(paid: number): Promise<{ accountId: string; invoice: Reply['body'] }> {
  const accountId = `preview-${++count}`;
  const { invoice } = await openPaid(client, accountId, 100);
  expect(invoice.totalAmount).toBe(120);
  if (paid > 100)
    await client.must.post('/payments', {
      ...{ accountId, totalAmount: paid - 100, currency: 'USD' },
      externalPaymentReference: {
        sourceName: 'Bank',
        sourceType: 'BANK_TRANSFER',
        transactionNumber: accountId,
      },
      lineItemRecords: [{ type: 'INVOICE', order: 1, platformId: invoice.id, amount: paid - 100 }],
    });
  return { accountId, invoice };
}

describe('POST /ext/v1/invoices/{invoice_id}/refund_preview', () => {
  it('200 for everything that was paid, and the refund does the same', async () => {
    const { invoice } = await bill(120);
    const { body } = await preview(invoice);
    expect(body).toEqual({
      ...{ way: 'REFUND', currency: 'USD', amount: 120 },
      parts: [{ to: 'MANUAL', amount: 120 }],
    });
    expect((await client.must.get(`/invoices/${invoice.id}`)).status).toBe('PAID');
    const refunded = await client.must.patch(`/invoices/${invoice.id}`, {
      ...{ status: 'REFUND_INITIATED', refundReason: 'Outage' },
    });
    expect(refunded.metadata).toMatchObject({ refundAmount: '120', refundReason: 'Outage' });
  });

  it('200 for a part with its tax: first what is owed, then the wallet, as the credit note', async () => {
    const { accountId, invoice } = await bill(100);
    const { body } = await preview(invoice, { amount: 50 });
    // 50 × 1.2 = 60, of which 120 − 100 = 20 are owed.
    expect(body).toEqual({
      ...{ way: 'CREDIT_NOTE', currency: 'USD', amount: 60, tax: 10 },
      parts: [
        { to: 'INVOICE', amount: 20 },
        { to: 'WALLET', amount: 40 },
      ],
    });
    const before = await documentsOf(accountId);
    expect(before).toBe(1);
    const note = await client.must.post(`/ext/v1/invoices/${invoice.id}/credit_notes`, {
      ...{ amount: 50, reason: 'Outage' },
    });
    expect(note.totalAmount).toBe(-body.amount);
    expect((await client.must.get(`/invoices/${invoice.id}`)).paidAmount).toBe(120);
    expect(await fundsOf(client, accountId)).toEqual([40, 0]);
    expect(await documentsOf(accountId)).toBe(2);
  });

  it('200 for a part that the organization pays back itself', async () => {
    await client.must.post('/settings', {
      ...{ entityType: 'ORGANIZATION', entityId: 'default', namespace: 'PLATFORM' },
      ...{ id: 'NEGATIVE_INVOICE_POLICY', dataType: 'STRING', value: 'EXTERNAL', name: 'Refunds' },
    });
    const { invoice } = await bill(120);
    expect((await preview(invoice, { amount: 50 })).body.parts).toEqual([{ to: 'MANUAL', amount: 60 }]);
  });

  it('400 for what the refund or the credit note would reject, 404 for no invoice', async () => {
    const { invoice } = await bill(120);
    expect(await codeOf(preview(invoice, { amount: 1000 }))).toBe('400 CREDIT_NOTE_INVALID');
    await openAccount(client, 'drafting');
    const draft = await client.must.post('/invoices', draftOf('drafting', { status: 'DRAFT' }));
    expect(await codeOf(preview(draft))).toBe('400 INVOICE_STATUS_REFUSED');
    expect(await codeOf(preview(draft, { amount: 1 }))).toBe('400 CREDIT_NOTE_REFUSED');
    expect(await codeOf(preview({ id: 'inv.none' }))).toBe('404 INVOICE_NOT_FOUND');
  });
});

const documentsOf = async (accountId: string) =>
  (await client.must.get(`/invoices?owner_id=${accountId}`)).data.length;

async function codeOf(sent: Promise<Reply>): Promise<string> {
  const { status, headers } = await sent;
  return `${status} ${headers['error-code']}`;
}
