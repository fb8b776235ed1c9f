import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type CompiledQuery, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { traced } from '../traces/spans.ts';
import type { TxLock } from './advisory-locks.ts';
import { runBeside } from './beside.ts';
import type { PoolSizes } from './connection-needs.ts';
import { noteWriteOfRead } from './failures.ts';
import { connectTo, isSpoilt, MINUTE_MS, openPool, SAYING_MS } from './pool.ts';
import { sendTogether } from './send-together.ts';
import type { Connection } from './servers.ts';
import { SingleConnections } from './single-connections.ts';
import type { SingleScope } from './single-statement.ts';
import type { Tables } from './tables.ts';
import { transactionOn } from './transaction-on-client.ts';
import type { TxActor } from './tx-actor.ts';
import { beginning, portalSettings, scopeSettings } from './tx-settings.ts';
import { WriteWatch } from './write-watch.ts';

/** A running transaction of one organization: the only database handle that handlers get. */
export type Tx = Transaction<Tables>;

/** The rows that a transaction may access, and whether it may write. */
export interface TxScope {
  /** Null: no organization's rows. */
  orgId: number | null;
  /** A snapshot reads everything as of one instant; with `read`, each statement has its own snapshot. */
  access: 'read' | 'snapshot' | 'write';
  /** Allows the transaction to list organizations (for workers that look for work). */
  isDirectory?: boolean;
  /** Hex SHA-256 of a credential: makes the key row with that hash visible. */
  credential?: string;
  /** A user, whose own rows become visible in every organization. */
  userId?: string;
  /** Restricts the transaction to rows of these accounts and this customer, also in reads. */
  portal?: { customerId: string; accountIds: ReadonlySet<string> };
  /** Time limit of a statement that reads or writes much, in minutes; default one. Not for `read`. */
  minutes?: number;
  /** The lock that a writing transaction of an organization takes first; default `WRITES`. */
  lock?: TxLock;
  /** The actor that the audit log records for the writes; absent: the service itself. */
  actor?: TxActor;
}

export interface Database {
  transaction<T>(scope: TxScope, run: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * A transaction that does not await its last statements before the commit: the commit follows them on the
   * same connection, which saves a round trip. If one fails, the transaction rolls back and the error is
   * thrown.
   */
  pipelined<T>(scope: TxScope, run: (tx: Tx) => Promise<Unfinished<T>>): Promise<T>;
  /**
   * A transaction of one statement: one message, and one response after the commit. It cannot add outbox
   * events, because those are written before the commit.
   */
  single<Row>(scope: SingleScope, statement: CompiledQuery<Row>): Promise<Row[]>;
  /** A writing transaction beside one that waits for it: `runBeside`. */
  beside<T>(org: { orgId: number }, run: (tx: Tx) => Promise<T>): Promise<T>;
  /** Whether the database accepts writes; it checks on request. */
  readonly writes: WriteWatch;
  close(): Promise<void>;
  readonly pool: pg.Pool;
}

/** The result of a transaction, available when its pipelined last statements have completed. */
export interface Unfinished<T> {
  result: T;
  writes: readonly Promise<unknown>[];
}

export interface DatabaseOptions {
  connection: Connection;
  /** For the writer pool and the reader pool, or one number for both. */
  maxConnections: number | PoolSizes;
  /** The role that owns nothing; null when the login itself is subject to row-level security. */
  role: string | null;
  onError(error: Error): void;
  /** Called for each new connection that the server has accepted. */
  onConnect?: (() => void) | undefined;
  /** Called with the time that a caller has waited for a connection. */
  onWaited?: ((seconds: number) => void) | undefined;
  /** Runs last in every writing transaction; if it fails, nothing is committed. */
  beforeCommit?(tx: Tx, scope: TxScope): Promise<void>;
}

const TRIES = 4;
/**
 * Serialization failure and deadlock: the database chose this transaction as the victim, so it runs again.
 */
const RETRIED = new Set(['40001', '40P01']);
/** The longest pause before the second try; twice that before the third, and so on. */
const MAX_PAUSE_MS = 20;
export function openDatabase(options: DatabaseOptions): Database {
  let isClosed = false;
  // A pool ends before its connections have closed: messages from the server after that are ignored.
  const onError = (error: Error) => (isClosed ? undefined : options.onError(error));
  const writers = openPool({ ...options, onError }, 'write');
  const readers = openPool({ ...options, onError }, 'read');
  const writes = new WriteWatch({ connection: options.connection, writers, readers });
  const singles = new SingleConnections(writers);
  const write = <T>(scope: TxScope, run: Run<T>) =>
    guarded(scope, writes, () => runWrite(writers, scope, completed(options, scope, run)));
  return {
    ...{ pool: writers, writes },
    transaction: async <T>(scope: TxScope, run: (tx: Tx) => Promise<T>): Promise<T> => {
      if (scope.access === 'read' && !scope.portal)
        return guarded(scope, writes, () => runRead(readers, scope, run));
      return tried(() => write(scope, async (tx) => ({ result: await run(tx), writes: [] })));
    },
    pipelined: (scope, run) => tried(() => write(scope, run)),
    single: (scope, statement) =>
      retried(() => guarded({ access: 'write' }, writes, () => singles.run(scope, statement))),
    beside: ({ orgId }, run) => guarded({ access: 'write' }, writes, () => runBeside(readers, orgId, run)),
    close: async () => {
      isClosed = true;
      writes.stop();
      await Promise.all([writers.end(), readers.end()]);
    },
  };
}

/** Within a recorded trace, a span for the whole, so that the time of the commit is seen too. */
function tried<T>(run: () => Promise<T>): Promise<T> {
  return traced('transaction', {}, () => retried(run));
}

type Run<T> = (tx: Tx) => Promise<Unfinished<T>>;

/** Adds `beforeCommit` to the transaction. */
function completed<T>({ beforeCommit }: DatabaseOptions, scope: TxScope, run: Run<T>): Run<T> {
  return async (tx) => {
    const done = await run(tx);
    if (scope.access === 'write') await beforeCommit?.(tx, scope);
    return done;
  };
}

/** Fails fast while the database is known to reject writes, and learns from each rejection. */
async function guarded<T>(
  { access }: Pick<TxScope, 'access'>,
  writes: WriteWatch,
  run: () => Promise<T>,
): Promise<T> {
  if (access === 'write') writes.requireWrites();
  try {
    return await run();
  } catch (error) {
    if (access !== 'write') noteWriteOfRead(error);
    writes.note(error);
    throw error;
  }
}

/** Runs a transaction again when the database has chosen it as the victim. */
async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === TRIES || !RETRIED.has(sqlState(error))) throw error;
      // The competing transactions go first; an immediate retry could conflict with them again.
      await setTimeout(randomInt(MAX_PAUSE_MS) * attempt);
    }
  }
}

