import { beforeAll, describe, expect, it } from 'vitest';
import { editTimeline, openAccount, publishPlan } from '#test/billing-scenario.ts';
import {
  type Meters,
  meterRides,
  readStoredUsage,
  ride,
  statusesOf,
  statusOf,
} from '#test/metering-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let sandbox: Client;
let meters: Meters;
const METERED = 'INGESTION_COMPLETED_EVENT_METERED';
const NOT_FOUND = 'INGESTION_FAILED_ACCOUNT_NOT_FOUND';

beforeAll(async () => {
  sandbox = service.sandbox;
  await sandbox.setClock('2030-01-10T00:00:00Z');
  meters = await meterRides(sandbox);
});

const ingest = (...events: unknown[]) => sandbox.must.post('/ingestBatch', { events });
const usageOf = async (accountId: string) =>
  (await readStoredUsage(service)).hours.filter((row) => row.startsWith(`${accountId} ${meters.distance}`));

describe('an event that comes before its account', () => {
  it('is processed when the account is created: the same row, counted once', async () => {
    await ingest(ride('early', { accountId: 'late-account' }));
    const [waiting] = (await sandbox.must.get('/events/early')).events;
    expect(waiting.ingestionStatus.status).toBe(NOT_FOUND);
    // The id is kept for it meanwhile.
    await ingest(ride('early', { accountId: 'late-account' }));
    await openAccount(sandbox, 'late-account');
    await sandbox.settle();
    const { events } = await sandbox.must.get('/events/early');
    expect(
      events.map(({ ingestionStatus }: { ingestionStatus: { status: string } }) => ingestionStatus.status),
    ).toEqual(['INGESTION_FAILED_DUPLICATE_EVENT', METERED]);
    expect(events[1].referenceId).toBe(waiting.referenceId);
    expect(events[1].createdAt).toBe(waiting.createdAt);
    expect(await usageOf('late-account')).toEqual([
      `late-account ${meters.distance} 2030-01-09T12:00:00Z 1.5 1`,
    ]);
  });

  it('is processed when the account gets the alias, in whatever case it was sent', async () => {
    await openAccount(sandbox, 'aliased');
    await ingest(ride('by alias', { accountId: ' The-Alias ' }));
    await sandbox.must.post('/accounts/aliased/add_aliases', {
      accountAliases: [{ value: 'the-alias' }],
    });
    await sandbox.settle();
    expect(await statusOf(sandbox, 'by alias')).toBe(METERED);
  });

  it('goes on waiting when the alias does not hold at its time', async () => {
    await openAccount(sandbox, 'ranged');
    const at = (timestamp: string) => ({ accountId: 'ranged-alias', timestamp });
    await ingest(
      ride('before', at('2030-01-04T23:59:59.999999Z')),
      ride('first', at('2030-01-05T00:00:00Z')),
      ride('last', at('2030-01-05T23:59:59.999999Z')),
      ride('after', at('2030-01-06T00:00:00Z')),
    );
    await sandbox.must.post('/accounts/ranged/add_aliases', {
      accountAliases: [
        {
          value: 'ranged-alias',
          effectiveFrom: '2030-01-05T00:00:00Z',
          effectiveUntil: '2030-01-06T00:00:00Z',
        },
      ],
    });
    await sandbox.settle();
    const statuses = await Promise.all(
      ['before', 'first', 'last', 'after'].map((id) => statusOf(sandbox, id)),
    );
    expect(statuses).toEqual([NOT_FOUND, METERED, METERED, NOT_FOUND]);
    // And events that come now are judged alike.
    await ingest(
      ride('now before', at('2030-01-04T23:59:59.999999Z')),
      ride('now first', at('2030-01-05T00:00:00Z')),
      ride('now after', at('2030-01-06T00:00:00Z')),
    );
    const later = await Promise.all(
      ['now before', 'now first', 'now after'].map((id) => statusOf(sandbox, id)),
    );
    expect(later).toEqual([NOT_FOUND, METERED, NOT_FOUND]);
  });

  it('gives its id back when it then fails for good', async () => {
    await ingest(ride('hopeless', { accountId: 'new-account', attributes: [] }));
    await openAccount(sandbox, 'new-account');
    await sandbox.settle();
    expect(await statusOf(sandbox, 'hopeless')).toBe('INGESTION_FAILED');
    await ingest(ride('hopeless', { accountId: 'new-account' }));
    expect(await statusesOf(sandbox, 'hopeless')).toEqual([METERED, 'INGESTION_FAILED']);
  });

  it('is one of more than a page of them', async () => {
    for (let batch = 0; batch < 2; batch++)
      await ingest(
        ...Array.from({ length: 600 }, (_, i) =>
          ride(`many ${batch} ${i}`, { accountId: 'many', distance: '1' }),
        ),
      );
    await openAccount(sandbox, 'many');
    await sandbox.settle();
    expect(await usageOf('many')).toEqual([`many ${meters.distance} 2030-01-09T12:00:00Z 1200 1200`]);
  });
});

