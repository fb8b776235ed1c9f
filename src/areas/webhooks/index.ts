export { withdrawFromOutbox as withdrawEvents } from '#platform/db/outbox.ts';
export { openChat } from './add-webhook.ts';
export type { EventType } from './event-types.ts';
export { tooManyWebhooks, urlRefused, webhookNotFound } from './problems.ts';
export { type DisabledWebhook, WEBHOOK_DISABLED } from './publish-disabled.ts';
export { publishEvent } from './publish-event.ts';
export { findEndpoint as findWebhook } from './store/endpoints.ts';
export { eraseMentioningEvents, erasePublishedEvents } from './store/erased.ts';
export { storeOutbox } from './store-outbox.ts';
