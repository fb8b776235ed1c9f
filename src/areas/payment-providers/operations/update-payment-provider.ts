import { operation } from '#platform/http/operation.ts';
import { describeConnection } from '../describe.ts';
import { providerNotFound } from '../problems.ts';
import { SAVING_PROBLEMS, saveProvider } from '../save-provider.ts';
import { OneOfProvidersWithSecret, PaymentProviderParams, SavePaymentProviderRequest } from '../schema.ts';

export const updatePaymentProvider = operation({
  id: 'updatePaymentProvider',
  method: 'PUT',
  route: '/ext/v1/payment_providers/{payment_provider_id}',
  scope: 'settings:write',
  summary: 'Update a payment provider, its countries, or the default',
  description:
    'Applies to new requests. Existing requests are retried, cancelled and refunded by their provider, ' +
    'unless that is OFFLINE.',
  request: { params: PaymentProviderParams, body: SavePaymentProviderRequest },
  response: { status: 200, body: OneOfProvidersWithSecret },
  problems: [providerNotFound, ...SAVING_PROBLEMS],
  returnsSecret: true,
  async handle(context, { params, body }) {
    const which = { id: params.payment_provider_id };
    const { connection, secret } = await saveProvider(context, which, body);
    return { ...describeConnection(connection), ...(secret !== null && { secret }) };
  },
});
