import { notFoundKind, problemKind } from '#platform/problem.ts';

export const webhookNotFound = notFoundKind('webhook');
export const webhookEventNotFound = notFoundKind('webhook event');
export const deliveryNotFound = notFoundKind('webhook delivery');
export const urlRefused = problemKind('URL_REFUSED', 400, (d: { reason: string }) => `url: ${d.reason}`);
export const typeUnknown = problemKind(
  'EVENT_TYPE_UNKNOWN',
  400,
  (d: { type: string }) =>
    `types: ${d.type} is not an event type; use a type such as invoice.due, a group such as invoice.*, or *`,
);
export const typeNotPublished = problemKind(
  'EVENT_TYPE_NOT_PUBLISHED',
  400,
  (d: { type: string }) => `types: ${d.type} is not published yet; leave it out`,
);
export const chatSubscribes = problemKind(
  'CHAT_SUBSCRIBES',
  400,
  () => 'types: must be absent for a chat, which receives alert notifications only',
);
export const tooManyWebhooks = problemKind(
  'TOO_MANY_WEBHOOKS',
  400,
  (d: { max: number }) => `an organization may have at most ${d.max} webhooks; delete one first`,
);
export const tooManySecrets = problemKind(
  'TOO_MANY_SECRETS',
  400,
  (d: { max: number }) =>
    `${d.max} secrets are valid, the maximum; rotate again when the oldest expires, 24 hours after ` +
    'it was replaced',
);
export const webhookDisabled = problemKind(
  'WEBHOOK_DISABLED',
  400,
  (d: { id: string }) => `webhook ${d.id} is disabled; set its status to ACTIVE first`,
);
export const webhooksHeld = problemKind(
  'WEBHOOKS_HELD',
  409,
  (d: { since: string; reason: string }) =>
    `webhooks are held since ${d.since} (${d.reason}); an operator of the deployment releases them on the ` +
    'page System of the console, or with: npm run outgoing -- release WEBHOOKS',
);
export const deliveryRunning = problemKind(
  'DELIVERY_RUNNING',
  400,
  (d: { status: string }) =>
    `the delivery is ${d.status} and Tallymark is still trying to send it; wait until it is ` +
    'DELIVERED or FAILED',
);
export const windowInvalid = problemKind(
  'WINDOW_INVALID',
  400,
  () => 'until: must be after from and at most 30 days later',
);
