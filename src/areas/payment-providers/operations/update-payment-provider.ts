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
  summary: 'Change a payment provider, the countries that it serves, or which one is the default',
  description:
    'Counts for what is asked from then on. What was asked of a provider before is tried again, cancelled ' +
    'and given back by the same one, unless that is OFFLINE.',
  request: { params: PaymentProviderParams, body: SavePaymentProviderRequest },
  response: { status: 200, body: OneOfProvidersWithSecret },
  problems: [providerNotFound, ...SAVING_PROBLEMS],
  answersSecret: true,
  async handle(context, { params, body }) {
    const which = { id: params.payment_provider_id };
    const { connection, secret } = await saveProvider(context, which, body);
    return { ...describeConnection(connection), ...(secret !== null && { secret }) };
  },
});
