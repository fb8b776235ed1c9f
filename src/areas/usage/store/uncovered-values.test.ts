import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { asSandbox } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';
import { MAX_NOTED } from '../ingestion/noted-values.ts';
import { insertUncoveredValues } from './uncovered-values.ts';

const service = useService();
const now = Temporal.Instant.from('2030-01-01T00:00:00Z');
const values = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    ...{ schemaName: 'call', dimension: 'user', value: `u${from + n}` },
  }));

it('stores values up to the limit, however many come at once', async () => {
  await asSandbox(service, async (tx, org) => {
    const insert = (from: number, count: number) =>
      insertUncoveredValues(tx, org, { values: values(from, count), now });
    expect(await insert(0, MAX_NOTED - 2)).toBe(MAX_NOTED - 2);
    expect(await insert(MAX_NOTED, 5)).toBe(2);
    expect(await insert(2 * MAX_NOTED, 5)).toBe(0);
    const { rows } = await sql`select 1 from uncovered_values`.execute(tx);
    expect(rows).toHaveLength(MAX_NOTED);
  });
});
