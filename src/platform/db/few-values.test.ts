import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { countKeptPlans } from '#test/kept-plans.ts';
import { useDatabase } from '#test/open-database.ts';
import type { Tx } from './database.ts';
import { isOneOf, textRows } from './few-values.ts';
import { transactionOn } from './transaction-on-client.ts';

const opened = useDatabase();

/** Runs a step with 20,000 things that the server has statistics of. */
async function withThings(step: (tx: Tx, client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: opened.url });
  await client.connect();
  await client.query(`
    create temporary table things as
      select 'thing-' || n as id, n % 7 as kind from generate_series(1, 20000) as n;
    create index on things (id);
    analyze things`);
  try {
    await step(transactionOn(client), client);
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
    withThings(async (_, client) => {
      expect(await countKeptPlans(client, (tx) => findThings(tx, isOneOf('t.id', ['thing-7'])))).toBe(15);
    }));

  it('is planned anew each time as a list: the reason for the other form', () =>
    withThings(async (_, client) => {
      const asList = sql<boolean>`t.id = any(${['thing-7']}::text[])`;
      expect(await countKeptPlans(client, (tx) => findThings(tx, asList))).toBe(0);
    }));
});

describe('rows of texts', () => {
  it.each([1, 2, 8, 9, 20])('%i are there in their order, with their places', (count) =>
    withThings(async (tx) => {
      const requested = Array.from({ length: count }, (_, n) => [`thing-${n + 1}`, `it's "${n}"`]);
      const { rows } = await sql<{ index: number; id: string; word: string; kind: number }>`
        select r.index, r.id, r.word, t.kind from ${textRows(requested)} as r (index, id, word)
        join things t on t.id = r.id order by r.index`.execute(tx);
      expect(rows).toEqual(
        requested.map(([id, word], index) => ({ index, id, word, kind: (index + 1) % 7 })),
      );
    }),
  );

  it.each([1, 3])('%i of them are a statement whose plan the server keeps', (count) =>
    withThings(async (_, client) => {
      const requested = Array.from({ length: count }, (_each, i) => [`thing-${i + 1}`]);
      const query = (tx: Tx) =>
        sql`
          select count(t.kind) from ${textRows(requested)} as r (index, id)
          cross join lateral (select * from things where id = r.id) as t`.execute(tx);
      expect(await countKeptPlans(client, query)).toBe(15);
    }),
  );
});
