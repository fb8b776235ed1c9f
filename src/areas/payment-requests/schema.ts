import { Type } from 'typebox';
import { Closed, DateTime, Enum, ExactNumber, PageOf, Text } from '#platform/http/schemas.ts';

const STATUSES = ['PENDING', 'SUCCEEDED', 'FAILED', 'CANCELLED'] as const;

export const PaymentRequest = Closed(
  {
    id: Type.String(),
    invoiceId: Type.String(),
    accountId: Type.String({ description: 'In whose name it is paid; of a group, one of its members' }),
    attempt: Type.Integer({ description: 'From 1; each try is a request of its own' }),
    provider: Type.String({ description: 'Its name when it was asked' }),
    paymentProviderId: Type.String({ description: 'Who was asked, and cancels it or gives it back' }),
    amount: ExactNumber({ description: 'What was asked for' }),
    currency: Type.String(),
    status: Enum(STATUSES),
    call: Enum(['OPEN', 'ANSWERED', 'GIVEN_UP'], {
      description:
        'OPEN: the provider is being asked. ANSWERED: it has the request. GIVEN_UP: it said nothing for 23 ' +
        'hours, and may or may not have collected it',
    }),
    lastError: Type.Optional(Type.String({ description: 'Of the last call' })),
    providerId: Type.Optional(Type.String()),
    paymentLink: Type.Optional(Type.String()),
    failureReason: Type.Optional(Type.String()),
    retryAt: Type.Optional(DateTime({ description: 'When it is tried again by itself' })),
    paymentId: Type.Optional(Type.String({ description: 'Of one that SUCCEEDED' })),
    createdAt: DateTime(),
    updatedAt: DateTime(),
  },
  { component: 'PaymentRequest' },
);
export const PaymentRequestPage = PageOf(PaymentRequest);
export const PaymentRequestParams = Type.Object({ payment_request_id: Text(1, 50) });

export const CreatePaymentRequestRequest = Closed(
  {
    invoiceId: Text(1, 50, { description: 'DUE or PARTIALLY_PAID; also an order, and the bill of a group' }),
  },
  { component: 'CreatePaymentRequestRequest' },
);

export const ProviderEventRequest = Closed(
  {
    id: Text(1, 255, {
      ...{ pattern: '^(?!answer:)[\\x21-\\x7e]+$' },
      form: 'must be visible ASCII characters that do not begin with answer:',
      description: "The provider's id of the event: the same again is taken once",
    }),
    timestamp: Text(1, 12, {
      ...{ pattern: '^[0-9]+$', form: 'must be digits only' },
      description: 'Seconds of real time',
    }),
    payload: Text(2, 10_000, {
      description: 'JSON as text, byte for byte as it was signed: a requestId or a refundId, and its status',
    }),
    signature: Text(1, 1000, {
      description: 'v1, and base64 of the HMAC-SHA256 of id.timestamp.payload, as of Standard Webhooks',
    }),
  },
  { component: 'ProviderEventRequest' },
);
export const ReceivedProviderEvent = Closed(
  {
    isNew: Type.Boolean({ description: 'False when it was received before' }),
  },
  { component: 'ReceivedProviderEvent' },
);
