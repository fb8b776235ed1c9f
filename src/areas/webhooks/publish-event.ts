import type { Tx } from '#platform/db/database.ts';
import { type Addressed, addToOutbox } from '#platform/db/outbox.ts';
import type { Org } from '#platform/http/operation.ts';
import { EVENT_TYPES, type EventType } from './event-types.ts';

export interface PublishedEvent {
  id: string;
  now: Temporal.Instant;
  /** Previous values of the members that changed. */
  previous?: Readonly<Record<string, unknown>>;
  /** The body of a resource that no operation shows. */
  object?: Readonly<Record<string, unknown>>;
  /** Webhooks that receive the event whatever they subscribe to, each once. */
  addressed?: readonly Addressed[];
}

/**
 * Publishes an event about a resource. The call only records it in memory: at commit the outbox stores the
 * event, once for each type and resource, with the resource as it is then.
 */
export function publishEvent(tx: Tx, org: Org, event: PublishedEvent & { type: EventType }): void {
  const { now: at, ...change } = event;
  addToOutbox(tx, { ...change, org, at, kind: EVENT_TYPES[event.type].kind });
}
