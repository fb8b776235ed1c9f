import type { Client, Reply } from './running-app.ts';

/** Helpers for scenarios with payments. */

export interface Record {
  type: 'INVOICE' | 'CREDIT' | 'WALLET_CREDIT';
  platformId?: string | undefined;
  amount?: number;
  order: number;
}

let sent = 0;

/** A bank transfer with its own number, unless one is given. */
export function sendPayment(
  client: Client,
  payment: {
    accountId: string;
    totalAmount: number;
    records: Record[];
    transactionNumber?: string;
    currency?: string;
  },
): Promise<Reply> {
  sent += 1;
  const { records, transactionNumber = `transfer-${sent}`, currency = 'USD', ...members } = payment;
  return client.post('/payments', {
    ...members,
    currency,
    externalPaymentReference: { sourceName: 'Bank', sourceType: 'BANK_TRANSFER', transactionNumber },
    lineItemRecords: records,
  });
}

/** Pays an invoice, or a part of it, and settles the consequences. */
export async function payInvoice(
  client: Client,
  { accountId, invoiceId, amount }: { accountId: string; invoiceId: string; amount: number },
): Promise<Reply['body']> {
  const records: Record[] = [{ type: 'INVOICE', platformId: invoiceId, amount, order: 1 }];
  const { status, body } = await sendPayment(client, { accountId, totalAmount: amount, records });
  if (status !== 201) throw new Error(`the payment of ${invoiceId} returned ${status}: ${body.message}`);
  await client.settle();
  return body;
}

/** `INVOICE 1000 @1` for each record of a payment. */
export function recordsOf({ lineItemRecords }: Reply['body']): string[] {
  return lineItemRecords.map(({ type, amount, order }: Reply['body']) => `${type} ${amount} @${order}`);
}

/** The free and the held money of a wallet. */
export async function fundsOf(client: Client, accountId: string): Promise<[free: number, held: number]> {
  const { balance, holdAmount } = await client.must.get(`/accounts/${accountId}/wallet`);
  return [balance, holdAmount];
}
