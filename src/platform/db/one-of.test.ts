import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '#test/open-database.ts';
import type { Tx } from './database.ts';
import { isOneOf } from './one-of.ts';
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
    where statement like '%from things%'`.execute(tx);
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
