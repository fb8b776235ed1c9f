import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { asSandbox, meterRides, ride, statusesOf } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';
import { nothingKnown } from '../known/known-facts.ts';
import { isIdTaken } from '../store/event-keys.ts';
import { ingestTogether } from './ingest-together.ts';

const service = useService();

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-10T00:00:00Z');
  await meterRides(service.sandbox);
});

const known = nothingKnown();

/** One transaction, as a lane of a process does it. */
async function ingest(ids: readonly string[], areIdsNew: boolean): Promise<void> {
  const sent = ids.map((id) => {
    const { timestamp, ...event } = ride(id, { accountId: 'nobody' });
    const source = { type: 'API', id: 'key' };
    return { event: { ...event, timestamp: Temporal.Instant.from(timestamp) }, source, isEntitled: false };
  });
  const onCommitted = await asSandbox(service, async (tx, org) => {
    const ingestion = { org, known, wirePrefix: 'platform', slot: 0, compaction: null, areIdsNew };
    const ingested = await ingestTogether(tx, ingestion, sent);
    await Promise.all(ingested.writes);
    return ingested.onCommitted;
  });
  onCommitted();
}

it('ids that are believed to be new are taken once, as those that are looked up', async () => {
  let run = 0;
  const seen = { new: 0, taken: 0 };
  const ids = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.array(ids, { minLength: 2, maxLength: 4 }), async (batches) => {
      run++;
      const idOf = (way: string, n: number) => `${way}${run}-${n}`;
      for (const batch of batches) {
        await ingest(
          batch.map((n) => idOf('looked', n)),
          false,
        );
        const believed = batch.map((n) => idOf('believed', n));
        const isTaken = await ingest(believed, true).then(
          () => false,
          (error) => {
            expect(isIdTaken(error)).toBe(true);
            return true;
          },
        );
        seen[isTaken ? 'taken' : 'new']++;
        if (isTaken) await ingest(believed, false);
      }
      for (const n of new Set(batches.flat())) {
        const [looked, believed] = ['looked', 'believed'].map((way) =>
          statusesOf(service.sandbox, idOf(way, n)),
        );
        expect(await believed).toEqual(await looked);
      }
    }),
    { numRuns: 15 },
  );
  expect(Math.min(seen.new, seen.taken)).toBeGreaterThan(5);
});
