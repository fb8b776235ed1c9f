import { beforeAll, describe, expect, it } from 'vitest';
import { editTimeline, openAccount, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { runImports, upload } from '#test/import-scenario.ts';
import { longestTurnMs } from '#test/longest-turn.ts';
import { type Client, useService } from '#test/running-app.ts';

/**
 * What is short to send and long to do: batches of events under a meter that computes as long as one may,
 * rules of which each takes all its steps, and files of many rows.
 */
const MAX_MS = 50;
const TRIES = 4;

const service = useService();
let client: Client;
beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  const billableId = await sellFee(client, 'Base');
  const cards = [{ type: 'FIXED_FEE', billableId, fee: { rate: 1 } } as const];
  const planId = await publishPlan(client, { name: 'Plain', cards });
  await openAccount(client, 'acme');
  await editTimeline(client, 'acme', [{ planId, from: '2030-01-01' }]);
  await client.must.post('/event_schema', { name: 'long', attributes: [{ name: 'a' }], dimensions: [] });
  await client.must.post('/event_schema/long/activate');
  const { id } = await client.must.post('/usage_meters', {
    ...{ name: 'long', type: 'COUNTER', aggregation: 'SUM', eventSchemaName: 'long' },
    computations: [{ order: 1, computation: JSON.stringify(LONG_LOGIC) }],
  });
  await client.must.post(`/usage_meters/${id}/activate`, {});
});

/** 30 × 30 divisions: 5 ms for each event, and 500 characters at most. */
const NUMBERS = Array.from({ length: 30 }, (_, i) => i);
const PART = { '+': [{ '/': [{ var: 'current' }, 3] }, { '/': [{ var: 'accumulator' }, 7] }] };
const LONG_LOGIC = {
  reduce: [NUMBERS, { '+': [{ var: 'accumulator' }, { reduce: [NUMBERS, PART, 0] }] }, 0],
};

let sent = 0;
const events = (count: number, dimensions: Record<string, string> = {}) =>
  Array.from({ length: count }, () => ({
    ...{ id: `e${++sent}`, timestamp: '2030-01-01T00:00:00Z', schemaName: 'long', accountId: 'acme' },
    ...{ attributes: [{ name: 'a', value: '1' }], dimensions },
  }));
const names = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`name-${i}`, 'v']));

/** Of a few tries, the one with the shortest longest turn: what is compiled is compiled once. */
async function minOf(work: () => Promise<unknown>): Promise<number> {
  let min = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && min > MAX_MS; tries++) min = Math.min(min, await longestTurnMs(work));
  return min;
}

const ingest = async (batch: object[]) => {
  const { status } = await client.post('/ingestBatch', { events: batch });
  expect(status).toBe(202);
};

describe('nothing holds the event loop for more than 50 ms:', () => {
  it('1,000 events that are long to meter', async () => {
    expect(await minOf(() => ingest(events(1000)))).toBeLessThan(MAX_MS);
  });

  it('1,000 duplicates of events with 250 dimensions', async () => {
    const batch = events(1000, names(250));
    await ingest(batch);
    // The test prints what it sends in the same thread.
    const text = JSON.stringify({ events: batch });
    expect(await minOf(() => client.post('/ingestBatch', text))).toBeLessThan(MAX_MS);
  });

  it('rules with as much logic as all of them may have', async () => {
    const fee = await sellFee(client, 'Fee');
    const cards = [{ type: 'FIXED_FEE', billableId: fee, fee: { rate: 1 } } as const];
    const plan = await publishPlan(client, { name: 'Ruled', cards });
    await client.must.patch(`/v2/price_plans/${plan}`, { description: 'with rules' });
    const logic = JSON.stringify({ '+': Array.from({ length: 80 }, (_, i) => ({ '/': [1, 7 + i] })) });
    const pricingRules = Array.from({ length: 45 }, (_, i) => ({
      ...{ name: `rule ${i}`, order: i + 1, computation: logic, action: { type: 'ADD', id: `a${i}` } },
      condition: JSON.stringify({ '>': [JSON.parse(logic), 0] }),
    }));
    const path = `/v2/price_plans/${plan}/pricing_rules`;
    expect(await minOf(() => client.must.put(path, { pricingRules }))).toBeLessThan(MAX_MS);
  });

  it.each([
    ['of rows of two bytes', `id,name${'\n,'.repeat(5_000)}`],
    ['of 60,000 different columns', Array.from({ length: 60_000 }, (_, i) => i).join()],
  ])('a file %s', async (_, content) => {
    const fileId = await upload(service, client, content);
    const read = async () => {
      await client.must.post('/ext/v1/imports', { type: 'CUSTOMERS', fileId, dryRun: true });
      await runImports(service);
    };
    expect(await minOf(read)).toBeLessThan(MAX_MS);
  });
});
