import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { type CallTerms, callEvent, creditsOf, sellCalls } from '#test/feature-scenario.ts';
import { grantCredits, readDebits } from '#test/granted-credits.ts';
import { createMeter, readStoredUsage, statusesOf } from '#test/metering-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let calls: string;
let account = '';
let opened = 0;
const METERED = 'INGESTION_COMPLETED_EVENT_METERED';
const INSUFFICIENT = 'INGESTION_FAILED_INSUFFICIENT_CREDITS';
const INVALID = 'INGESTION_FAILED_UNITS_INVALID';

beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-10T00:00:00Z');
  calls = await sellCalls(client);
  await createMeter(client, {
    ...{ name: 'minutes', aggregation: 'SUM', eventSchemaName: 'call' },
    computations: [{ computation: '{"var":"attribute.minutes"}', order: 1 }],
  });
});

/** Each test has an account with 20 credits and 5 overage of its own. */
beforeEach(async () => {
  opened += 1;
  account = `account-${opened}`;
  await openAccount(client, account);
  const entry = { featureId: calls, accountId: account };
  await grantCredits(service, [
    { ...entry, id: `credits ${opened}`, granted: '20' },
    { ...entry, id: `overage ${opened}`, granted: '5', source: 'OVERAGE' },
  ]);
});

const credits = () => creditsOf(client, calls, account);
const usage = async () =>
  (await readStoredUsage(service)).rows
    .filter((row) => row.startsWith(`${account} `))
    .map((row) => row.split(' ').at(-1));

/** Sends calls in one batch; their statuses afterwards. */
async function send(...sent: (string | CallTerms)[]): Promise<(string | undefined)[]> {
  const terms = sent.map((each) => (typeof each === 'string' ? { minutes: each } : each));
  const ids = terms.map((_, i) => `${account} ${i}`);
  const events = terms.map((each, i) => callEvent(ids[i], { account, ...each }));
  await client.must.post('/ingestBatch', { events });
  return Promise.all(ids.map(async (id) => (await statusesOf(client, id))[0]));
}

describe('events of a batch', () => {
  it('are debited in its order; one that finds too little leaves it to the next', async () => {
    expect(await send('18', '8', '4', '3', '1', '0')).toEqual([
      METERED, //      18 of 20
      INSUFFICIENT, // 8 > 2 + 5
      METERED, //      2 + 2 overage
      METERED, //      3 overage, 5 of 5
      INSUFFICIENT,
      METERED, //      nothing is always there
    ]);
    expect(await credits()).toBe('20 0 5 5');
    expect((await usage()).sort()).toEqual(['0', '18', '3', '4']);
  });

  it('tell the overage of the event and of its block', async () => {
    await send('21', '1.5');
    const { events } = await client.must.get(`/events/${account}%201`);
    expect(events[0].eventPipelineInfo.featureDetails).toEqual({
      ...{ featureId: calls, mappedAttribute: 'minutes' },
      ...{ overageInEvent: 1.5, overageInCycle: 2.5 },
    });
    const { events: rejected } = await client.must.get(`/events?account_id=${account}&pageSize=1`);
    expect(rejected[0].ingestionStatus).toEqual({ status: METERED });
  });

  it('a rejected event says how much was missing, and its id can be sent again', async () => {
    expect(await send('26')).toEqual([INSUFFICIENT]);
    const { events } = await client.must.get(`/events/${account}%200`);
    expect(events[0].ingestionStatus.statusDescription).toBe(
      `feature ${calls} has 20 credits and 5 overage left, and the event uses 26`,
    );
    expect(await send('25')).toEqual([METERED]);
    expect(await credits()).toBe('20 0 5 5');
  });

  it('a meter that fails gives the debit back, and the next event has it', async () => {
    const broken = await createMeter(client, {
      ...{ name: 'broken', aggregation: 'SUM', eventSchemaName: 'call' },
      computations: [{ computation: '{"/":[1,{"-":[{"var":"attribute.minutes"},20]}]}', order: 1 }],
    });
    expect(await send('20', '24')).toEqual([INVALID, METERED]); // 1 / (20 − 20), 1 / (24 − 20)
    expect(await credits()).toBe('20 0 5 4');
    await client.must.post(`/usage_meters/${broken}/deactivate`);
  });

  it.each([
    ['-1', INVALID], //                                          only a correction gives back
    [`1${'0'.repeat(30)}`, INVALID],
    [`0.${'0'.repeat(18)}1`, INVALID],
    ['0.000000000000000001', METERED],
  ])('%s minutes: %s', async (minutes, status) => {
    expect(await send(minutes)).toEqual([status]);
    expect(await credits()).toBe(status === METERED ? '20 19.999999999999999999 5 0' : '20 20 5 0');
  });

  it('an event before or after the window of the credits finds none', async () => {
    expect(
      await send(
        { minutes: '1', at: '2029-12-31T23:59:59.999Z' },
        { minutes: '1', at: '2030-01-01T00:00:00Z' },
        { minutes: '1', at: '2030-01-10T23:59:59Z' }, // a day ahead is no later than the credits
      ),
    ).toEqual([INSUFFICIENT, METERED, METERED]);
  });

  it('duplicates, events without their fields and late ones take nothing', async () => {
    const bare = { ...callEvent('bare', { account, minutes: '1' }), attributes: [] };
    const late = callEvent('late', { account, minutes: '1', at: '2028-01-01T00:00:00Z' });
    const one = callEvent('one', { account, minutes: '1' });
    await client.must.post('/ingestBatch', { events: [one, bare, late, one] });
    expect(await credits()).toBe('20 19 5 0');
  });
});

describe('what happens later', () => {
  it('an event that waited for its account is debited when it is processed', async () => {
    const events = ['9', '12'].map((minutes, i) => callEvent(`early ${i}`, { account: 'late', minutes }));
    await client.must.post('/ingestBatch', { events });
    await openAccount(client, 'late');
    await grantCredits(service, [{ id: 'late', featureId: calls, accountId: 'late', granted: '20' }]);
    await client.settle();
    expect([await statusesOf(client, 'early 0'), await statusesOf(client, 'early 1')]).toEqual([
      [METERED],
      [INSUFFICIENT], // 9 + 12 > 20
    ]);
    expect(await creditsOf(client, calls, 'late')).toBe('20 11 0 0');
  });

  it('a schema that no longer serves the feature takes nothing any more', async () => {
    const feature = await sellCalls(client, { name: 'Chats', schemaName: 'chat' });
    await grantCredits(service, [{ id: 'chats', featureId: feature, accountId: account, granted: '2' }]);
    const chat = { minutes: '1', schemaName: 'chat' };
    expect(await send(chat)).toEqual(['INGESTION_COMPLETED_NO_MATCHING_METERS']);
    await client.must.patch(`/features/${feature}`, { schemaAssociations: [] });
    await client.must.post('/ingest', { event: callEvent('free', { account, ...chat }) });
    expect(await creditsOf(client, feature, account)).toBe('2 1 0 0');
  });

  it('all that was debited is what is used', async () => {
    const debits = await readDebits(service);
    expect(Object.keys(debits).length).toBeGreaterThan(10);
  });
});