/** Switches a running transaction to an organization that it has just created. */
export async function actFor(tx: Tx, orgId: number): Promise<void> {
  await sql`select set_config('app.org_id', ${String(Math.trunc(orgId))}, true)`.execute(tx);
}

/** Makes the own rows of a user visible to a running transaction; null ends that. */
export async function actForUser(tx: Tx, userId: string | null): Promise<void> {
  await sql`select set_config('app.user_id', ${userId ?? ''}, true)`.execute(tx);
}

/** The five-character SQLSTATE of a database error; empty for any other error. */
export function sqlState(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : '';
}

/** The constraint that a database error names; empty when it names none. */
export function violatedConstraint(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.constraint ?? '') : '';
}

/** The current scope of each reader connection. */
const scopes = new WeakMap<pg.ClientBase, string>();

/**
 * Runs reading statements on a connection that can only read. Every statement is a transaction of its own, as
 * its snapshot would be anyway, so a read costs one round trip: measured, `begin` and `commit` around a
 * list's one statement took a third of the request. A change of scope is awaited before a statement of
 * another organization runs; a connection whose scope cannot be changed is closed.
 */
async function runRead<T>(pool: pg.Pool, scope: TxScope, run: (tx: Tx) => Promise<T>): Promise<T> {
  const wanted = scopeSettings(scope, false);
  const client = await connectTo(pool);
  if (scopes.get(client) !== wanted) {
    try {
      scopes.delete(client);
      await client.query(wanted);
      scopes.set(client, wanted);
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
  try {
    const result = await run(transactionOn(client));
    client.release();
    return result;
  } catch (error) {
    client.release(isSpoilt(error));
    throw error;
  }
}

async function runWrite<T>(pool: pg.Pool, scope: TxScope, run: Run<T>): Promise<T> {
  const begin = beginning(scope);
  const client = await connectTo(pool);
  const begun = sendTogether(client, () =>
    Promise.all([client.query(begin), ...portalSettings(client, scope)]),
  );
  let rejected: unknown = null;
  begun.catch((error: unknown) => {
    rejected = error;
  });
  try {
    const { minutes } = scope;
    const responseMs = minutes === undefined ? undefined : minutes * MINUTE_MS + SAYING_MS;
    const { result, writes } = await run(transactionOn(client, responseMs));
    const committed = sendTogether(client, () => client.query('commit'));
    committed.catch(() => undefined); // awaited below, after the statements before it
    await Promise.all([begun, ...writes]);
    const ended = await committed;
    // If a statement failed and its error was caught, COMMIT reports ROLLBACK without an error.
    if (ended.command !== 'COMMIT') throw new Error('transaction was rolled back by the database');
    client.release();
    return result;
  } catch (error) {
    await rollback(client, rejected ?? error);
    // A transaction that failed to begin rejects all later statements; the cause is the first error.
    throw rejected ?? error;
  }
}

async function rollback(client: pg.PoolClient, cause: unknown): Promise<void> {
  if (isSpoilt(cause)) return client.release(true);
  try {
    await client.query('rollback');
    client.release();
  } catch (error) {
    client.release(error instanceof Error ? error : true);
  }
}
