import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import type { Client } from '../running-app.ts';

export const paymentExamples: Record<string, (world: World) => ExampleRequest> = {
  recordBankLine: (world) => ({
    body: {
      ...{ currency: 'USD', totalAmount: 30, description: 'Holding pays for its subsidiaries' },
      externalPaymentReference: {
        ...{ sourceName: 'Bank', sourceType: 'BANK_TRANSFER', transactionNumber: 'line 7' },
      },
      payments: ['north', 'south'].map((accountId, index) => ({
        ...{ accountId, totalAmount: 10 + 10 * index },
        lineItemRecords: [{ type: 'WALLET_CREDIT', order: 1 }],
      })),
    },
    prepare: async () => {
      for (const id of ['north', 'south'])
        await world.client.must.post('/customers', {
          ...{ id, name: id, primaryEmail: `${id}@holding.example`, address: {} },
        });
    },
  }),
  createPayment: ({ ids }) => ({
    body: {
      accountId: ids.account_id,
      externalPaymentReference: {
        ...{ sourceName: 'Bank', sourceType: 'BANK_TRANSFER', transactionNumber: 'T-3' },
        ...{ description: 'Statement 7', metadata: { page: '1' } },
      },
      lineItemRecords: [
        { type: 'INVOICE', platformId: ids.invoice_id, amount: 1, order: 1 },
        { type: 'CREDIT', amount: 2, order: 2 },
        { type: 'WALLET_CREDIT', order: 3 },
      ],
      ...{ currency: 'USD', totalAmount: 12.34, description: 'January', notes: 'By phone' },
    },
  }),
  allocateWallet: ({ ids }) => ({ body: { invoiceId: ids.invoice_id, amount: 0.5 } }),
  convertWallet: () => ({ body: { amount: 3.21 } }),
  reversePayment: () => ({ body: { reason: 'Recorded for the wrong account' } }),
};

/** Two payments into the wallet; returns the id of the second. */
export async function keepPayments(client: Client, accountId: string): Promise<string> {
  const [, second] = [
    await keepPayment(client, accountId, 'T-1'),
    await keepPayment(client, accountId, 'T-2'),
  ];
  return second;
}

export async function keepPayment(client: Client, accountId: string, number: string): Promise<string> {
  const { id } = await client.must.post('/payments', {
    accountId,
    externalPaymentReference: { sourceName: 'Bank', sourceType: 'CARD', transactionNumber: number },
    lineItemRecords: [{ type: 'WALLET_CREDIT', order: 1 }],
    ...{ currency: 'USD', totalAmount: 5 },
  });
  return id;
}
