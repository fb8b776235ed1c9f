import pg from 'pg';
import { afterAll, expect, it, vi } from 'vitest';
import { createTestDatabase } from '#test/postgres.ts';
import { LOCK_CLASS } from './advisory-locks.ts';
import { UnknownSchema } from './migration-files.ts';
import { type ProcessSlot, takeProcessSlot } from './process-slot.ts';

const database = await createTestDatabase();
const connection = { connectionString: database.url };
const taken: ProcessSlot[] = [];
const outdated: string[] = [];
let checkSchema: () => Promise<void> = async () => undefined;
const take = async () => {
  const slot = await takeProcessSlot(connection, {
    release: { version: '1.2.3', migration: 5, jobQueue: 20 },
    checkSchema: () => checkSchema(),
    onError: () => undefined,
    onOutdated: (error) => void outdated.push(error.message),
  });
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
  const holders = async () => {
    const { rows } = await admin.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and classid = $1 and granted
         and database = (select oid from pg_database where datname = current_database())`,
      [LOCK_CLASS.processSlot],
    );
    return rows.map(({ pid }) => pid);
  };
  const lost = await holders();
  expect(lost).toHaveLength(4);
  await admin.query('select pg_terminate_backend(pid) from unnest($1::int4[]) as pid', [lost]);
  // A number is held before its process knows.
  await vi.waitFor(
    async () => {
      const again = (await holders()).filter((pid) => !lost.includes(pid));
      expect(again).toHaveLength(4);
      const numbers = taken.filter((each) => each !== taken[1]).map((each) => each.current());
      expect(numbers.toSorted()).toEqual([1, 2, 3, 4]);
    },
    { timeout: 15_000, interval: 100 },
  );
  await admin.end();
});

it('a process that a newer release has overtaken is told, and takes no number', async () => {
  checkSchema = () => Promise.reject(new UnknownSchema('the database is newer'));
  await expect(take()).rejects.toThrow('the database is newer');
  const admin = new pg.Client(connection);
  await admin.connect();
  const { rows } = await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'tallymark slot 5/20 1.2.3'`,
  );
  expect(rows).toHaveLength(taken.filter((each) => each !== taken[1]).length);
  await vi.waitFor(() => expect(outdated).toHaveLength(rows.length), { timeout: 15_000, interval: 100 });
  expect(outdated[0]).toBe('the database is newer');
  await admin.end();
});
