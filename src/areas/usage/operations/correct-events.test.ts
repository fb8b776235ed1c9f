import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { editTimeline, openAccount, publishPlan } from '#test/billing-scenario.ts';
import { findMismatches, resultsOf } from '#test/correction-scenario.ts';
import { createMeter, meterRides, readStoredUsage, ride, statusesOf } from '#test/metering-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
let sandbox: Client;
let distance = '';
let account = '';
let opened = 0;

const METERED = 'INGESTION_COMPLETED_EVENT_METERED';
const TAKEN_BACK = 'the effects of the event were reversed';
const INSTEAD = /^(.*); event 0[0-9a-f-]{35} was replaced$/;

beforeAll(async () => {
  sandbox = service.sandbox;
  distance = (await meterRides(sandbox)).distance;
  await sandbox.setClock('2030-01-10T00:00:00Z');
});
beforeEach(async () => {
  opened += 1;
  account = `a${opened}`;
  await openAccount(sandbox, account);
});

afterAll(async () => expect(await findMismatches(service)).toEqual([]));

/** A ride of the account of this test; ids of tests are their own too. */
const own = (id: string, members: Parameters<typeof ride>[1] = {}) =>
  ride(`${id} ${account}`, { accountId: account, ...members });
const send = (...events: unknown[]) => sandbox.must.post('/ingestBatch', { events });
const correct = (query: string, event?: unknown): Promise<Reply> =>
  sandbox.post(`/events/correction?${query}`, event && { event });
const correctNow = async (query: string, event?: unknown) => {
  const { status, body } = await correct(query, event);
  expect([status, body.message]).toEqual([200, undefined]);
  return resultsOf(body).map((text) => (INSTEAD.exec(text)?.[1] ?? text).replace(` ${account} `, ' '));
};
/** Units of the account's distances, one by one; the sums of its hours have as many events. */
const counted = async () => {
  const { rows, hours } = await readStoredUsage(service);
  const mine = (lines: string[]) => lines.filter((line) => line.startsWith(`${account} ${distance} `));
  const units = mine(rows).map((line) => line.split(' ')[3]);
  const summed = mine(hours).map((line) => Number(line.split(' ').at(-1)));
  expect(summed.reduce((sum, events) => sum + events, 0)).toBe(units.length);
  return units.sort().join(' ');
};

describe('POST /events/correction?action=UNDO', () => {
  it('200 REVERTED for an event that was metered, and its id is free', async () => {
    await send(own('e', { distance: '12' }), own('other', { distance: '5' }));
    const { status, body } = await correct('action=UNDO', own('e'));
    expect(status).toBe(200);
    const event = { ...own('e', { distance: '12' }), timestamp: '2030-01-09T12:00:00.000Z' };
    expect(body).toEqual({
      data: [
        {
          ...{ referenceId: expect.any(String), eventPayload: event, customerId: `customer-${account}` },
          ingestionStatus: { status: 'REVERTED', statusDescription: 'undone by a correction' },
          ...{ source: { type: 'API', id: expect.any(String) }, createdAt: '2030-01-10T00:00:00.000Z' },
          ...{ status: 'REVERTED', reason: TAKEN_BACK },
        },
      ],
    });
    expect(await counted()).toBe('5');
    await send(own('e', { distance: '3' }));
    expect(await statusesOf(sandbox, event.id ?? '')).toEqual([METERED, 'REVERTED']);
    expect(await counted()).toBe('3 5');
    const { events } = await sandbox.must.get(`/events/${event.id}`);
    expect(
      events.map(({ eventPipelineInfo }: Reply['body']) => eventPipelineInfo.statusBeforeReverting),
    ).toEqual([undefined, METERED]);
  });

  it('200 FAILED the second time, and the event sent again stays', async () => {
    await send(own('e'), own('e'));
    expect(await correctNow('action=UNDO', own('e'))).toEqual([`e REVERTED ${TAKEN_BACK}`]);
    expect(await correctNow('action=UNDO', own('e'))).toEqual(['e FAILED the event is already reverted']);
  });

  it('200 REVERTED for events without effects, also those that wait', async () => {
    await send(own('late', { attributes: [] }), own('early', { accountId: `${account}-x` }));
    for (const id of ['late', 'early'])
      expect(await correctNow('action=UNDO', own(id))).toEqual([`${id} REVERTED no effects to revert`]);
    await openAccount(sandbox, `${account}-x`);
    await sandbox.settle();
    expect(await statusesOf(sandbox, `early ${account}`)).toEqual(['REVERTED']);
    await send(own('early', { accountId: `${account}-x` }));
    expect(await statusesOf(sandbox, `early ${account}`)).toEqual([METERED, 'REVERTED']);
  });
});

