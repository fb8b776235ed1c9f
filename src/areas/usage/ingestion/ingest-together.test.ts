import { beforeAll, expect, it } from 'vitest';
import { asSandbox, ride, sellRides } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';
import { nothingKnown } from '../known/known-facts.ts';
import { ingestTogether } from './ingest-together.ts';

const service = useService();
const known = nothingKnown();

beforeAll(() => sellRides(service.sandbox, ['a1', 'a2']));

/** One transaction of a process that remembers, which commits when what happens meanwhile is over. */
async function ingest(id: string, accountId: string, meanwhile?: () => Promise<unknown>): Promise<void> {
  const source = { type: 'API', id: 'key' };
  const sent = ride(id, { accountId });
  const event = { ...sent, timestamp: Temporal.Instant.from(sent.timestamp) };
  const onCommitted = await asSandbox(service, async (tx, org) => {
    const ingestion = { org, known, wirePrefix: 'platform', slot: 0, compaction: null, areIdsNew: false };
    const received = [{ event, source, isEntitled: false }];
    const ingested = await ingestTogether(tx, ingestion, received);
    await Promise.all(ingested.writes);
    await meanwhile?.();
    return ingested.onCommitted;
  });
  onCommitted();
}

const accountOf = async (id: string) =>
  (await service.sandbox.must.get(`/events/${id}`)).events[0].eventPipelineInfo.account.name;

it('what was found out before a change is not remembered by one that commits after it', async () => {
  await ingest('e1', 'a1', async () => {
    await service.sandbox.must.patch('/accounts/a1', { name: 'New name' });
    // Another transaction of the process is told of the change.
    await ingest('e2', 'a2');
  });
  await ingest('e3', 'a1');
  expect([await accountOf('e1'), await accountOf('e3')]).toEqual(['Account a1', 'New name']);
});

it('what was found out without a change meanwhile is', async () => {
  for (const id of ['e4', 'e5']) await ingest(id, 'a2');
  const event = {
    ...ride('e6', { accountId: 'a2' }),
    timestamp: Temporal.Instant.from('2030-01-09T12:00:00Z'),
  };
  const sent = { event, source: { type: 'API', id: 'key' }, isEntitled: false };
  expect(known.plans.find(sent)?.found.match?.accountId).toBe('a2');
  expect(known.plans.find({ ...sent, isEntitled: true })).toBeNull();
});
