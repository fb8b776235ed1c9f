import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { createTestDatabase } from '#test/postgres.ts';
import { type ProcessSlot, takeProcessSlot } from './process-slot.ts';

const database = await createTestDatabase();
const connection = { connectionString: database.url };
const taken: ProcessSlot[] = [];
const take = async () => {
  const slot = await takeProcessSlot(connection, () => undefined);
  taken.push(slot);
  return slot;
};
afterAll(async () => {
  for (const slot of taken) await slot.release();
  await database.drop();
});

it('processes have numbers of their own, the smallest that are free', async () => {
  const [one, two, three] = [await take(), await take(), await take()];
  expect([one, two, three].map((slot) => slot.current())).toEqual([1, 2, 3]);
  await two.release();
  expect((await take()).current()).toBe(2);
});

it('a process that loses its connection takes a number again', async () => {
  const slot = await take();
  expect(slot.current()).toBe(4);
  const admin = new pg.Client(connection);
  await admin.connect();
  const slots =
    "from pg_stat_activity where application_name = 'tallymark slot' and datname = current_database()";
  await admin.query(`select pg_terminate_backend(pid) ${slots}`);
  for (let i = 0; i < 100; i++) {
    const { rows } = await admin.query(`select count(*)::int as count ${slots}`);
    if (rows[0].count === 4) break;
    await sleep(100);
  }
  await admin.end();
  const numbers = taken.filter((each) => each !== taken[1]).map((each) => each.current());
  expect(numbers.toSorted()).toEqual([1, 2, 3, 4]);
});
