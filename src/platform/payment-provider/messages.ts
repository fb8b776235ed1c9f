import { Type } from 'typebox';
import { readMessage, ShortText as Short } from '../outbound/signed-call.ts';
import { isGenuine, type SignedMessage } from '../outbound/signed-message.ts';
import type { ProviderEvent } from './provider.ts';

/** Messages from a connector. They are untrusted, so everything is validated before it is applied. */

const Amount = Type.String({ pattern: '^[0-9]{1,20}(\\.[0-9]{1,4})?$' });

const requestMembers = {
  status: Type.Union(['PENDING', 'SUCCEEDED', 'FAILED', 'CANCELLED'].map((each) => Type.Literal(each))),
  providerId: Type.Optional(Short),
  paymentLink: Type.Optional(Type.String({ maxLength: 2048, pattern: '^https?://[\\x21-\\x7e]+$' })),
  amount: Type.Optional(Amount),
  currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
  transactionNumber: Type.Optional(Short),
  reason: Type.Optional(Short),
};
const refundMembers = {
  status: Type.Union(['PENDING', 'SUCCEEDED', 'FAILED'].map((each) => Type.Literal(each))),
  providerId: Type.Optional(Short),
  reason: Type.Optional(Short),
};

export const RequestResponse = Type.Object(requestMembers);
export const RefundResponse = Type.Object(refundMembers);
export const CustomerResponse = Type.Object({ customerId: Short });

const RequestEvent = Type.Object({ requestId: Short, ...requestMembers });
const RefundEvent = Type.Object({ refundId: Short, ...refundMembers });

/** An event signed with one of the keys; null for any other. */
export function readEvent(
  sent: SignedMessage,
  known: { keys: readonly Buffer[]; at: Temporal.Instant },
): ProviderEvent | null {
  if (!isGenuine(sent, known)) return null;
  const refund = readMessage(RefundEvent, sent.body);
  if (refund) {
    const { refundId: targetId, ...state } = refund;
    return { id: sent.id, about: 'REFUND', targetId, state } as ProviderEvent;
  }
  const request = readMessage(RequestEvent, sent.body);
  if (!request) return null;
  const { requestId: targetId, ...state } = request;
  return { id: sent.id, about: 'REQUEST', targetId, state } as ProviderEvent;
}
