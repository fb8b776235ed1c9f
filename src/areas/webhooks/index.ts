export { withdrawNotes as withdrawEvents } from '#platform/db/noted-events.ts';
export { openChat } from './add-webhook.ts';
export type { EventType } from './event-types.ts';
export { tooManyWebhooks, urlRefused, webhookNotFound } from './problems.ts';
export { findEndpoint as findWebhook } from './store/endpoints.ts';
export { eraseMentioningEvents, eraseToldEvents } from './store/erased.ts';
export { storeNotedEvents } from './store-noted-events.ts';
export { type DisabledWebhook, WEBHOOK_DISABLED } from './tell-disabled.ts';
export { tellEvent } from './tell-event.ts';
