import pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { correctOne, resultsOf } from '#test/correction-scenario.ts';
import { meterRides, readStoredUsage, ride, statusesOf } from '#test/metering-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService({}, { own: 'adds a trigger that fails' });
const METERED = 'INGESTION_COMPLETED_EVENT_METERED';
let client: Client;
let distance = '';
let account = '';
let opened = 0;

beforeAll(async () => {
  client = service.sandbox;
  distance = (await meterRides(client)).distance;
  await client.setClock('2030-01-10T00:00:00Z');
});
/** Each test has an account with three rides of its own, of 1, 2 and 3. */
beforeEach(async () => {
  opened += 1;
  account = `a${opened}`;
  await openAccount(client, account);
  await client.must.post('/ingestBatch', { events: ['1', '2', '3'].map((each) => own(each)) });
});

const own = (id: string, members: Parameters<typeof ride>[1] = {}) =>
  ride(`${account} ${id}`, { accountId: account, distance: id, ...members });
/** Makes a job and gives its id. */
async function start(query: string, event?: object): Promise<string> {
  const body = await client.must.post(`/events/correction?${query}`, event && { event });
  expect(body).toEqual({ data: [], jobId: expect.stringMatching(/^job/) });
  return body.jobId;
}
/** Distances that count. */
async function counted(): Promise<string> {
  const { rows } = await readStoredUsage(service);
  const own = rows.filter((row) => row.startsWith(`${account} ${distance} `));
  return own.map((row) => row.split(' ').at(-1)).join(' ');
}
/** `COMPLETED REVERTED: reason` of each entry, by the id of its event. */
async function entriesOf(jobId: string): Promise<Record<string, string>> {
  const { data } = await client.must.get(`/jobs/${jobId}/entries`);
  const { events } = await client.must.get(`/events?account_id=${account}`);
  const names = new Map(
    events.map(({ referenceId, eventPayload }: Reply['body']) => [
      referenceId,
      eventPayload.id.split(' ')[1],
    ]),
  );
  return Object.fromEntries(
    data.map(({ entityId, status, metadata = {} }: Reply['body']) => {
      const { status: result, reason, error } = metadata;
      const said = error ?? (result && `${result}: ${reason}`);
      return [names.get(entityId), [status, said].filter(Boolean).join(' ')];
    }),
  );
}
const TAKEN_BACK = 'COMPLETED REVERTED: the effects of the event were reversed';

test('a job waits, and corrects each of its events when it is confirmed', async () => {
  const id = await start(`action=UNDO&account_id=${account}&require_confirmation=true`);
  expect(await client.must.get(`/jobs/${id}`)).toMatchObject({
    ...{ type: 'EVENT_CORRECTIONS', status: 'WAITING_FOR_CONFIRMATION', totalJobEntries: 3 },
    metadata: { action: 'UNDO', requestedBy: expect.any(String) },
  });
  await client.settle();
  expect([await counted(), await entriesOf(id)]).toEqual([
    '1 2 3',
    { 1: 'PENDING', 2: 'PENDING', 3: 'PENDING' },
  ]);
  // What comes later is not of the job.
  await client.must.post('/ingest', { event: own('4') });
  await client.must.post(`/jobs/${id}/confirm`);
  await client.settle();
  expect(await entriesOf(id)).toEqual({ 1: TAKEN_BACK, 2: TAKEN_BACK, 3: TAKEN_BACK });
  expect(await client.must.get(`/jobs/${id}`)).toMatchObject({ status: 'COMPLETED', completedJobEntries: 3 });
  expect(await counted()).toBe('4');
});

test('a rejected job corrects nothing', async () => {
  const id = await start(`action=REDO&account_id=${account}&require_confirmation=true`);
  await client.must.post(`/jobs/${id}/reject`);
  await client.settle();
  expect(await entriesOf(id)).toEqual({ 1: 'CANCELLED', 2: 'CANCELLED', 3: 'CANCELLED' });
  expect(await counted()).toBe('1 2 3');
  expect(await statusesOf(client, `${account} 1`)).toEqual([METERED]);
});

test('with async a job begins at once, also for one event', async () => {
  const id = await start('action=REDO&async=true', own('2'));
  expect((await client.must.get(`/jobs/${id}`)).status).toBe('IN_PROGRESS');
  await client.settle();
  expect((await client.must.get(`/jobs/${id}`)).status).toBe('COMPLETED');
  expect(await statusesOf(client, `${account} 2`)).toEqual([METERED, 'REVERTED']);
  const { events } = await client.must.get(`/events/${account}%202`);
  const { data } = await client.must.get(`/jobs/${id}/entries`);
  expect(data[0].entityId).toBe(events[1].referenceId);
  expect(data[0].metadata).toMatchObject({ referenceId: events[0].referenceId });
  expect(events.map(({ source }: Reply['body']) => source.type)).toEqual(['CORRECTION', 'API']);
  expect(events[0].source.id).toBe(events[1].source.id);
  expect(await counted()).toBe('1 2 3');
});

test('a job keeps the event that is to come instead', async () => {
  const event = own('2', { distance: '20.000000000000000001', dimensions: { city: 'Osló', note: '"' } });
  const id = await start('action=REDO_EVENT&require_confirmation=true', event);
  await client.must.post(`/jobs/${id}/confirm`);
  await client.settle();
  expect(await counted()).toBe('1 20.000000000000000001 3');
  const { eventPayload } = (await client.must.get(`/events/${account}%202`)).events[0];
  expect(eventPayload).toEqual({ ...event, timestamp: '2030-01-09T12:00:00.000Z' });
});

test('an event that was corrected meanwhile fails its entry only', async () => {
  const id = await start(`action=UNDO&account_id=${account}&require_confirmation=true`);
  await correctOne(client, 'UNDO', own('1'));
  await client.must.post(`/jobs/${id}/confirm`);
  await client.settle();
  expect(await entriesOf(id)).toEqual({
    1: 'FAILED the event is already reverted',
    2: TAKEN_BACK,
    3: TAKEN_BACK,
  });
  expect(await client.must.get(`/jobs/${id}`)).toMatchObject({ status: 'COMPLETED', failedJobEntries: 1 });
});

test('what fails on the way is undone and tried again', async () => {
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  try {
    // The last thing that is written of an event.
    await owner.query(`create function fail() returns trigger language plpgsql as $$
      begin raise exception 'not now'; end $$`);
    await owner.query(
      'create trigger fail before insert on account_hours for each row execute function fail()',
    );
    const id = await start('action=UNDO&async=true', own('3'));
    await client.settle();
    expect(await entriesOf(id)).toEqual({ 3: 'IN_PROGRESS' });
    expect([await counted(), await statusesOf(client, `${account} 3`)]).toEqual(['1 2 3', [METERED]]);
    await owner.query('drop trigger fail on account_hours');
    await client.setClock('2030-01-10T00:01:00Z');
    expect(await entriesOf(id)).toEqual({ 3: TAKEN_BACK });
    expect(await counted()).toBe('1 2');
  } finally {
    await owner.end();
  }
});

test('thirty events are corrected at once, and the others in a job', async () => {
  const many = Array.from({ length: 40 }, (_, i) => own(String(100 + i), { distance: '7' }));
  await client.must.post('/ingestBatch', { events: many });
  const response = await client.must.post(`/events/correction?action=UNDO&account_id=${account}`);
  expect(resultsOf(response)).toHaveLength(30);
  const id = await start(`action=UNDO&account_id=${account}&async=true`);
  expect((await client.must.get(`/jobs/${id}`)).totalJobEntries).toBe(13);
  await client.settle();
  expect(await counted()).toBe('');
});
