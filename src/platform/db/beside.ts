import type pg from 'pg';
import type { Tx } from './database.ts';
import { connectTo } from './pool.ts';
import { EFFECTIVE_READ_ONLY } from './read-only.ts';
import { transactionOn } from './transaction-on-client.ts';
import { scopeSettings } from './tx-settings.ts';

/**
 * Runs a transaction of an organization beside a running one that waits for it. It uses a connection from the
 * reader pool, so that it never waits for a writer connection, and takes no lock that others wait for.
 */
export async function runBeside<T>(readers: pg.Pool, orgId: number, run: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await connectTo(readers);
  try {
    await client.query(`begin read write; ${scopeSettings({ orgId, access: 'write' }, true)};
      select set_config('transaction_read_only', ${EFFECTIVE_READ_ONLY}, true)`);
    const result = await run(transactionOn(client));
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
