import type { Duplex } from 'node:stream';
import type pg from 'pg';

/** Beyond that the server had better begin, while this process prepares the next statement. */
const MOST_HELD_BYTES = 32_768;

const held = new WeakSet<Duplex>();

/**
 * Runs what asks statements of a client. Those that are asked within one turn of the event loop go out in one
 * write: the server wakes once for all of them. A write for each took a transaction of 60 single events a
 * fifth of this process's time.
 */
export function sendTogether<T>(client: pg.ClientBase, ask: () => T): T {
  const stream = streamOf(client);
  if (!held.has(stream)) {
    held.add(stream);
    stream.cork();
    // Promises that can go on do so before that: what they ask for is among it.
    process.nextTick(release, stream);
  }
  const asked = ask();
  if (stream.writableLength > MOST_HELD_BYTES) release(stream);
  return asked;
}

function release(stream: Duplex): void {
  if (held.delete(stream)) stream.uncork();
}

/** The driver declares no type for it. */
function streamOf(client: pg.ClientBase): Duplex {
  return (client as unknown as { connection: { stream: Duplex } }).connection.stream;
}
