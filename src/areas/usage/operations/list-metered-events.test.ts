import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { type Meters, meterRides, ride } from '#test/metering-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
let sandbox: Client;
let meters: Meters;

/* Rides of 1, 2, 4 … km on 1, 2, 3 … January; only those of odd days are to Oslo. */
beforeAll(async () => {
  sandbox = service.sandbox;
  meters = await meterRides(sandbox);
  await sandbox.setClock('2030-01-10T00:00:00Z');
  for (const id of ['a1', 'a2']) await openAccount(sandbox, id);
  for (const [index, distance] of ['1', '2', '4', '8', '16'].entries()) {
    const timestamp = `2030-01-0${index + 1}T00:00:00Z`;
    const dimensions = { city: index % 2 === 0 ? 'Oslo' : 'Bergen' };
    await sandbox.must.post('/ingest', { event: ride(`r${index + 1}`, { distance, timestamp, dimensions }) });
  }
  await sandbox.must.post('/ingest', { event: ride('other', { accountId: 'a2' }) });
  await sandbox.must.post('/ingest', { event: ride('r1', { distance: '99' }) }); // a duplicate
});

const path = (meter: string, account = 'a1') => `/ext/v1/accounts/${account}/usage_meters/${meter}/events`;
const list = async (meter: string, query = '') => {
  const { data } = await sandbox.must.get(`${path(meter)}${query}`);
  return data.map(({ eventPayload, units }: Reply['body']) => `${eventPayload.id} ${units}`);
};

describe('GET /ext/v1/accounts/{account_id}/usage_meters/{usage_meter_id}/events', () => {
  it('200 with the events that the meter counts and their units, newest first', async () => {
    expect(await list(meters.distance)).toEqual(['r5 16', 'r4 8', 'r3 4', 'r2 2', 'r1 1']);
    expect(await list(meters.oslo, '?_sort=reference_id:ASC')).toEqual(['r1 1', 'r3 1', 'r5 1']);
  });

  it('200 with those that count from an instant until another', async () => {
    expect(await list(meters.distance, '?from=2030-01-02T00:00:00Z&until=2030-01-04T00:00:00Z')).toEqual([
      'r3 4', // a day before the end
      'r2 2', // at the very start; the end is exclusive
    ]);
  });

  it('200 page by page, with an event that arrives in between on none of them', async () => {
    const walked: string[] = [];
    for (let next = `${path(meters.distance)}?pageSize=2`; next; ) {
      const { data, nextToken } = await sandbox.must.get(next);
      walked.push(...data.map(({ eventPayload }: Reply['body']) => eventPayload.id));
      if (walked.length === 2) await sandbox.must.post('/ingest', { event: ride('new') });
      next = nextToken ? `${path(meters.distance)}?nextToken=${nextToken}` : '';
    }
    expect(walked).toEqual(['r5', 'r4', 'r3', 'r2', 'r1']);
    await sandbox.must.post('/events/correction?action=UNDO', { event: ride('new') });
    expect(await list(meters.distance)).toHaveLength(5);
  });

  it('400 when the range ends before it begins', async () => {
    const query = '?from=2030-01-04T00:00:00Z&until=2030-01-02T00:00:00Z';
    const { status, body } = await sandbox.get(`${path(meters.distance)}${query}`);
    expect([status, body.message]).toEqual([400, 'from: must not be after until']);
  });

  it('404 for an account or a meter that does not exist', async () => {
    for (const [unknown, message] of [
      [path(meters.distance, 'nobody'), 'account nobody not found'],
      [path('nothing'), 'usage meter nothing not found'],
    ] as const) {
      const { status, body } = await sandbox.get(unknown);
      expect([status, body.message]).toEqual([404, message]);
    }
  });
});