it('events of a draft account are on hold and processed when it is activated', async () => {
  await openAccount(sandbox, 'draft', { status: 'DRAFT' });
  await ingest(ride('waiting', { accountId: 'draft' }));
  const [waiting] = (await sandbox.must.get('/events/waiting')).events;
  expect(waiting).toMatchObject({
    ingestionStatus: {
      status: 'INGESTION_FAILED',
      statusDescription: 'account draft is a draft; the event is processed when it is activated',
    },
    customerId: 'customer-draft',
  });
  expect(await usageOf('draft')).toEqual([]);
  await sandbox.must.patch('/accounts/draft', { status: 'ACTIVE' });
  await sandbox.settle();
  expect(await statusOf(sandbox, 'waiting')).toBe(METERED);
  expect(await usageOf('draft')).toHaveLength(1);
});

it('an archived account takes no more events', async () => {
  await openAccount(sandbox, 'closed');
  await sandbox.must.delete('/accounts/closed');
  await ingest(ride('too late', { accountId: 'closed' }));
  expect(await statusOf(sandbox, 'too late')).toBe(NOT_FOUND);
});

it('the time of re-processing decides about the grace period: a closed cycle stays closed', async () => {
  const plan = await publishPlan(sandbox, {
    ...{ name: 'plan', graceDays: 2 },
    cards: [{ type: 'USAGE', billableId: meters.distance, usage: { model: 'TIERED', slabs: [{ rate: 2 }] } }],
  });
  await openAccount(sandbox, 'planned');
  await editTimeline(sandbox, 'planned', [{ planId: plan, from: '2030-01-01' }]);
  const january = { accountId: 'planned-alias', timestamp: '2030-01-31T00:00:00Z' };
  await sandbox.setClock('2030-02-02T00:00:00Z');
  await ingest(ride('january', january));
  await ingest(ride('february', { ...january, timestamp: '2030-02-01T00:00:00Z' }));
  await sandbox.setClock('2030-02-03T00:00:00Z');
  await sandbox.must.post('/accounts/planned/add_aliases', {
    accountAliases: [{ value: 'planned-alias', effectiveFrom: '2030-01-31T00:00:00Z' }],
  });
  await sandbox.settle();
  expect(await statusOf(sandbox, 'january')).toBe('INGESTION_FAILED_PAST_GRACE_PERIOD');
  expect(await statusOf(sandbox, 'february')).toBe(METERED);
});

it('events that have waited for 45 days wait no longer', async () => {
  const start = Temporal.Instant.from((await sandbox.must.get('/ext/v1/clock')).now);
  const timestamp = start.toString();
  await ingest(ride('forgotten', { accountId: 'slow', timestamp }));
  await sandbox.setClock(start.add({ hours: 1 }).toString());
  await ingest(ride('remembered', { accountId: 'slow', timestamp }));
  await sandbox.setClock(start.add({ hours: 45 * 24 }).toString());
  await openAccount(sandbox, 'slow');
  await sandbox.settle();
  expect(await statusOf(sandbox, 'forgotten')).toBe(NOT_FOUND);
  expect(await statusOf(sandbox, 'remembered')).toBe(METERED);
});

it('no event is forgotten that arrives while its account is being created', async () => {
  for (let round = 0; round < 5; round++) {
    const accountId = `racing-${round}`;
    const timestamp = (await sandbox.must.get('/ext/v1/clock')).now;
    await Promise.all([
      openAccount(sandbox, accountId),
      ...Array.from({ length: 8 }, (_, i) => ingest(ride(`race ${round} ${i}`, { accountId, timestamp }))),
      sandbox.settle(),
    ]);
    await sandbox.settle();
    const { events } = await sandbox.must.get(`/events?account_id=${accountId}&status=PROCESSED`);
    expect(events).toHaveLength(8);
  }
});