describe('POST /events/correction?action=REDO', () => {
  it('200 REVERTED_AND_REINGESTED, as the schema, the meters and the account are now', async () => {
    await send(own('e', { distance: '4' }));
    const before = (await sandbox.must.get(`/events/e%20${account}`)).events[0];
    const late = await createMeter(sandbox, {
      ...{ name: `late ${account}`, aggregation: 'COUNT' },
      computations: [{ computation: '1', order: 1 }],
    });
    const { body } = await correct('action=REDO', own('e'));
    const { status, reason, ...shown } = body.data[0];
    expect(status).toBe('REVERTED_AND_REINGESTED');
    expect(reason).toBe(
      `${TAKEN_BACK}; ingested again: ${METERED}; event ${before.referenceId} was replaced`,
    );
    expect(shown).toMatchObject({ eventPayload: before.eventPayload, source: { type: 'CORRECTION' } });
    const { events } = await sandbox.must.get(`/events/e%20${account}`);
    expect(events.map(({ referenceId }: Reply['body']) => referenceId)).toEqual([
      shown.referenceId,
      before.referenceId,
    ]);
    const meters = events[0].eventPipelineInfo.usageMeters.map(({ id }: Reply['body']) => id);
    expect(meters).toContain(late);
    expect(await counted()).toBe('4');
    await sandbox.must.post(`/usage_meters/${late}/deactivate`);
    await send(own('e'));
    expect((await statusesOf(sandbox, `e ${account}`))[0]).toBe('INGESTION_FAILED_DUPLICATE_EVENT');
  });

  it('200 for what had no effects; it fails again if the cause stands', async () => {
    await send(own('bad', { distance: '9'.repeat(31) }));
    const again =
      'ingested again: attribute distance has over 30 digits before the decimal point or 18 after it';
    expect(await correctNow('action=REDO', own('bad'))).toEqual([
      `bad REVERTED_AND_REINGESTED no effects to revert; ${again}`,
    ]);
    expect(await statusesOf(sandbox, `bad ${account}`)).toEqual(
      Array(2).fill('INGESTION_FAILED_UNITS_INVALID'),
    );
    await send(own('bad'));
    expect(await counted()).toBe('1.5');
    const [, failed] = (await sandbox.must.get(`/events/bad%20${account}`)).events;
    expect(await correctNow(`action=REDO&account_id=${account}&id=${failed.referenceId}`)).toEqual([
      `bad FAILED another event now has the id bad ${account}; correct that event instead`,
    ]);
    expect(await counted()).toBe('1.5');
  });

  it('200 for an event that waits: the new one waits instead', async () => {
    const early = own('early', { accountId: `${account}-x` });
    await send(early);
    expect(await correctNow('action=REDO', early)).toHaveLength(1);
    await openAccount(sandbox, `${account}-x`);
    await sandbox.settle();
    expect(await statusesOf(sandbox, early.id ?? '')).toEqual([METERED, 'REVERTED']);
  });
});

