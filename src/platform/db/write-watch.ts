import type pg from 'pg';
import { Client } from './client.ts';
import { isDiskFull, isReadOnly, type WriteFailure, WritesUnavailable } from './failures.ts';
import { connectTo, renewConnections } from './pool.ts';
import { EFFECTIVE_READ_ONLY } from './read-only.ts';
import type { Connection } from './servers.ts';

export interface WatchedPools {
  connection: Connection;
  writers: pg.Pool;
  readers: pg.Pool;
}

const EVERY_MS = 2_000;
/** The interval of the disk space check; while there was no space, every look checks. */
const ROOM_EVERY_MS = 60_000;

/**
 * Rows of 8 kB in a temporary table that is dropped with the transaction: its file has to grow by a quarter
 * of a megabyte, which fails on a full disk, and nothing enters the write-ahead log. Where temporary tables
 * have a disk of their own, the check uses the database's; where the role may create none, only failed writes
 * reveal a full disk.
 */
const TAKE_ROOM = `begin;
  set local temp_tablespaces = '';
  create temporary table room (filler text storage plain) on commit drop;
  insert into room select repeat('x', 8000) from generate_series(1, 32);
  rollback`;

/** Tracks whether the database accepts writes. */
export class WriteWatch {
  readonly #pools: WatchedPools;
  readonly #listeners: ((failure: WriteFailure | null) => void)[] = [];
  #known: WriteFailure | null = null;
  #looking: Promise<WriteFailure | null> | null = null;
  #isLastLookInVain = false;
  #roomSeenAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(pools: WatchedPools) {
    this.#pools = pools;
  }

  /** As of the last check; null: it accepts writes. */
  get failure(): WriteFailure | null {
    return this.#known;
  }

  /** Throws `WritesUnavailable` while the database is read-only, without a query. */
  requireWrites(): void {
    const known = this.#known;
    if (known === 'STANDBY' || known === 'READ_ONLY') throw new WritesUnavailable(known);
  }

  /** Checks the database now; one check at a time. */
  look(): Promise<WriteFailure | null> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  /** A failed statement may indicate the state of the database. */
  note(error: unknown): void {
    if (isDiskFull(error)) this.#learn('DISK_FULL');
    else if (isReadOnly(error)) this.look().catch(() => undefined);
  }

  /** Calls back on each change between accepting and rejecting writes. */
  onChange(listener: (failure: WriteFailure | null) => void): void {
    this.#listeners.push(listener);
  }

  /** Checks every two seconds from now on, until it is stopped. */
  keepLooking(): void {
    if (this.#isStopped) return;
    const again = () => this.keepLooking();
    this.#timer = setTimeout(() => void this.look().then(again, again), EVERY_MS).unref();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #look(): Promise<WriteFailure | null> {
    try {
      if (this.#known !== null || this.#isLastLookInVain) await watchServers(this.#pools);
      const failure = await this.#readFailure();
      this.#isLastLookInVain = false;
      this.#learn(failure);
      return failure;
    } catch (error) {
      this.#isLastLookInVain = true;
      throw error;
    }
  }

  async #readFailure(): Promise<WriteFailure | null> {
    const kind = await readState(this.#pools, this.#known !== null);
    if (kind !== null) return kind;
    const now = performance.now();
    if (this.#known !== 'DISK_FULL' && now - this.#roomSeenAt < ROOM_EVERY_MS) return null;
    if (!(await hasRoom(this.#pools.writers))) return 'DISK_FULL';
    this.#roomSeenAt = now;
    return null;
  }

  #learn(failure: WriteFailure | null): void {
    if (failure === this.#known) return;
    // Sessions keep the state from when they began.
    if ([failure, this.#known].includes('READ_ONLY')) renewBoth(this.#pools);
    this.#known = failure;
    for (const listener of this.#listeners) listener(failure);
  }
}

/** The server may have become a standby: looks again for one that matches `target_session_attrs`. */
async function watchServers(pools: WatchedPools): Promise<void> {
  if (await pools.connection.servers?.chooseAnew()) renewBoth(pools);
}

function renewBoth({ writers, readers }: WatchedPools): void {
  renewConnections(writers);
  renewConnections(readers);
}

/**
 * A session that began while the database was read-only cannot tell what a new one may do: a new one asks.
 */
async function readState(
  { connection, readers }: WatchedPools,
  isNew: boolean,
): Promise<WriteFailure | null> {
  const text = `select pg_is_in_recovery() as "isStandby", ${EFFECTIVE_READ_ONLY} = 'on' as "isReadOnly"`;
  const client = isNew ? await newClient(connection) : await connectTo(readers);
  try {
    const { rows } = await client.query<{ isStandby: boolean; isReadOnly: boolean }>(text);
    if (rows[0]?.isStandby) return 'STANDBY';
    return rows[0]?.isReadOnly ? 'READ_ONLY' : null;
  } finally {
    if ('release' in client) client.release();
    else await client.end();
  }
}

async function newClient(connection: Connection): Promise<Client> {
  const client = new Client({ ...connection, connectionTimeoutMillis: EVERY_MS, query_timeout: EVERY_MS });
  client.on('error', () => undefined); // the running statement reports it
  await client.connect();
  return client;
}

async function hasRoom(writers: pg.Pool): Promise<boolean> {
  const client = await connectTo(writers);
  try {
    await client.query(TAKE_ROOM);
    client.release();
    return true;
  } catch (error) {
    client.release(true);
    return !isDiskFull(error);
  }
}
