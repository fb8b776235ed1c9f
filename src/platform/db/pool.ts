import pg from 'pg';
import { Client } from './client.ts';
import type { PoolSizes } from './connection-needs.ts';
import { isOfTheServer } from './failures.ts';
import { EFFECTIVE_READ_ONLY } from './read-only.ts';
import { isLastWord } from './run-query.ts';
import type { Connection } from './servers.ts';
import { valueTypes } from './values.ts';

export interface PoolOptions {
  connection: Connection;
  /** The role that owns nothing; null when the login itself is already subject to row-level security. */
  role: string | null;
  maxConnections: number | PoolSizes;
  onError(error: Error): void;
}

export const MINUTE_MS = 60_000;
/** The server gives a statement up, and says so. */
export const SAYING_MS = 10_000;
const IDLE_IN_TRANSACTION_MS = 120_000;

/**
 * A server that says nothing although it should have given the statement up is taken for gone, and the
 * connection closed: a network that swallows what is sent would otherwise keep it busy for good. Only a
 * pipelining client closes it then. `?query_timeout=` in a URL sets another time.
 */
export const ENDS_WITHOUT_ANSWER = {
  pipeline: true,
  query_timeout: MINUTE_MS + SAYING_MS,
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 30_000,
} as const;

export const WRITES_WHERE_IT_MAY = `select set_config('default_transaction_read_only',
  ${EFFECTIVE_READ_ONLY}, false)`;

/** How often the connections of a pool were given up, and how often they had been when each was made. */
const renewals = new WeakMap<pg.Pool, number>();
const madeAfter = new WeakMap<pg.ClientBase, number>();

/** A pool whose connections can only read, or write where the database lets them. */
export function openPool(options: PoolOptions, access: 'read' | 'write'): pg.Pool {
  const pool = new pg.Pool({
    ...options.connection,
    // Statements go out without waiting for the answer to the one before: `begin` costs no round trip.
    ...ENDS_WITHOUT_ANSWER,
    Client,
    max: typeof options.maxConnections === 'number' ? options.maxConnections : options.maxConnections[access],
    types: valueTypes,
    application_name: 'tallymark',
  } as pg.PoolConfig);
  // Without a listener, a server that goes away would take the process with it.
  pool.on('error', options.onError);
  pool.on('connect', (client) => {
    madeAfter.set(client, renewals.get(pool) ?? 0);
    client.on('error', options.onError);
    // First of all: none of the connection's statements ever runs with the login's own rights.
    client.query(sessionOf(options.role, access)).catch(() => client.end());
  });
  return pool;
}

/**
 * Said by statements, because a pooler between refuses a connection that says it at its start. What the
 * database says about writing is asked once more: behind a pooler the session may be older than the answer.
 */
function sessionOf(role: string | null, access: 'read' | 'write'): string {
  return [
    ...(role ? [`set role ${role}`] : []),
    `set statement_timeout = ${MINUTE_MS}`,
    `set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
    access === 'read' ? 'set default_transaction_read_only = on' : WRITES_WHERE_IT_MAY,
  ].join('; ');
}

/** A connection that was not given up meanwhile. */
export async function connectTo(pool: pg.Pool): Promise<pg.PoolClient> {
  for (;;) {
    const client = await pool.connect();
    if (madeAfter.get(client) === (renewals.get(pool) ?? 0)) return client;
    client.release(true);
  }
}

/** From here on, connections are made anew: to another server, or to one that says something else. */
export function renewConnections(pool: pg.Pool): void {
  renewals.set(pool, (renewals.get(pool) ?? 0) + 1);
}

/** Whether the connection on which a statement failed is of no use to the next caller. */
export function isSpoilt(error: unknown): boolean {
  return isLastWord(error) || isOfTheServer(error);
}
