import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maintainEvents } from '#areas/usage/maintain-events.ts';
import { openAccount } from '#test/billing-scenario.ts';
import {
  asSandbox,
  type Meters,
  meterRides,
  readStoredUsage,
  ride,
  statusesOf,
} from '#test/metering-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService({}, { own: 'adds and drops partitions of the events' });
let sandbox: Client;
let meters: Meters;
let account = 0;
const METERED = 'INGESTION_COMPLETED_EVENT_METERED';
const DUPLICATE = 'INGESTION_FAILED_DUPLICATE_EVENT';

beforeAll(async () => {
  sandbox = service.sandbox;
  await sandbox.setClock('2030-01-10T00:00:00Z');
  meters = await meterRides(sandbox);
});
beforeEach(async () => {
  account += 1;
  await openAccount(sandbox, `a${account}`);
});

/** A ride of 1 of the account of this test. */
const own = (id: string, members: Parameters<typeof ride>[1] = {}) =>
  ride(id, { accountId: `a${account}`, distance: '1', ...members });
/** Units and events of the account: `units events`. */
const counted = async () => {
  const rows = (await readStoredUsage(service)).hours.filter((row) =>
    row.startsWith(`a${account} ${meters.distance} `),
  );
  expect(rows.length).toBeLessThanOrEqual(1);
  return rows[0]?.split(' ').slice(3).join(' ') ?? '0 0';
};

it('over both endpoints', async () => {
  await sandbox.must.post('/ingest', { event: own('once') });
  await sandbox.must.post('/ingestBatch', { events: [own('once'), own('twice')] });
  await sandbox.must.post('/ingest', { event: own('twice') });
  expect(await counted()).toBe('2 2');
});

it('also when the second has another account or schema', async () => {
  await sandbox.must.post('/ingest', { event: own('same') });
  await sandbox.must.post('/ingest', { event: own('same', { accountId: 'nobody' }) });
  await sandbox.must.post('/ingest', { event: own('same', { schemaName: 'walk' }) });
  expect(await statusesOf(sandbox, 'same')).toEqual([DUPLICATE, DUPLICATE, METERED]);
});

it('in each organization and environment of its own', async () => {
  const other = (await service.createOrganization('other')).sandbox;
  await other.setClock('2030-01-10T00:00:00Z');
  await meterRides(other);
  await openAccount(other, `a${account}`);
  for (const client of [sandbox, other]) await client.must.post('/ingest', { event: own('shared') });
  expect(await statusesOf(other, 'shared')).toEqual([METERED]);
  expect(await statusesOf(sandbox, 'shared')).toEqual([METERED]);
});

describe('when many send it at the same time', () => {
  it('the database lets one of them have it', async () => {
    const event = own('raced');
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        i % 2 === 0 ? sandbox.post('/ingest', { event }) : sandbox.post('/ingestBatch', { events: [event] }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(12).fill(202));
    expect((await statusesOf(sandbox, 'raced')).filter((status) => status === METERED)).toHaveLength(1);
    expect(await counted()).toBe('1 1');
  });

  it('batches with the same ids in opposite orders do not block each other', async () => {
    const events = Array.from({ length: 200 }, (_, i) => own(`crossed ${i}`));
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        sandbox.post('/ingestBatch', { events: i % 2 === 0 ? events : events.toReversed() }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(202));
    expect(await counted()).toBe('200 200');
  });

  it('of two ids that cross, each is counted once', async () => {
    await Promise.all([
      sandbox.must.post('/ingestBatch', { events: [own('x'), own('y')] }),
      sandbox.must.post('/ingestBatch', { events: [own('y'), own('z')] }),
      sandbox.must.post('/ingestBatch', { events: [own('z'), own('x')] }),
    ]);
    expect(await counted()).toBe('3 3');
  });
});

describe('for 45 days', () => {
  it('by the clock of the organization, whether or not old ids were purged', async () => {
    const start = Temporal.Instant.from((await sandbox.must.get('/ext/v1/clock')).now);
    const send = (id: string) =>
      sandbox.must.post('/ingest', { event: own(id, { timestamp: start.toString() }) });
    await send('kept');
    await send('purged');
    await sandbox.setClock(
      start
        .add({ hours: 45 * 24 })
        .subtract({ microseconds: 1 })
        .toString(),
    );
    await send('kept');
    await purge();
    await send('purged');
    await sandbox.setClock(start.add({ hours: 45 * 24 }).toString());
    await send('kept');
    await purge();
    await send('purged');
    expect(await statusesOf(sandbox, 'kept')).toEqual([METERED, DUPLICATE, METERED]);
    expect(await statusesOf(sandbox, 'purged')).toEqual([METERED, DUPLICATE, METERED]);
  });

  it('of many that send it again afterwards one is counted', async () => {
    const start = Temporal.Instant.from((await sandbox.must.get('/ext/v1/clock')).now);
    const event = own('again', { timestamp: start.toString() });
    await sandbox.must.post('/ingest', { event });
    await sandbox.setClock(start.add({ hours: 45 * 24 }).toString());
    await Promise.all(Array.from({ length: 8 }, () => sandbox.must.post('/ingest', { event })));
    expect((await statusesOf(sandbox, 'again')).filter((status) => status === METERED)).toHaveLength(2);
  });
});

describe('whatever became of who had it', () => {
  it('when its event was deleted with its partition, before the clock let the id go', async () => {
    const event = own('gone', { timestamp: (await sandbox.must.get('/ext/v1/clock')).now });
    await sandbox.must.post('/ingest', { event });
    await asSandbox(service, (tx) =>
      sql`delete from events where event_id = event_id_bytes('gone')`.execute(tx),
    );
    await sandbox.must.post('/ingestBatch', { events: [event, event] });
    expect(await statusesOf(sandbox, 'gone')).toEqual([DUPLICATE, METERED]);
  });

  it('when the beginning of its hash belongs to another id', async () => {
    const timestamp = (await sandbox.must.get('/ext/v1/clock')).now;
    await sandbox.must.post('/ingest', { event: own('elder', { timestamp }) });
    await asSandbox(service, (tx) =>
      sql`update event_keys set key = event_key('younger') where key = event_key('elder')`.execute(tx),
    );
    for (let i = 0; i < 2; i++) await sandbox.must.post('/ingest', { event: own('younger', { timestamp }) });
    expect(await statusesOf(sandbox, 'younger')).toEqual([DUPLICATE, METERED]);
  });
});

async function purge(): Promise<void> {
  const org = await asSandbox(service, async (_tx, found) => found);
  await maintainEvents(service.app.database, org, service.app.deployment);
}
