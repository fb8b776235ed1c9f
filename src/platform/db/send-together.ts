import type { Duplex } from 'node:stream';
import type pg from 'pg';

/** Beyond this size the server should start, while this process prepares the next statement. */
const MAX_HELD_BYTES = 32_768;

const held = new WeakSet<Duplex>();

/**
 * Runs `send`, which sends statements on a client. Statements issued within one turn of the event loop go out
 * in one write: the server wakes once for all of them. Separate writes for a transaction of 60 single events
 * took a fifth of this process's time.
 */
export function sendTogether<T>(client: pg.ClientBase, send: () => T): T {
  const stream = streamOf(client);
  if (!held.has(stream)) {
    held.add(stream);
    stream.cork();
    // Promises that can continue do so before that, so that the write includes their statements.
    process.nextTick(release, stream);
  }
  const requested = send();
  if (stream.writableLength > MAX_HELD_BYTES) release(stream);
  return requested;
}

function release(stream: Duplex): void {
  if (held.delete(stream)) stream.uncork();
}

/** The driver declares no type for it. */
function streamOf(client: pg.ClientBase): Duplex {
  return (client as unknown as { connection: { stream: Duplex } }).connection.stream;
}
