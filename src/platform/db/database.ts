import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type CompiledQuery, sql, type Transaction } from 'kysely';
import pg from 'pg';
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

/** A running transaction of one organization: the only database handle that a handler ever sees. */
export type Tx = Transaction<Tables>;

/** Whose rows a transaction reaches, and whether it may write. */
export interface TxScope {
  /** Null reaches no organization's rows. */
  orgId: number | null;
  /** A snapshot reads everything as of one instant; other reads, each statement as of its own. */
  access: 'read' | 'snapshot' | 'write';
  /** Lets the transaction list organizations (workers that look for work). */
  isDirectory?: boolean;
  /** Hex SHA-256 of a credential: reveals the key row with that hash. */
  credential?: string;
  /** Lets only rows of these accounts and this customer through, also in reads. */
  portal?: { customerId: string; accountIds: ReadonlySet<string> };
  /** How long a statement may take that reads or makes much; absent: one. Not of `read`. */
  minutes?: number;
  /** What a writing transaction of an organization begins with; absent: `WRITES`. */
  lock?: TxLock;
  /** Whom the audit log names for what the transaction writes; absent: the service itself. */
  actor?: TxActor;
}

export interface Database {
  transaction<T>(scope: TxScope, run: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * A transaction whose last statements are not waited for before the commit: it follows them on the same
   * way, and one round trip is saved. If one of them fails, all is rolled back and its error thrown.
   */
  pipelined<T>(scope: TxScope, run: (tx: Tx) => Promise<Unfinished<T>>): Promise<T>;
  /**
   * A transaction that is one statement: it takes one message and one answer, after the commit. Nothing can
   * be noted in it that is done before the commit.
   */
  single<Row>(scope: SingleScope, statement: CompiledQuery<Row>): Promise<Row[]>;
  /** A writing transaction beside one that waits for it: `runBeside`. */
  beside<T>(org: { orgId: number }, run: (tx: Tx) => Promise<T>): Promise<T>;
  /** Whether the database takes writes; looks when it is asked to. */
  readonly writes: WriteWatch;
  close(): Promise<void>;
  readonly pool: pg.Pool;
}

/** What a transaction comes to, once its last statements, which are on their way, have been done. */
export interface Unfinished<T> {
  result: T;
  writes: readonly Promise<unknown>[];
}

export interface DatabaseOptions {
  connection: Connection;
  /** Of those that write and of those that read, or the same number for both. */
  maxConnections: number | PoolSizes;
  /** The role that owns nothing; null when the login itself is already subject to row-level security. */
  role: string | null;
  onError(error: Error): void;
  /** The last of every writing transaction; if it fails, nothing is committed. */
  beforeCommit?(tx: Tx, scope: TxScope): Promise<void>;
}

const TRIES = 4;
/** Serialization failure and deadlock: the database chose this transaction to give way, so it runs again. */
const RETRIED = new Set(['40001', '40P01']);
/** The most that is paused before the second try, twice before the third and so on. */
const MOST_PAUSE_MS = 20;
export function openDatabase(options: DatabaseOptions): Database {
  let isClosed = false;
  // A pool has ended before its connections have: what the server still says to them then is no loss.
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
      return retried(() => write(scope, async (tx) => ({ result: await run(tx), writes: [] })));
    },
    pipelined: (scope, run) => retried(() => write(scope, run)),
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

type Run<T> = (tx: Tx) => Promise<Unfinished<T>>;

/** With what comes before the commit. */
function completed<T>({ beforeCommit }: DatabaseOptions, scope: TxScope, run: Run<T>): Run<T> {
  return async (tx) => {
    const done = await run(tx);
    if (scope.access === 'write') await beforeCommit?.(tx, scope);
    return done;
  };
}

/** Asks nothing of a database that is known to refuse it, and learns from what it refuses. */
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

/** The database lets one of several transactions give way; that one is run again. */
async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === TRIES || !RETRIED.has(sqlState(error))) throw error;
      // Those that it gave way to get in first; at once it might take from them what they were waiting for.
      await setTimeout(randomInt(MOST_PAUSE_MS) * attempt);
    }
  }
}

/** Lets a running transaction act for an organization that it has just created. */
export async function actFor(tx: Tx, orgId: number): Promise<void> {
  await sql`select set_config('app.org_id', ${String(Math.trunc(orgId))}, true)`.execute(tx);
}

/** The five-character state of a database error, empty for any other error. */
export function sqlState(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : '';
}

/** The constraint that a database error names, empty when it names none. */
export function violatedConstraint(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.constraint ?? '') : '';
}

/** The scope that each reading connection stands in. */
const scopes = new WeakMap<pg.ClientBase, string>();

/**
 * Runs reading statements on a connection that can do nothing else. Every statement is a transaction of its
 * own, as its snapshot would be anyway, so a read costs one round trip: measured, `begin` and `commit` around
 * a list's one statement took a third of the request. The scope is changed, and the change awaited, before a
 * statement of another organization runs; a connection that cannot change it is thrown away.
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
  let refused: unknown = null;
  begun.catch((error: unknown) => {
    refused = error;
  });
  try {
    const { minutes } = scope;
    const responseMs = minutes === undefined ? undefined : minutes * MINUTE_MS + SAYING_MS;
    const { result, writes } = await run(transactionOn(client, responseMs));
    const committed = sendTogether(client, () => client.query('commit'));
    committed.catch(() => undefined); // awaited below, after what came before it
    await Promise.all([begun, ...writes]);
    const ended = await committed;
    // A transaction that failed inside a caught error ends as ROLLBACK without an error of its own.
    if (ended.command !== 'COMMIT') throw new Error('transaction was rolled back by the database');
    client.release();
    return result;
  } catch (error) {
    await rollback(client, refused ?? error);
    // A transaction that never began refuses all that follows; the cause is what refused the first.
    throw refused ?? error;
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
