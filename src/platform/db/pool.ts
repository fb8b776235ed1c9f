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
  /** The role that owns nothing; null when the login itself is subject to row-level security. */
  role: string | null;
  maxConnections: number | PoolSizes;
  onError(error: Error): void;
  /** Called for each new connection that the server has accepted. */
  onConnect?: (() => void) | undefined;
  /** Called with the time that a caller has waited for a connection. */
  onWaited?: ((seconds: number) => void) | undefined;
}

export const MINUTE_MS = 60_000;
/** After this time the server cancels a statement and reports it. */
export const SAYING_MS = 10_000;
const IDLE_IN_TRANSACTION_MS = 120_000;

/**
 * A server that should have cancelled the statement but sends nothing is considered dead, and the connection
 * is closed: otherwise a network that drops packets would keep it busy for ever. Only a pipelining client
 * closes it then. `?query_timeout=` in a URL sets another time.
 */
export const ENDS_WITHOUT_RESPONSE = {
  pipeline: true,
  query_timeout: MINUTE_MS + SAYING_MS,
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 30_000,
} as const;

export const WRITES_WHERE_IT_MAY = `select set_config('default_transaction_read_only',
  ${EFFECTIVE_READ_ONLY}, false)`;

/** How often the connections of a pool were renewed, and that count at the creation of each connection. */
const renewals = new WeakMap<pg.Pool, number>();
const madeAfter = new WeakMap<pg.ClientBase, number>();
const waited = new WeakMap<pg.Pool, (seconds: number) => void>();

/** A pool whose connections can only read, or may write where the database allows it. */
export function openPool(options: PoolOptions, access: 'read' | 'write'): pg.Pool {
  const pool = new pg.Pool({
    ...options.connection,
    // Statements are sent without waiting for the previous response: `begin` costs no round trip.
    ...ENDS_WITHOUT_RESPONSE,
    Client,
    max: typeof options.maxConnections === 'number' ? options.maxConnections : options.maxConnections[access],
    types: valueTypes,
    application_name: 'tallymark',
  } as pg.PoolConfig);
  if (options.onWaited) waited.set(pool, options.onWaited);
  // Without a listener, a lost server would end the process.
  pool.on('error', options.onError);
  pool.on('connect', (client) => {
    madeAfter.set(client, renewals.get(pool) ?? 0);
    client.on('error', options.onError);
    options.onConnect?.();
    // First of all: no statement of the connection ever runs with the login's own rights.
    client.query(sessionOf(options.role, access)).catch(() => client.end());
  });
  return pool;
}

/**
 * Set by statements, because a connection pooler in between rejects them as startup parameters. The read-only
 * setting is read again: behind a pooler the session may be older than the setting.
 */
function sessionOf(role: string | null, access: 'read' | 'write'): string {
  return [
    ...(role ? [`set role ${role}`] : []),
    `set statement_timeout = ${MINUTE_MS}`,
    `set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
    access === 'read' ? 'set default_transaction_read_only = on' : WRITES_WHERE_IT_MAY,
  ].join('; ');
}

/** A connection that has not been renewed meanwhile. */
export async function connectTo(pool: pg.Pool): Promise<pg.PoolClient> {
  const began = performance.now();
  for (;;) {
    const client = await pool.connect();
    if (madeAfter.get(client) === (renewals.get(pool) ?? 0)) {
      waited.get(pool)?.((performance.now() - began) / 1000);
      return client;
    }
    client.release(true);
  }
}

/** Makes the pool open new connections from now on: to another server, or for changed settings. */
export function renewConnections(pool: pg.Pool): void {
  renewals.set(pool, (renewals.get(pool) ?? 0) + 1);
}

/** Whether a connection is unusable for the next caller after this error. */
export function isSpoilt(error: unknown): boolean {
  return isLastWord(error) || isOfTheServer(error);
}
