import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between the service and PostgreSQL, and breaks what goes through. */
export interface BreakingProxy {
  /** For DATABASE_URL. */
  url: string;
  /** Of the next transactions that ingest, the connection is cut instead of their COMMIT being passed on. */
  cutBeforeCommit(times: number): void;
  /** Of the next transactions that ingest, COMMIT is passed on, and the connection cut before its answer. */
  cutAfterCommit(times: number): void;
  /** How many have been cut. */
  cuts(): number;
  /** Keeps the next COMMIT of a transaction that ingests until it is let go. */
  holdCommit(): { held: Promise<void>; letGo(): void };
  /** Ends every connection with a reset. */
  resetAll(): void;
  /** While on, what is sent disappears, in both directions; connections of that time never come back. */
  swallow(isOn: boolean): void;
  /** While on, nobody listens: connections end, and new ones are refused. */
  refuse(isOn: boolean): Promise<void>;
  stop(): Promise<void>;
}

type Plan = { kind: 'before' | 'after' | 'hold'; left: number; onHeld?(letGo: () => void): void };

/** Transactions that ingest are those that do this: others, as of the queue, pass. */
const INGESTS = /\binsert into event_keys\b/;
const BEGINS = /^\s*begin\b/i;
const COMMITS = /^\s*commit\b/i;
const ENDS = /^\s*(?:commit|rollback)\b/i;
/** Types of messages: the client's that end what it asks, the first of them commits what has no `begin`. */
const [SYNC, QUERY, DONE, FAILED, READY] = ['S', 'Q', 'C', 'E', 'Z'].map((letter) => letter.charCodeAt(0));

