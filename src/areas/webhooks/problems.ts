import { notFoundKind, problemKind } from '#platform/problem.ts';

export const webhookNotFound = notFoundKind('webhook');
export const webhookEventNotFound = notFoundKind('webhook event');
export const deliveryNotFound = notFoundKind('webhook delivery');
export const urlRefused = problemKind('URL_REFUSED', 400, (d: { reason: string }) => `url: ${d.reason}`);
export const typeUnknown = problemKind(
  'EVENT_TYPE_UNKNOWN',
  400,
  (d: { type: string }) =>
    `types: ${d.type} is no type of event; send one such as invoice.due, invoice.* for all of a kind, or *`,
);
export const typeNotPublished = problemKind(
  'EVENT_TYPE_NOT_PUBLISHED',
  400,
  (d: { type: string }) => `types: nothing publishes ${d.type} yet; leave it out`,
);
export const chatSubscribes = problemKind(
  'CHAT_SUBSCRIBES',
  400,
  () => 'types: a chat gets what is addressed to it and subscribes to nothing; leave them out',
);
export const tooManyWebhooks = problemKind(
  'TOO_MANY_WEBHOOKS',
  400,
  (d: { max: number }) => `an organization has at most ${d.max} webhooks; delete one first`,
);
export const tooManySecrets = problemKind(
  'TOO_MANY_SECRETS',
  400,
  (d: { max: number }) =>
    `at most ${d.max} secrets sign at one time; rotate again when the oldest has ended, 24 hours after it ` +
    'was replaced',
);
export const webhookDisabled = problemKind(
  'WEBHOOK_DISABLED',
  400,
  (d: { id: string }) => `webhook ${d.id} is disabled; set its status to ACTIVE first`,
);
export const deliveryRunning = problemKind(
  'DELIVERY_RUNNING',
  400,
  (d: { status: string }) =>
    `the delivery is ${d.status} and is still being tried; wait until it is DELIVERED or FAILED`,
);
export const windowInvalid = problemKind(
  'WINDOW_INVALID',
  400,
  () => 'until: must be after from, by 30 days at most',
);
