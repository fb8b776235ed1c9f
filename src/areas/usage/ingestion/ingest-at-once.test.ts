import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Org } from '#platform/http/operation.ts';
import { asSandbox, type Ride, ride, sellRides, statusesOf } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';
import { nothingKnown } from '../known/known-facts.ts';
import { ingestAtOnce } from './ingest-at-once.ts';
import { ingestTogether, type SentEvent } from './ingest-together.ts';

const service = useService();
const known = nothingKnown();
const compaction = { isBehind: false, added: () => undefined };
let org: Org;

beforeAll(async () => {
  await sellRides(service.sandbox, ['a1', 'a2']);
  org = await asSandbox(service, async (_, sandbox) => sandbox);
  await inSteps([ride('first')]);
});

function sentOf({ timestamp, ...event }: Ride): SentEvent {
  const source = { type: 'API', id: 'key' };
  return { event: { ...event, timestamp: Temporal.Instant.from(timestamp) }, source, isEntitled: false };
}

const atOnce = (sent: readonly SentEvent[]) =>
  ingestAtOnce({ database: service.app.database, org, known, compaction }, sent);

async function inSteps(rides: readonly Ride[]): Promise<void> {
  const onCommitted = await asSandbox(service, async (tx) => {
    const ingestion = { org, known, wirePrefix: 'platform', slot: 0, compaction, areIdsNew: false };
    const ingested = await ingestTogether(tx, ingestion, rides.map(sentOf));
    await Promise.all(ingested.writes);
    return ingested.onCommitted;
  });
  onCommitted();
}

/** What is told of an event, but for its id. */
async function describeStored(id: string) {
  const { events } = await service.sandbox.must.get(`/events/${id}`);
  expect(events).toHaveLength(1);
  const [{ ingestionStatus, eventPipelineInfo, eventPayload, ingestedAt }] = events;
  return { ingestionStatus, eventPipelineInfo, ingestedAt, eventPayload: { ...eventPayload, id: null } };
}

async function countEvents(): Promise<number> {
  const { rows } = await asSandbox(service, (tx) =>
    sql<{ count: number }>`select count(*)::int as count from events`.execute(tx),
  );
  return rows[0]?.count ?? 0;
}

/** They are not stored at once, and nothing of them is. */
async function expectSteps(sent: readonly SentEvent[]): Promise<void> {
  const before = await countEvents();
  expect(await atOnce(sent)).toBeNull();
  expect(await countEvents()).toBe(before);
}

describe('events that follow routes', () => {
  it('come at once to what they come to in steps', async () => {
    await inSteps([ride('s1', { distance: '2.25' })]);
    expect(await atOnce([sentOf(ride('o1', { distance: '2.25' })), sentOf(ride('o2'))])).not.toBeNull();
    expect(await describeStored('o1')).toEqual(await describeStored('s1'));
  });

  const others: [string, SentEvent[]][] = [
    ['an account that nothing came of yet', [sentOf(ride('x', { accountId: 'a2' }))]],
    ['an account that is unknown', [sentOf(ride('x', { accountId: 'nobody' }))]],
    ['an event without an id', [sentOf(ride(undefined))]],
    ['two of one id', [sentOf(ride('x')), sentOf(ride('x'))]],
    ['one that asks for access', [{ ...sentOf(ride('x')), isEntitled: true }]],
    ['one that is a day ahead', [sentOf(ride('x', { timestamp: '2030-01-11T00:00:00.001Z' }))]],
    ['more than 500', Array.from({ length: 500 }, (_, n) => sentOf(ride(`x${n}`)))],
  ];
  it.each(others)('go in steps with %s', async (_, sent) => {
    await expectSteps([sentOf(ride('y')), ...sent]);
  });

  it('are looked at again when an account was changed by another process', async () => {
    await service.sandbox.must.patch('/accounts/a1', { name: 'New name' });
    await expectSteps([sentOf(ride('renamed'))]);
    await inSteps([ride('renamed')]);
    expect((await describeStored('renamed')).eventPipelineInfo.account.name).toBe('New name');
    expect(await atOnce([sentOf(ride('again'))])).not.toBeNull();
    expect(await describeStored('again')).toEqual(await describeStored('renamed'));
  });

  // The last of all: the clock stays there.
  it('are looked at again when the clock has come to where their cycle takes no more', async () => {
    await service.sandbox.setClock('2030-03-10T00:00:00Z');
    // The cycle's changes are known, the clock that it closed at is not.
    const { clock } = known;
    await inSteps([ride('now', { timestamp: '2030-03-09T12:00:00Z' })]);
    known.clock = clock;
    await expectSteps([sentOf(ride('late'))]);
    await inSteps([ride('late')]);
    expect(await statusesOf(service.sandbox, 'late')).toEqual(['INGESTION_FAILED_PAST_GRACE_PERIOD']);
  });
});
