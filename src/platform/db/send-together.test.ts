import type { Duplex } from 'node:stream';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { useDatabase } from '#test/open-database.ts';
import { ENDS_WITHOUT_RESPONSE } from './pool.ts';
import { transactionOn } from './transaction-on-client.ts';

const opened = useDatabase();

/** A client, and how often it has written to its socket since it was asked last. */
async function countingClient() {
  const client = new pg.Client({ connectionString: opened.url, ...ENDS_WITHOUT_RESPONSE } as pg.ClientConfig);
  await client.connect();
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  let writes = 0;
  for (const name of ['_write', '_writev'] as const) {
    const write = stream[name]?.bind(stream) as (...parts: unknown[]) => void;
    stream[name] = (...parts: unknown[]) => {
      writes++;
      write(...parts);
    };
  }
  const writesSince = () => {
    const count = writes;
    writes = 0;
    return count;
  };
  return { client, writesSince };
}

it('what is asked in one turn is one write, in its order, and answered each', async () => {
  const { client, writesSince } = await countingClient();
  const tx = transactionOn(client);
  const query = async (n: number) => {
    // As far as promises can go on, they do so first.
    await Promise.resolve();
    const { rows } = await sql<{ n: number }>`select ${n}::int as n`.execute(tx);
    return rows[0]?.n;
  };
  const [first, failed, last] = await Promise.allSettled([query(1), sql`select 1 / 0`.execute(tx), query(2)]);
  expect([first, last]).toEqual([1, 2].map((value) => ({ status: 'fulfilled', value })));
  expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
  expect(writesSince()).toBe(1);
  expect(await query(3)).toBe(3);
  expect(writesSince()).toBe(1);
  await client.end();
});

it('what is large does not wait for what comes after it', async () => {
  const { client, writesSince } = await countingClient();
  const tx = transactionOn(client);
  const long = 'x'.repeat(100_000);
  const query = (text: string) =>
    sql<{ size: number }>`select length(${text}::text) as size`.execute(tx).then(({ rows }) => rows[0]?.size);
  expect(await Promise.all([query(long), query('x'), query(long)])).toEqual([100_000, 1, 100_000]);
  expect(writesSince()).toBe(2);
  await client.end();
});