describe('POST /events/correction?action=REDO_EVENT', () => {
  it('200 and the event of the body counts, for another account and time', async () => {
    await send(own('e', { distance: '12' }));
    await openAccount(sandbox, `${account}-x`);
    const moved = own('e', { accountId: `${account}-x`, distance: '15', timestamp: '2030-01-02T00:00:00Z' });
    expect(await correctNow('action=REDO_EVENT', moved)).toEqual([
      `e REVERTED_AND_REINGESTED ${TAKEN_BACK}; ingested again: ${METERED}`,
    ]);
    expect(await counted()).toBe('');
    account = `${account}-x`;
    expect(await counted()).toBe('15');
  });

  it('200 for an event that waited in vain for its account', async () => {
    const wrong = own('e', { accountId: `${account}-x` });
    await send(wrong);
    await correctNow('action=REDO_EVENT', own('e'));
    await openAccount(sandbox, `${account}-x`);
    await sandbox.settle();
    expect(await statusesOf(sandbox, wrong.id ?? '')).toEqual([METERED, 'REVERTED']);
  });

  it('200 also when the new event fails, and then its id is free', async () => {
    await send(own('e'));
    expect(await correctNow('action=REDO_EVENT', own('e', { attributes: [] }))).toEqual([
      `e REVERTED_AND_REINGESTED ${TAKEN_BACK}; ingested again: missing attribute distance`,
    ]);
    await send(own('e'));
    expect(await statusesOf(sandbox, `e ${account}`)).toEqual([METERED, 'INGESTION_FAILED', 'REVERTED']);
  });
});

describe('POST /events/correction with filters', () => {
  const at = (minute: number) => `2030-01-09T12:${String(minute).padStart(2, '0')}:00Z`;

  it('200 for the first 30 that can be corrected, the latest first and then by id', async () => {
    const events = Array.from({ length: 32 }, (_, i) =>
      own(`e${String(i).padStart(2, '0')}`, { timestamp: at(Math.floor(i / 2)), distance: '1' }),
    );
    await send(...events);
    const ids = (results: string[]) => results.map((text) => text.split(' ')[0]);
    const expected = [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1].flatMap((minute) =>
      [2 * minute, 2 * minute + 1].map((i) => `e${String(i).padStart(2, '0')}`),
    );
    expect(ids(await correctNow(`action=UNDO&account_id=${account}`))).toEqual(expected);
    expect(ids(await correctNow(`action=UNDO&account_id=${account}`))).toEqual(['e00', 'e01']);
    expect(await counted()).toBe('');
    const rest = await correctNow(`action=UNDO&account_id=${account}&async=false`);
    expect([rest.length, rest[0]]).toEqual([30, 'e30 FAILED the event is already reverted']);
  });

  it.each([
    // filters                                                     ids
    ['event_id=b $', ['b']],
    ['event_id=b $&event_source_time=2030-01-09T12:01:00Z', ['b']],
    ['event_id=b $&created_at=2030-01-10T00:00:00.000Z', ['b']],
    ['event_source_time=2030-01-09T12:02:00.5Z', ['d', 'c']],
    ['event_source_time=2030-01-09T12:02:00.500001Z', ['d']],
    ['created_at=2030-01-10T00:00:00Z', ['d', 'c', 'b', 'a']],
    ['event_id=b $&event_source_time=2030-01-09T12:00:00Z', null],
    ['created_at=2030-01-10T00:00:01Z', null],
    ['id=00000000-0000-8000-8000-000000000001', null],
    ['id=nothing', null],
  ])('%s', async (query, ids) => {
    await send(
      own('a', { timestamp: at(0) }),
      own('b', { timestamp: at(1) }),
      own('c', { timestamp: '2030-01-09T12:02:00.5Z' }),
      own('d', { timestamp: '2030-01-09T12:02:00.500001Z' }),
    );
    const reply = await correct(`action=UNDO&account_id=${account}&${query.replace('$', account)}`);
    if (ids) expect(resultsOf(reply.body).map((text) => text.split(' ')[0])).toEqual(ids);
    else expect([reply.status, reply.headers['error-code']]).toEqual([400, 'NOTHING_TO_CORRECT']);
  });
});