/** In front of a database whose address names the directory of a socket. */
export async function startProxy(databaseUrl: string): Promise<BreakingProxy> {
  const { pathname, searchParams } = new URL(databaseUrl.replace('@/', '@localhost/'));
  const socket = `${searchParams.get('host')}/.s.PGSQL.5432`;
  const links = new Set<Link>();
  const state = { plan: { kind: 'before', left: 0 } as Plan, cuts: 0, isSwallowing: false };
  const listener = createServer({ noDelay: true }, (client) => {
    const link = join(client, connect(socket), state);
    links.add(link);
    link.client.once('close', () => links.delete(link));
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const plan = (kind: Plan['kind'], left: number, onHeld?: Plan['onHeld']) => {
    state.plan = { kind, left, ...(onHeld && { onHeld }) };
  };
  const listen = async () => {
    listener.listen(port, '127.0.0.1');
    await once(listener, 'listening');
  };
  const stop = async () => {
    for (const { client } of links) client.destroy();
    listener.close();
    await once(listener, 'close');
  };
  return {
    url: `postgresql://tallymark@127.0.0.1:${port}${pathname}`,
    cutBeforeCommit: (times) => plan('before', times),
    cutAfterCommit: (times) => plan('after', times),
    cuts: () => state.cuts,
    holdCommit: () => {
      const { promise: held, resolve } = Promise.withResolvers<void>();
      let letGo = () => plan('hold', 0);
      plan('hold', 1, (open) => {
        letGo = open;
        resolve();
      });
      return { held, letGo: () => letGo() };
    },
    resetAll: () => {
      for (const { client } of links) client.resetAndDestroy();
    },
    swallow: (isOn) => {
      state.isSwallowing = isOn;
      if (isOn) for (const link of links) link.isSwallowed = true;
    },
    refuse: (isOn) => (isOn ? stop() : listen()),
    stop: async () => (listener.listening ? stop() : undefined),
  };
}

/** One connection of the service with its connection to the server. */
interface Link {
  client: Socket;
  server: Socket;
  isSwallowed: boolean;
}

function join(
  client: Socket,
  server: Socket,
  state: { plan: Plan; cuts: number; isSwallowing: boolean },
): Link {
  const link: Link = { client, server, isSwallowed: state.isSwallowing };
  const cut = () => {
    state.cuts += 1;
    client.destroy();
  };
  const requested = statementReader();
  let [isBegun, ingests] = [false, false];
  const lost = new LostResponse();
  const fromClient = readFrames(true, (frame) => {
    const text = requested(frame);
    if (BEGINS.test(text)) isBegun = true;
    if (INGESTS.test(text)) ingests = true;
    const isLast = frame[0] === SYNC && !isBegun;
    const isCommit = ingests && (isLast || COMMITS.test(text));
    if (isLast || ENDS.test(text)) [isBegun, ingests] = [false, false];
    lost.note(frame);
    const { plan } = state;
    // One that follows another whose answer is to be lost goes with it.
    if (isCommit && plan.left > 0 && !lost.isPlanned) {
      plan.left -= 1;
      if (plan.kind === 'before') return cut();
      if (plan.kind === 'after') lost.plan(isLast ? 'READY' : 'COMMIT');
      if (plan.kind === 'hold') {
        client.pause();
        return plan.onHeld?.(() => {
          server.write(frame);
          client.resume();
        });
      }
    }
    server.write(frame);
  });
  const fromServer = readFrames(false, (frame) => {
    if (client.destroyed) return;
    const outcome = lost.read(frame);
    if (outcome === 'committed') return cut();
    // Another transaction is to be cut for it.
    if (outcome === 'failed') state.plan.left += 1;
    client.write(frame);
  });
  client.on('data', (chunk) => link.isSwallowed || fromClient(chunk as Buffer));
  server.on('data', (chunk) => link.isSwallowed || fromServer(chunk as Buffer));
  for (const [one, other] of [
    [client, server],
    [server, client],
  ] as const) {
    one.on('error', () => undefined);
    // A swallowed connection does not even learn that the other end has gone.
    one.once('close', () => link.isSwallowed || other.destroy());
  }
  client.once('close', () => server.destroy());
  return link;
}

/**
 * By what the server says, it is learnt whether a transaction whose answer is to be lost has committed. Those
 * before it on its connection may still be under way.
 */
class LostResponse {
  /** What the server has still to say that it is ready for: the start, and each message and query since. */
  #owed = 1;
  #planned: { ending: 'COMMIT' | 'READY'; readyIn: number } | null = null;

  get isPlanned(): boolean {
    return this.#planned !== null;
  }

  /** A message of the client. */
  note(frame: Buffer): void {
    if (frame[0] === SYNC || frame[0] === QUERY) this.#owed += 1;
  }

  /** Of the transaction that the message just noted ends. */
  plan(ending: 'COMMIT' | 'READY'): void {
    this.#planned = { ending, readyIn: this.#owed };
  }

  /** A message of the server; null when it does not tell. */
  read(frame: Buffer): 'committed' | 'failed' | null {
    const said = endingOf(frame);
    if (said === 'READY') this.#owed -= 1;
    const planned = this.#planned;
    if (!planned) return null;
    // A READY is told of each transaction; a COMMIT of those alone that begin with `begin`, one at a time.
    const isItsOwn = planned.ending === 'COMMIT' || planned.readyIn === 1;
    if (isItsOwn && said === planned.ending) return 'committed';
    if (said === 'READY') planned.readyIn -= 1;
    if (!isItsOwn || said !== (planned.ending === 'READY' ? 'FAILED' : 'ROLLBACK')) return null;
    this.#planned = null;
    return 'failed';
  }
}

/** Messages of the protocol: a letter, the length of the rest, the rest; the client's first has no letter. */
function readFrames(hasStartup: boolean, onFrame: (frame: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let letter = hasStartup ? 0 : 1;
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= letter + 4) {
      const size = letter + rest.readInt32BE(letter);
      if (rest.length < size) return;
      const frame = rest.subarray(0, size);
      rest = rest.subarray(size);
      letter = 1;
      onFrame(frame);
    }
  };
}

/** The text of the statement that a message runs; prepared ones are known by the name they were given. */
function statementReader(): (frame: Buffer) => string {
  const prepared = new Map<string, string>();
  return (frame) => {
    const type = String.fromCharCode(frame[0] ?? 0);
    if (type === 'Q') return textAt(frame, 5);
    if (type !== 'P' && type !== 'B') return '';
    const first = textAt(frame, 5);
    const second = textAt(frame, 6 + Buffer.byteLength(first));
    // Parse has the name and then the text; Bind has the portal and then the name.
    if (type === 'B') return prepared.get(second) ?? '';
    prepared.set(first, second);
    return '';
  };
}

function textAt(frame: Buffer, from: number): string {
  return frame.toString('utf8', from, frame.indexOf(0, from));
}

/** What a message of the server says that was done: `COMMIT`, `ROLLBACK` or another statement, or all. */
function endingOf(frame: Buffer): string | null {
  if (frame[0] === READY) return 'READY';
  if (frame[0] === FAILED) return 'FAILED';
  return frame[0] === DONE ? textAt(frame, 5) : null;
}
