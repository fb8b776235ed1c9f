import { operation } from '#platform/http/operation.ts';
import { describeConnection } from '../describe.ts';
import { SAVING_PROBLEMS, saveProvider } from '../save-provider.ts';
import { OneOfProvidersWithSecret, SavePaymentProviderRequest } from '../schema.ts';

export const createPaymentProvider = operation({
  id: 'createPaymentProvider',
  method: 'POST',
  route: '/ext/v1/payment_providers',
  scope: 'settings:write',
  summary: 'Add a payment provider for some countries',
  description:
    "The payer's country selects the provider of an invoice: the country in the address of the customer, " +
    'or else of the account; for a group that of the group. The response contains the secret.',
  request: { body: SavePaymentProviderRequest },
  response: { status: 201, body: OneOfProvidersWithSecret },
  problems: SAVING_PROBLEMS,
  returnsSecret: true,
  async handle(context, { body }) {
    const { connection, secret } = await saveProvider(context, 'NEW', body);
    return { ...describeConnection(connection), ...(secret !== null && { secret }) };
  },
});
