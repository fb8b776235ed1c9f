import type { Org } from '../http/operation.ts';
import type { Tx } from './database.ts';

/** Something that happened to a resource in a running transaction. */
export interface OutboxEvent {
  org: Org;
  type: string;
  kind: string;
  id: string;
  /** Time of the organization's clock. */
  at: Temporal.Instant;
  /** Replaced members of a change, with their former values. */
  previous?: Readonly<Record<string, unknown>>;
  /** The published representation of a resource that no operation returns. */
  object?: Readonly<Record<string, unknown>>;
  /** Recipients besides the subscribers. */
  addressed?: readonly Addressed[];
}

export interface Addressed {
  endpointId: string;
  /** The text to send instead of the event; null: the event itself. */
  text: string | null;
}

const outboxes = new WeakMap<Tx, OutboxEvent[]>();

/**
 * Collects an event until its transaction is about to commit; this costs no statement. Events that are rolled
 * back, also to a savepoint, are dropped.
 */
export function addToOutbox(tx: Tx, event: OutboxEvent): void {
  const outbox = outboxes.getOrInsertComputed(tx, () => []);
  const isKnown = outbox.some(({ type, id }) => type === event.type && id === event.id);
  if (!isKnown) outbox.push(event);
}

/** Returns the collected events, once. */
export function takeOutbox(tx: Tx): readonly OutboxEvent[] {
  const outbox = outboxes.get(tx) ?? [];
  outboxes.delete(tx);
  return outbox;
}

export function countOutbox(tx: Tx): number {
  return outboxes.get(tx)?.length ?? 0;
}

/** Drops the events after the first `count`. */
export function truncateOutbox(tx: Tx, count: number): void {
  outboxes.get(tx)?.splice(count);
}

/** Drops the events of a resource whose creation was abandoned. */
export function withdrawFromOutbox(tx: Tx, id: string): void {
  const outbox = outboxes.get(tx);
  if (outbox)
    outboxes.set(
      tx,
      outbox.filter((each) => each.id !== id),
    );
}
