import { type Static, Type } from 'typebox';
import {
  Closed,
  DateTime,
  Enum,
  List,
  MultilineText,
  Nullable,
  PageOf,
  Secret,
  Text,
} from '#platform/http/schemas.ts';
import { PUBLISHED_TYPES } from './event-types.ts';

const STATUSES = ['ACTIVE', 'DISABLED'] as const;
const DELIVERY_STATUSES = ['PENDING', 'RETRYING', 'DELIVERED', 'FAILED'] as const;

const url = Text(1, 2048, {
  description:
    'https, port 443 or 8443, a public host, no credentials; the operator may allow more. Every request ' +
    'is checked again',
});
const types = List(Text(1, 50), {
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
  description: `Types of events, all of a kind as in invoice.*, or *: ${PUBLISHED_TYPES.join(', ')}`,
});
const description = MultilineText(0, 1000);
const status = Enum(STATUSES, {
  description: 'A DISABLED webhook receives nothing; its waiting deliveries continue once it is enabled',
});

export const CreateWebhookRequest = Closed(
  {
    url,
    types,
    description: Type.Optional(Nullable(description)),
    status: Type.Optional(status),
  },
  { component: 'CreateWebhookRequest' },
);

export const UpdateWebhookRequest = Closed(
  {
    url: Type.Optional(url),
    types: Type.Optional(types),
    description: Type.Optional(Nullable(description)),
    status: Type.Optional(status),
  },
  { component: 'UpdateWebhookRequest' },
);
export type UpdateWebhookRequest = Static<typeof UpdateWebhookRequest>;

const members = {
  id: Type.String(),
  url: Type.String(),
  types: List(Type.String(), { maxItems: 100 }),
  description: Type.Optional(Type.String()),
  format: Enum(['EVENT', 'CHAT'], {
    description:
      'CHAT: created for a channel of an alert; receives {"text"} with sentences, and has no types',
  }),
  status: Enum(STATUSES),
  disabledReason: Type.Optional(
    Enum(['CALLER', 'GONE', 'FAILING'], {
      description: 'A user disabled it; it responded with 410; it has failed for 5 days without a success',
    }),
  ),
  failingSince: Type.Optional(DateTime({ description: 'Real time; no delivery has succeeded since then' })),
  createdAt: DateTime(),
  updatedAt: DateTime(),
};
export const Webhook = Closed(members, { component: 'Webhook' });
export type Webhook = Static<typeof Webhook>;
export const WebhookPage = PageOf(Webhook);
export const WebhookWithSecret = Closed(
  {
    ...members,
    secret: Secret(Type.String({ description: 'whsec_ and base64. Shown only in this response' })),
  },
  { component: 'WebhookWithSecret' },
);

const Attempt = Closed(
  {
    number: Type.Integer(),
    startedAt: DateTime({ description: 'Real time, as are all times of deliveries' }),
    durationMs: Type.Integer(),
    status: Type.Optional(
      Type.Integer({ description: 'Status of the HTTP response; absent without a response' }),
    ),
    error: Type.Optional(Type.String()),
    requestHead: Type.String({ description: 'Request head as sent, without the signature' }),
    responseHead: Type.Optional(Type.String()),
  },
  { component: 'WebhookAttempt' },
);
export const MAX_ATTEMPTS_SHOWN = 20;
export const WebhookDelivery = Closed(
  {
    eventId: Type.String({ description: 'The webhook-id of every attempt' }),
    eventType: Type.String(),
    webhookId: Type.String(),
    status: Enum(DELIVERY_STATUSES),
    nextAttemptAt: Type.Optional(DateTime()),
    attempts: List(Attempt, { maxItems: MAX_ATTEMPTS_SHOWN, description: 'Newest first' }),
    createdAt: DateTime(),
    updatedAt: DateTime(),
  },
  { component: 'WebhookDelivery' },
);
export const WebhookDeliveryPage = PageOf(WebhookDelivery);

const eventMembers = {
  id: Type.String(),
  type: Type.String(),
  resourceKind: Type.String(),
  resourceId: Type.String(),
  sequence: Type.Integer({ description: 'Counts the events of the resource from 1, without gaps' }),
  timestamp: DateTime({ description: "By the organization's clock" }),
};
const WebhookEventSummary = Closed(eventMembers, { component: 'WebhookEventSummary' });
export const WebhookEventPage = PageOf(WebhookEventSummary);
export const WebhookEvent = Closed(
  {
    ...eventMembers,
    data: Type.Unsafe<object>({
      type: 'object',
      description: 'The member data of the request body: object, previous, sequence, truncated',
    }),
  },
  { component: 'WebhookEvent' },
);

export const ReplayRequest = Closed(
  {
    from: DateTime({ description: "By the organization's clock, as are the timestamps of events" }),
    until: DateTime({ description: 'At most 30 days after from' }),
    afterEventId: Type.Optional(
      Text(1, 50, { description: 'lastEventId of the previous response, with its nextFrom' }),
    ),
  },
  { component: 'ReplayRequest' },
);
export const Replay = Closed(
  {
    count: Type.Integer({ description: 'Events sent again, or still being sent; at most 1000' }),
    nextFrom: Type.Optional(
      DateTime({ description: 'Present if there may be more: the `from` of the next request' }),
    ),
    lastEventId: Type.Optional(Type.String()),
  },
  { component: 'Replay' },
);

export const WebhookParams = Type.Object({ webhook_id: Text(1, 50) });
export const DeliveryParams = Type.Object({ webhook_id: Text(1, 50), webhook_event_id: Text(1, 50) });
export const WebhookEventParams = Type.Object({ webhook_event_id: Text(1, 50) });
