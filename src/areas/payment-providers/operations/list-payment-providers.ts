import { operation } from '#platform/http/operation.ts';
import { describeConnection } from '../describe.ts';
import { PaymentProviders } from '../schema.ts';
import { listConnections } from '../store.ts';

export const listPaymentProviders = operation({
  id: 'listPaymentProviders',
  method: 'GET',
  route: '/ext/v1/payment_providers',
  scope: 'settings:read',
  summary: 'List the payment providers, without secrets',
  description: 'The default first, the others by age; at most 20.',
  response: { status: 200, body: PaymentProviders },
  handle: async ({ tx, org }) => ({ data: (await listConnections(tx, org)).map(describeConnection) }),
});
