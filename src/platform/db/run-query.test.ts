import pg from 'pg';
import { expect, it } from 'vitest';
import { collectAll, collectYoung } from '#test/collect-garbage.ts';
import { useDatabase } from '#test/open-database.ts';
import { ENDS_WITHOUT_RESPONSE } from './pool.ts';
import { type Ran, runQuery } from './run-query.ts';

const opened = useDatabase();

const [ROUNDS, QUERIES, CHARACTERS] = [20, 5, 100_000];
const TEXT = "select repeat('a', $1::int) as answer, length($2::bytea) as length";

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: opened.url, ...ENDS_WITHOUT_RESPONSE } as pg.ClientConfig);
  await client.connect();
  return client;
}

/** Bytes that an average query leaves behind, of what was sent and what came, until a whole collection. */
async function bytesLeft(run: (values: unknown[]) => Promise<Ran>): Promise<{ sent: number; got: number }> {
  const send = async () => {
    const { rows } = await run([CHARACTERS, Buffer.alloc(CHARACTERS, 1)]);
    expect(rows[0]).toMatchObject({ length: CHARACTERS });
  };
  const runRounds = async (rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      for (let i = 0; i < QUERIES; i++) await send();
      collectYoung();
    }
    // The bytes of the last one are let go of beside the process, at the latest when the next one begins.
    collectYoung();
    return process.memoryUsage();
  };
  await runRounds(2);
  collectAll();
  const before = await runRounds(2);
  const after = await runRounds(ROUNDS);
  const each = (name: 'arrayBuffers' | 'heapUsed') => (after[name] - before[name]) / (ROUNDS * QUERIES);
  return { sent: each('arrayBuffers'), got: each('heapUsed') };
}

it('what was sent and got is freed with the young objects', async () => {
  const client = await connect();
  const left = await bytesLeft((values) => runQuery(client, { text: TEXT, values }));
  await client.end();
  expect(left.sent).toBeLessThan(CHARACTERS / 4);
  expect(left.got).toBeLessThan(CHARACTERS / 4);
});

it('an error has the stack of who asked', async () => {
  const client = await connect();
  const requested = runQuery(client, { text: 'select $1::int / 0', values: [1] });
  await expect(requested).rejects.toMatchObject({ code: '22012' });
  const error = await requested.catch((reason: Error) => reason);
  expect(error).not.toHaveProperty('stack', expect.stringContaining('onStreamRead'));
  expect(error).toHaveProperty('stack', expect.stringContaining('run-query.test.ts'));
  await client.end();
});
