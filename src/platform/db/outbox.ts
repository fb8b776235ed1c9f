import type { Org } from '../http/operation.ts';
import type { Tx } from './database.ts';

/** Something that happened to a resource in a running transaction. */
export interface OutboxEvent {
  org: Org;
  type: string;
  kind: string;
  id: string;
  /** The organization's clock. */
  at: Temporal.Instant;
  /** Members that a change replaced, as they were. */
  previous?: Readonly<Record<string, unknown>>;
  /** What is told of a resource that no operation shows. */
  object?: Readonly<Record<string, unknown>>;
  /** Whom it is sent to besides those who subscribe. */
  addressed?: readonly Addressed[];
}

export interface Addressed {
  endpointId: string;
  /** What it says instead of the event; null: the event. */
  text: string | null;
}

const outboxes = new WeakMap<Tx, OutboxEvent[]>();

/**
 * Remembers an event until its transaction is about to commit; it costs no statement here. What is rolled
 * back, also to a savepoint, has not happened.
 */
export function addToOutbox(tx: Tx, event: OutboxEvent): void {
  const outbox = outboxes.getOrInsertComputed(tx, () => []);
  const isKnown = outbox.some(({ type, id }) => type === event.type && id === event.id);
  if (!isKnown) outbox.push(event);
}

/** Everything that was noted, once. */
export function takeOutbox(tx: Tx): readonly OutboxEvent[] {
  const outbox = outboxes.get(tx) ?? [];
  outboxes.delete(tx);
  return outbox;
}

export function countOutbox(tx: Tx): number {
  return outboxes.get(tx)?.length ?? 0;
}

/** Forgets what was noted after so many. */
export function truncateOutbox(tx: Tx, count: number): void {
  outboxes.get(tx)?.splice(count);
}

/** Forgets what was noted of a thing that did not come to be. */
export function withdrawFromOutbox(tx: Tx, id: string): void {
  const outbox = outboxes.get(tx);
  if (outbox)
    outboxes.set(
      tx,
      outbox.filter((each) => each.id !== id),
    );
}