describe('POST /events/correction', () => {
  it.each([
    [{}, 'a cycle that is open', `e REVERTED ${TAKEN_BACK}`],
    [{ clock: '2030-02-02T23:59:59.999Z' }, 'its days of grace', `e REVERTED ${TAKEN_BACK}`],
    [
      { clock: '2030-02-03T00:00:00Z' },
      'its deadline',
      'e FAILED the cycle from 2030-01-01 is closed: its events could be corrected until ' +
        '2030-02-03T00:00:00Z',
    ],
  ])('200 in %s: %s', async ({ clock }: { clock?: string }, _, expected) => {
    const { sandbox: other } = await service.createOrganization(`closing-${opened}`);
    await other.setClock('2030-01-01T00:00:00Z');
    const meter = (await meterRides(other)).distance;
    const usage = { model: 'TIERED' as const, slabs: [{ rate: 2 }] };
    const cards = [{ type: 'USAGE' as const, billableId: meter, usage }];
    const plan = await publishPlan(other, { name: 'Basic', graceDays: 2, cards });
    await openAccount(other, 'a1');
    await editTimeline(other, 'a1', [{ planId: plan, from: '2030-01-01' }]);
    await other.setClock('2030-01-10T00:00:00Z');
    await other.must.post('/ingest', { event: ride('e') });
    if (clock) await other.setClock(clock);
    const undo = '/events/correction?action=UNDO';
    expect(resultsOf(await other.must.post(undo, { event: ride('e') }))).toEqual([expected]);
  });

  it.each([
    // query                                  event of the body     message
    ['action=UNDO', undefined, 'event.id: is required; send it, or filters with account_id'],
    ['action=UNDO', { id: '' }, 'event.id: is required; send it, or filters with account_id'],
    ['action=REDO_EVENT', { id: '' }, 'event.id: is required'],
    [
      'action=REDO_EVENT&account_id=a1',
      { id: 'e' },
      'action: REDO_EVENT must be sent without filters; event.id selects the event',
    ],
    [
      'action=UNDO&account_id=a1',
      { id: 'e' },
      'event: must not be sent with filters; send either event or filters',
    ],
    ['action=UNDO&event_id=e', undefined, 'account_id: is required with other filters'],
    ['action=undo', { id: 'e' }, 'action: must be one of UNDO, REDO, REDO_EVENT'],
    ['', { id: 'e' }, 'action: is required'],
    ['action=UNDO&require_confirmation=maybe', { id: 'e' }, /^require_confirmation: must be/],
    ['action=UNDO&account_id=a1&created_at=now', undefined, /^created_at: must be an ISO 8601 date-time/],
    ['action=REDO_EVENT', { id: 'e', attributes: Array(2).fill({ name: 'a', value: '1' }) }, /a is repeated/],
  ])('400 for %s with %j', async (query, event, message) => {
    const { status, body } = await correct(query, event && { ...own('e'), ...event });
    expect([status, body]).toEqual([400, { message: expect.stringMatching(message) }]);
  });

  it('404 for an id that was never sent, also one of another organization', async () => {
    await send(own('e'));
    const other = await service.createOrganization(`other-${opened}`);
    const reply = await other.sandbox.post('/events/correction?action=UNDO', { event: own('e') });
    expect([reply.status, reply.body]).toEqual([404, { message: `event e ${account} not found` }]);
    const query = `/events/correction?action=UNDO&account_id=${account}`;
    expect((await other.sandbox.post(query)).headers['error-code']).toBe('NOTHING_TO_CORRECT');
    expect(await counted()).toBe('1.5');
  });

  it.each<[what: string, attributes: object[]]>([
    ['a value that is too long', [{ name: 'a', value: '1'.repeat(70_000) }]],
    [
      'too many attributes',
      Array.from({ length: 60 }, (_, i) => ({ name: `a${i}`, value: '1'.repeat(1200) })),
    ],
  ])('422 for an event of more than 64 KiB, whatever else is wrong: %s', async (_, attributes) => {
    for (const path of [
      '/events/correction?action=UNDO',
      '/events/correction?action=REDO_EVENT',
      '/ingest',
    ]) {
      const { status, headers } = await sandbox.post(path, { event: { ...own('e'), attributes } });
      expect([path, status, headers['error-code']]).toEqual([path, 422, 'EVENT_TOO_LARGE']);
    }
  });

  it('403 without the right to write events', async () => {
    const { secret } = await sandbox.must.post('/ext/v1/api_keys', { name: 'read', scopes: ['events:read'] });
    const headers = { authorization: `Bearer ${secret}` };
    expect((await sandbox.post('/events/correction?action=UNDO', { event: own('e') }, headers)).status).toBe(
      403,
    );
  });
});
