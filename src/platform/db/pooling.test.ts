import pg from 'pg';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { type PoolMode, startPooler } from '#test/pooling-proxy.ts';
import { applicationRole } from './application-role.ts';
import { openDatabase } from './database.ts';
import { rejectSharedSessions } from './pooling.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function pooled(mode: PoolMode): Promise<{ connectionString: string }> {
  const pooler = await startPooler(inject('testServer').adminUrl, mode);
  stops.push(() => pooler.stop());
  return { connectionString: pooler.url };
}

describe('behind a pooler', () => {
  it('that keeps sessions, the service says at their start only what a pooler knows', async () => {
    const connection = await pooled('session');
    const rejected = new pg.Client({ ...connection, statement_timeout: 1000 });
    rejected.on('error', () => undefined);
    await expect(rejected.connect()).rejects.toThrow('unsupported startup parameter: statement_timeout');

    await rejectSharedSessions(connection);
    const database = openDatabase({
      ...{ connection, maxConnections: 2, role: applicationRole },
      onError: () => undefined,
    });
    stops.push(() => database.close());
    const { rows } = await database.pool.query(`select name, setting from pg_settings
      where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by name`);
    expect(rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', setting: '120000' },
      { name: 'statement_timeout', setting: '60000' },
    ]);
  });

  it('that shares sessions among transactions, it is rejected, when idle and when busy', async () => {
    const connection = await pooled('transaction');
    await expect(rejectSharedSessions(connection)).rejects.toThrow(/pool_mode = session/);
    const others = await Promise.all(Array.from({ length: 4 }, () => keepBusy(connection)));
    await expect(rejectSharedSessions(connection)).rejects.toThrow(/pool_mode = session/);
    for (const stop of others) await stop();
  });

  it('without one, and with other clients, it is not', async () => {
    const connection = { connectionString: inject('testServer').adminUrl };
    const others = await Promise.all(Array.from({ length: 4 }, () => keepBusy(connection)));
    await rejectSharedSessions(connection);
    for (const stop of others) await stop();
  });
});

/** A client with one transaction after the other, until it is stopped. */
async function keepBusy(connection: pg.ClientConfig): Promise<() => Promise<void>> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  let isStopped = false;
  const work = (async () => {
    while (!isStopped) await client.query('select pg_sleep(0.002)');
  })();
  return async () => {
    isStopped = true;
    await work;
    await client.end();
  };
}
