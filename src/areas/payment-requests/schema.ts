import { Type } from 'typebox';
import { Closed, DateTime, Enum, ExactNumber, PageOf, Text } from '#platform/http/schemas.ts';

const STATUSES = ['PENDING', 'SUCCEEDED', 'FAILED', 'CANCELLED'] as const;

export const PaymentRequest = Closed(
  {
    id: Type.String(),
    invoiceId: Type.String(),
    accountId: Type.String({ description: 'The payer; for a group, one of its members' }),
    attempt: Type.Integer({ description: 'From 1; each attempt is a separate request' }),
    provider: Type.String({ description: 'The name of the provider at the time of the request' }),
    paymentProviderId: Type.String({
      description: 'The connection of the request, also for its cancellation and refund',
    }),
    amount: ExactNumber({ description: 'The requested amount' }),
    currency: Type.String(),
    status: Enum(STATUSES),
    call: Enum(['OPEN', 'ANSWERED', 'GIVEN_UP'], {
      description:
        'OPEN: the provider is being called. ANSWERED: it has the request. GIVEN_UP: it did not respond ' +
        'for 23 hours, and may or may not have collected the amount',
    }),
    lastError: Type.Optional(Type.String({ description: 'Of the last call' })),
    providerId: Type.Optional(Type.String()),
    paymentLink: Type.Optional(Type.String()),
    failureReason: Type.Optional(Type.String()),
    retryAt: Type.Optional(DateTime({ description: 'When it is retried automatically' })),
    paymentId: Type.Optional(Type.String({ description: 'Of a request that SUCCEEDED' })),
    createdAt: DateTime(),
    updatedAt: DateTime(),
  },
  { component: 'PaymentRequest' },
);
export const PaymentRequestPage = PageOf(PaymentRequest);
export const PaymentRequestParams = Type.Object({ payment_request_id: Text(1, 50) });

export const CreatePaymentRequestRequest = Closed(
  {
    invoiceId: Text(1, 50, {
      description: 'An invoice that is DUE or PARTIALLY_PAID; also an order, and the invoice of a group',
    }),
  },
  { component: 'CreatePaymentRequestRequest' },
);

export const ProviderEventRequest = Closed(
  {
    id: Text(1, 255, {
      ...{ pattern: '^(?!answer:)[\\x21-\\x7e]+$' },
      form: 'must consist of visible ASCII characters and not begin with answer:',
      description: "The provider's id of the event; a repeated id is processed once",
    }),
    timestamp: Text(1, 12, {
      ...{ pattern: '^[0-9]+$', form: 'must contain only digits' },
      description: 'Seconds of real time',
    }),
    payload: Text(2, 10_000, {
      description: 'JSON as text, byte for byte as signed: a requestId or a refundId, and its status',
    }),
    signature: Text(1, 1000, {
      description: 'v1, and base64 of the HMAC-SHA256 of id.timestamp.payload, as in Standard Webhooks',
    }),
  },
  { component: 'ProviderEventRequest' },
);
export const ReceivedProviderEvent = Closed(
  {
    isNew: Type.Boolean({ description: 'False if it was received before' }),
  },
  { component: 'ReceivedProviderEvent' },
);
