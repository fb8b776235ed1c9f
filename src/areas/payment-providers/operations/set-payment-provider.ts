import { operation } from '#platform/http/operation.ts';
import { describeDefault } from '../describe.ts';
import { SAVING_PROBLEMS, saveProvider } from '../save-provider.ts';
import { PaymentProviderWithSecret, SetPaymentProviderRequest } from '../schema.ts';

export const setPaymentProvider = operation({
  id: 'setPaymentProvider',
  method: 'PUT',
  route: '/ext/v1/payment_provider',
  scope: 'settings:write',
  summary: 'Set the default payment provider',
  description:
    'From then on, when an invoice or an order falls due, the provider collects the amount that the ' +
    'wallet did not pay; for what was due before, use POST /ext/v1/payment_requests. The response ' +
    'contains a new secret, which signs calls to a CONNECTOR and its events. OFFLINE: open requests stay ' +
    'open until they are paid otherwise, and late events are still accepted. If there are several ' +
    'providers, this is the default.',
  request: { body: SetPaymentProviderRequest },
  response: { status: 200, body: PaymentProviderWithSecret },
  problems: SAVING_PROBLEMS,
  returnsSecret: true,
  async handle(context, { body }) {
    const { connection, secret } = await saveProvider(context, 'DEFAULT', body);
    return { ...describeDefault(connection), ...(secret !== null && { secret }) };
  },
});
