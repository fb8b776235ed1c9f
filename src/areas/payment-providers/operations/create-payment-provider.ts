import { operation } from '#platform/http/operation.ts';
import { describeConnection } from '../describe.ts';
import { SAVING_PROBLEMS, saveProvider } from '../save-provider.ts';
import { OneOfProvidersWithSecret, SavePaymentProviderRequest } from '../schema.ts';

export const createPaymentProvider = operation({
  id: 'createPaymentProvider',
  method: 'POST',
  route: '/ext/v1/payment_providers',
  scope: 'settings:write',
  summary: 'Have another provider collect invoices, by countries',
  description:
    'Who asks for an invoice follows from the country of who pays: the address of the customer, where it ' +
    'says none that of the account, and of a group that of the group. The answer holds the secret.',
  request: { body: SavePaymentProviderRequest },
  response: { status: 201, body: OneOfProvidersWithSecret },
  problems: SAVING_PROBLEMS,
  answersSecret: true,
  async handle(context, { body }) {
    const { connection, secret } = await saveProvider(context, 'NEW', body);
    return { ...describeConnection(connection), ...(secret !== null && { secret }) };
  },
});
