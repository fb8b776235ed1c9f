import type { Org } from '../http/operation.ts';
import type { Tx } from './database.ts';

/** Something that happened to a resource in a running transaction. */
export interface NotedEvent {
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

const notes = new WeakMap<Tx, NotedEvent[]>();

/**
 * Remembers an event until its transaction is about to commit; it costs no statement here. What is rolled
 * back, also to a savepoint, has not happened.
 */
export function noteEvent(tx: Tx, event: NotedEvent): void {
  const noted = notes.getOrInsertComputed(tx, () => []);
  const isKnown = noted.some(({ type, id }) => type === event.type && id === event.id);
  if (!isKnown) noted.push(event);
}

/** Everything that was noted, once. */
export function takeNotes(tx: Tx): readonly NotedEvent[] {
  const noted = notes.get(tx) ?? [];
  notes.delete(tx);
  return noted;
}

export function countNotes(tx: Tx): number {
  return notes.get(tx)?.length ?? 0;
}

/** Forgets what was noted after so many. */
export function forgetNotes(tx: Tx, count: number): void {
  notes.get(tx)?.splice(count);
}

/** Forgets what was noted of a thing that did not come to be. */
export function withdrawNotes(tx: Tx, id: string): void {
  const noted = notes.get(tx);
  if (noted)
    notes.set(
      tx,
      noted.filter((note) => note.id !== id),
    );
}
