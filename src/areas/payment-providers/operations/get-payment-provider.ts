import { operation } from '#platform/http/operation.ts';
import { describeDefault } from '../describe.ts';
import { PaymentProvider } from '../schema.ts';
import { findDefaultConnection } from '../store.ts';

export const getPaymentProvider = operation({
  id: 'getPaymentProvider',
  method: 'GET',
  route: '/ext/v1/payment_provider',
  scope: 'settings:read',
  summary: 'Get the default payment provider, without the secret',
  response: { status: 200, body: PaymentProvider },
  handle: async ({ tx, org }) => describeDefault(await findDefaultConnection(tx, org)),
});
