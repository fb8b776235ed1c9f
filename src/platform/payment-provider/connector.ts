import type { TSchema } from 'typebox';
import { askSigned, readMessage, type SignedConnection } from '../outbound/signed-call.ts';
import { CustomerAnswer, RefundAnswer, RequestAnswer, readEvent } from './messages.ts';
import type { PaymentProvider, ProviderAnswer, ProviderCall } from './provider.ts';

/**
 * A provider behind a program of its own, which speaks HTTP with it: signed requests in, signed events out.
 * docs/payments.md says what the program has to do.
 */
export function connector(connection: SignedConnection): PaymentProvider {
  const ask = <T>(type: string, call: ProviderCall<object>, answer: TSchema): Promise<ProviderAnswer<T>> =>
    askSigned(connection, { type, ...call }, ({ body }) => readMessage(answer, body) as T | null);
  return {
    createCustomer: (call) => ask('customer.create', call, CustomerAnswer),
    createPaymentRequest: (call) => ask('payment_request.create', call, RequestAnswer),
    cancel: (call) => ask('payment_request.cancel', call, RequestAnswer),
    refund: (call) => ask('refund.create', call, RefundAnswer),
    parseWebhook: (sent, at) => readEvent(sent, { keys: connection.keys, at }),
  };
}
