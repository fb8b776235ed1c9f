import type { TSchema } from 'typebox';
import { callSigned, readMessage, type SignedConnection } from '../outbound/signed-call.ts';
import { CustomerResponse, RefundResponse, RequestResponse } from './messages.ts';
import type { PaymentProvider, ProviderCall, ProviderResponse } from './provider.ts';

/**
 * A payment provider behind an external connector, which uses HTTP: signed requests in, signed events out.
 * docs/payments.md specifies the connector.
 */
export function connector(connection: SignedConnection): PaymentProvider {
  const request = <T>(
    type: string,
    call: ProviderCall<object>,
    response: TSchema,
  ): Promise<ProviderResponse<T>> =>
    callSigned(connection, { type, ...call }, ({ body }) => readMessage(response, body) as T | null);
  return {
    createCustomer: (call) => request('customer.create', call, CustomerResponse),
    createPaymentRequest: (call) => request('payment_request.create', call, RequestResponse),
    cancel: (call) => request('payment_request.cancel', call, RequestResponse),
    refund: (call) => request('refund.create', call, RefundResponse),
  };
}
