import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '#test/open-database.ts';
import type { Tx } from './database.ts';
import { isOneOf, textRows } from './few-values.ts';
import { transactionOn } from './transaction-on-client.ts';

const opened = useDatabase();

/** Runs a step with 20,000 things that the server has statistics of. */
async function withThings(step: (tx: Tx) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: opened.url });
  await client.connect();
  await client.query(`
    create temporary table things as
      select 'thing-' || n as id, n % 7 as kind from generate_series(1, 20000) as n;
    create index on things (id);
    analyze things`);
  try {
    await step(transactionOn(client));
  } finally {
    await client.end();
  }
}

async function findThings(tx: Tx, condition: RawBuilder<boolean>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from things t join things other on other.id = t.id where ${condition} order by t.id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** How often the prepared statements of things were run with a plan that the server had kept. */
async function countKeptPlans(tx: Tx): Promise<number> {
  const { rows } = await sql<{ kept: number }>`
    select sum(generic_plans)::int as kept from pg_prepared_statements
    where statement like '%from things%' and statement not like '%pg_prepared%'`.execute(tx);
  return rows[0]?.kept ?? 0;
}

describe('one of some values', () => {
  it.each([
    [[], []],
    [['thing-7'], ['thing-7']],
    [
      ['thing-7', 'thing-5', 'nothing'],
      ['thing-5', 'thing-7'],
    ],
  ])('%j finds %j', (values, found) =>
    withThings(async (tx) => {
      expect(await findThings(tx, isOneOf('t.id', values))).toEqual(found);
    }),
  );

  it('of a single value is a statement whose plan the server keeps', () =>
    withThings(async (tx) => {
      // The first ones have no name yet, and five named ones are planned before a plan is kept.
      for (let n = 1; n <= 20; n++) await findThings(tx, isOneOf('t.id', [`thing-${n}`]));
      expect(await countKeptPlans(tx)).toBeGreaterThanOrEqual(10);
    }));

  it('is planned anew each time as a list: the reason for the other form', () =>
    withThings(async (tx) => {
      for (let n = 1; n <= 20; n++) await findThings(tx, sql<boolean>`t.id = any(${[`thing-${n}`]}::text[])`);
      expect(await countKeptPlans(tx)).toBe(0);
    }));
});

describe('rows of texts', () => {
  it.each([1, 2, 8, 9, 20])('%i are there in their order, with their places', (count) =>
    withThings(async (tx) => {
      const asked = Array.from({ length: count }, (_, n) => [`thing-${n + 1}`, `it's "${n}"`]);
      const { rows } = await sql<{ place: number; id: string; word: string; kind: number }>`
        select r.place, r.id, r.word, t.kind from ${textRows(asked)} as r (place, id, word)
        join things t on t.id = r.id order by r.place`.execute(tx);
      expect(rows).toEqual(asked.map(([id, word], place) => ({ place, id, word, kind: (place + 1) % 7 })));
    }),
  );

  it.each([
    [1, 10],
    [3, 10],
  ])('%i of them are a statement whose plan the server keeps', (count, kept) =>
    withThings(async (tx) => {
      for (let n = 1; n <= 20; n++) {
        const asked = Array.from({ length: count }, (_, i) => [`thing-${n + i}`]);
        await sql`
          select count(t.kind) from ${textRows(asked)} as r (place, id)
          cross join lateral (select * from things where id = r.id) as t`.execute(tx);
      }
      expect(await countKeptPlans(tx)).toBeGreaterThanOrEqual(kept);
    }),
  );
});
