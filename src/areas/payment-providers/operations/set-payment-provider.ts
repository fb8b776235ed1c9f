import { operation } from '#platform/http/operation.ts';
import { describeDefault } from '../describe.ts';
import { SAVING_PROBLEMS, saveProvider } from '../save-provider.ts';
import { PaymentProviderWithSecret, SetPaymentProviderRequest } from '../schema.ts';

export const setPaymentProvider = operation({
  id: 'setPaymentProvider',
  method: 'PUT',
  route: '/ext/v1/payment_provider',
  scope: 'settings:write',
  summary: 'Say who collects invoices',
  description:
    'From then on a request goes out for what an invoice or an order lacks when it falls due, after the ' +
    'wallet; what was due before is asked for with POST /ext/v1/payment_requests. The answer holds the ' +
    'secret when it is new: calls to a CONNECTOR are signed with it, and so are its events. OFFLINE: what ' +
    'was asked for stays open until it is paid otherwise, and events that come late are still taken. Of ' +
    'several providers this is the default.',
  request: { body: SetPaymentProviderRequest },
  response: { status: 200, body: PaymentProviderWithSecret },
  problems: SAVING_PROBLEMS,
  answersSecret: true,
  async handle(context, { body }) {
    const { connection, secret } = await saveProvider(context, 'DEFAULT', body);
    return { ...describeDefault(connection), ...(secret !== null && { secret }) };
  },
});
