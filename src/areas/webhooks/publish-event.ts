import type { Tx } from '#platform/db/database.ts';
import { type Addressed, addToOutbox } from '#platform/db/outbox.ts';
import type { Org } from '#platform/http/operation.ts';
import { EVENT_TYPES, type EventType } from './event-types.ts';

export interface PublishedEvent {
  id: string;
  now: Temporal.Instant;
  /** Members that a change replaced, as they were. */
  previous?: Readonly<Record<string, unknown>>;
  /** What is told of a thing that no operation shows. */
  object?: Readonly<Record<string, unknown>>;
  /** Webhooks that it is sent to whatever they subscribe to, each once. */
  addressed?: readonly Addressed[];
}

/**
 * Tells that something happened to a thing. It costs nothing here: when the transaction commits, the event
 * is stored with it, once for each type and thing, and the thing is read as it is then.
 */
export function publishEvent(tx: Tx, org: Org, event: PublishedEvent & { type: EventType }): void {
  const { now: at, ...told } = event;
  addToOutbox(tx, { ...told, org, at, kind: EVENT_TYPES[event.type].kind });
}
