import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import type { Client } from '../running-app.ts';
import { listRequests, say, signEvent } from '../scripted-provider.ts';

export const paymentRequestExamples: Record<string, (world: World) => ExampleRequest> = {
  setPaymentProvider: () => ({
    body: { kind: 'SIMULATED', name: 'Trial', behaviour: 'REFUSE', newSecret: true },
  }),
  createPaymentProvider: () => ({ body: { kind: 'OFFLINE', name: 'By hand', countries: ['fr', 'BE'] } }),
  updatePaymentProvider: () => ({
    body: { kind: 'SIMULATED', countries: ['NZ', 'AU'], isDefault: true, newSecret: true },
  }),
  setFinalizationHook: () => ({ body: { url: 'https://tax.example.com/', newSecret: true } }),
  createPaymentRequest: ({ ids }) => ({ body: { invoiceId: ids.owed_invoice_id } }),
  retryPaymentRequest: () => ({}),
  receiveProviderEvent: ({ ids, providerSecret }) => ({
    body: signEvent(providerSecret, {
      requestId: ids.payment_request_id,
      status: 'SUCCEEDED',
      amount: '7.5',
    }),
  }),
};

/**
 * A provider that waits for payers, an invoice without a request, and two with one, the first of which has
 * failed.
 */
export async function keepRequests(client: Client, accountId: string) {
  const owedId = await owe(client, accountId);
  const sent = { kind: 'SIMULATED', name: 'Trial', behaviour: 'WAIT' };
  const { secret } = await client.must.put('/ext/v1/payment_provider', sent);
  const elsewhere = { kind: 'OFFLINE', name: 'Elsewhere', countries: ['NZ'] };
  const { id: otherId } = await client.must.post('/ext/v1/payment_providers', elsewhere);
  const requests: string[] = [];
  for (let i = 0; i < 2; i++) requests.push(await keepRequest(client, accountId));
  const [requestId = ''] = requests;
  await say(client, secret, { requestId, status: 'FAILED', reason: 'Card declined' });
  await client.settle();
  const ids = { payment_request_id: requestId, owed_invoice_id: owedId, payment_provider_id: otherId };
  return { secret: secret as string, ids };
}

/** The id of a request with its own invoice. */
export async function keepRequest(client: Client, accountId: string): Promise<string> {
  const invoiceId = await owe(client, accountId);
  await client.settle();
  return (await listRequests(client, invoiceId))[0].id;
}

/** An invoice that nothing else pays. */
async function owe(client: Client, accountId: string): Promise<string> {
  const { id } = await client.must.post('/invoices', {
    ...{ accountId, ownerType: 'ACCOUNT', status: 'DUE', applyCredits: false, applyWalletBalance: false },
    ...{ startDate: '2029-12-01T00:00:00Z', endDate: '2030-01-01T00:00:00Z' },
    lineItems: [{ description: 'Work', value: 15 }],
  });
  return id;
}
