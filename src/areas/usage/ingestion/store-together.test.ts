import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { asSandbox, type Ride, ride, sellRides } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';
import { nothingKnown } from '../known/known-facts.ts';
import { ingestTogether } from './ingest-together.ts';

const service = useService();
let sent = 0;

beforeAll(() => sellRides(service.sandbox, ['a1']));

async function sendBatches(count: number): Promise<void> {
  for (let batch = 0; batch < count; batch++) {
    const events = Array.from({ length: 100 }, () => ride(`stays-${sent++}`));
    await service.sandbox.must.post('/ingestBatch', { events });
  }
}

/** How many events each context has; those of the later ones last. */
async function countByContext(): Promise<number[]> {
  const { rows } = await asSandbox(service, (tx) =>
    sql<{ events: number }>`
      select count(*)::int as events from events group by context_id order by context_id`.execute(tx),
  );
  return rows.map(({ events }) => events);
}

it('values that stay are looked for once in 1,000 events, and go into a context of their own', async () => {
  await sendBatches(10);
  expect(await countByContext()).toEqual([1000]);
  await sendBatches(2);
  expect(await countByContext()).toEqual([1000, 200]);
  const { events } = await service.sandbox.must.get('/events/stays-1150');
  expect(events[0].eventPayload.dimensions).toEqual({ city: 'Oslo' });
});

it.each([
  // Compaction merges deltas later, unless too many wait already.
  ['few', 20, false, ['deltas']],
  ['many', 600, false, ['deltas']],
  ['many while compaction is behind', 600, true, ['sums']],
] as const)('%s events write their usage once', async (name, count, isBehind, written) => {
  const read = () =>
    asSandbox(service, async (tx) => {
      const { rows } = await sql<Record<'deltas' | 'sums' | 'usage', number>>`
        select (select count(*) from usage_deltas)::int as deltas,
          (select coalesce(sum(events1), 0) from context_hours)::int as sums,
          (select coalesce(sum(events), 0) from usage_hours)::int as usage`.execute(tx);
      return rows[0] as (typeof rows)[number];
    });
  const before = await read();
  await asSandbox(service, async (tx, org) => {
    const compaction = { isBehind, added: () => undefined };
    const ingestion = { org, known: nothingKnown(), wirePrefix: 'platform', slot: 1, compaction };
    const events = Array.from({ length: count }, (_, n) => sentOf(ride(`${name} ${n}`, { accountId: 'a1' })));
    const ingested = await ingestTogether(tx, { ...ingestion, areIdsNew: false }, events);
    await Promise.all(ingested.writes);
  });
  const after = await read();
  expect((['deltas', 'sums'] as const).filter((where) => after[where] > before[where])).toEqual(written);
  // Two meters count each ride.
  expect(after.usage - before.usage).toBe(2 * count);
});

function sentOf({ timestamp, ...event }: Ride) {
  const source = { type: 'API', id: 'key' };
  return { event: { ...event, timestamp: Temporal.Instant.from(timestamp) }, source, isEntitled: false };
}
