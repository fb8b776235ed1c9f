import type { TSchema } from 'typebox';
import type { Outbound, OutboundAnswer } from '../outbound/outbound.ts';
import { signedHeaders } from '../outbound/signed-message.ts';
import {
  CustomerAnswer,
  ErrorAnswer,
  RefundAnswer,
  RequestAnswer,
  readEvent,
  readMessage,
} from './messages.ts';
import type { PaymentProvider, ProviderAnswer, ProviderCall } from './provider.ts';

interface ConnectorOptions {
  outbound: Outbound;
  url: string;
  /** The current one first; sent with each call and expected of each event. */
  keys: readonly Buffer[];
  /** Such as `{ id: 'acme', environment: 'sandbox' }`: stands in each call. */
  organization: { id: string; environment: string };
  /** Real time. */
  now(): Temporal.Instant;
}

/** Refusals that may be over later, so that they say nothing of what was asked before under the key. */
const TEMPORARY = new Set([408, 409, 423, 425, 429]);

/**
 * A provider behind a program of its own, which speaks HTTP with it: signed requests in, signed events out.
 * docs/payments.md says what the program has to do.
 */
export function connector(options: ConnectorOptions): PaymentProvider {
  const ask = <T>(type: string, call: ProviderCall<object>, answer: TSchema) =>
    askConnector<T>(options, { type, call, answer });
  return {
    createCustomer: (call) => ask('customer.create', call, CustomerAnswer),
    createPaymentRequest: (call) => ask('payment_request.create', call, RequestAnswer),
    cancel: (call) => ask('payment_request.cancel', call, RequestAnswer),
    refund: (call) => ask('refund.create', call, RefundAnswer),
    parseWebhook: (sent, at) => readEvent(sent, { keys: options.keys, at }),
  };
}

async function askConnector<T>(
  { outbound, url, keys, organization, now }: ConnectorOptions,
  asked: { type: string; call: ProviderCall<object>; answer: TSchema },
): Promise<ProviderAnswer<T>> {
  const { type, call, answer } = asked;
  const { key, content } = call;
  const { id: organizationId, environment } = organization;
  const body = JSON.stringify({ type, idempotencyKey: key, organizationId, environment, ...content });
  const headers = { ...signedHeaders({ id: key, body }, { keys, at: now() }), 'idempotency-key': key };
  return judge<T>(await outbound.ask({ url, headers, body }), answer);
}

function judge<T>(result: OutboundAnswer, answer: TSchema): ProviderAnswer<T> {
  const { status, error, body } = result;
  if (status === null) return { outcome: 'UNKNOWN', reason: error ?? 'no answer' };
  if (status >= 200 && status < 300) {
    const value = readMessage(answer, body);
    if (value !== null) return { outcome: 'ANSWERED', value: value as T };
    return { outcome: 'UNKNOWN', reason: `HTTP ${status} with a body that is not as agreed` };
  }
  if (status < 400 || status >= 500 || TEMPORARY.has(status))
    return { outcome: 'UNKNOWN', reason: `HTTP ${status}` };
  const said = readMessage(ErrorAnswer, body) as { reason: string } | null;
  return { outcome: 'REFUSED', reason: said?.reason ?? `HTTP ${status}` };
}
