export { withdrawNotes as withdrawEvents } from '#platform/db/noted-events.ts';
export type { EventType } from './event-types.ts';
export { storeNotedEvents } from './store-noted-events.ts';
export { tellEvent } from './tell-event.ts';
