import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { type Meters, meterRides, ride } from '#test/metering-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
let sandbox: Client;
let meters: Meters;

/** The distance of all rides is summed, and those to Oslo are counted. */
beforeAll(async () => {
  sandbox = service.sandbox;
  meters = await meterRides(sandbox);
  await sandbox.must.post('/event_schema', {
    ...{ name: 'call', attributes: [{ name: 'seconds' }] },
    ...{ dimensions: [{ name: 'region' }], filterFields: ['region'] },
  });
  await sandbox.must.post('/event_schema/call/activate');
  const { id } = await sandbox.must.post('/usage_meters', {
    ...{ name: 'eu', type: 'COUNTER', eventSchemaName: 'call', aggregation: 'COUNT', computations: [] },
    filters: [{ field: 'region', value: 'eu' }],
  });
  await sandbox.must.post(`/usage_meters/${id}/activate`);
  await sandbox.setClock('2030-01-10T00:00:00Z');
  for (const account of ['a1', 'acme-production']) await openAccount(sandbox, account);
  const call = (n: string, region: string, members: object = {}) =>
    ride(n, {
      ...{ schemaName: 'call', dimensions: { region }, attributes: [{ name: 'seconds', value: '1' }] },
      ...members,
    });
  for (const event of [
    call('c1', 'eu'),
    call('c2', 'us'),
    call('c3', 'us', { timestamp: '2030-01-02T00:00:00Z' }),
    call('c4', 'us', { accountId: 'acme-production' }),
    call('c5', 'mars'),
    call('c1', 'eu'), // a duplicate, and another one with a description of its own
    call('c1', 'us'),
    ride('r1', { accountId: 'ACME-prodcution' }),
    ride('r2', { accountId: 'ACME-prodcution' }),
    ride('r3', { accountId: 'somebody else' }),
    ride('r4', { dimensions: { city: 'Riga' } }),
    ride('r5', { attributes: [] }),
    ride('r6'),
    ride('old', { timestamp: '2029-12-10T23:59:59Z', attributes: [] }),
  ])
    await sandbox.must.post('/ingest', { event });
});

const explain = async (query = '') => {
  const { data, isComplete } = await sandbox.must.get(`/ext/v1/uncounted_events${query}`);
  expect(isComplete).toBe(true);
  return data.map(({ events, status, reason = '-', isCountedByOthers, closestAccount }: Reply['body']) =>
    [
      ...[events, status.replace('INGESTION_', ''), reason],
      ...(isCountedByOthers ? ['(counted by others)'] : []),
      ...(closestAccount ? [`→ ${closestAccount.id}`] : []),
    ].join(' '),
  );
};
const NOT_EU = (region: string) =>
  `No meter counted this event: meter 'eu' requires region = 'eu', and the event has region = '${region}'.`;
const NOBODY = (ref: string) =>
  `no account has the id or alias ${ref} at the time of the event; it waits for one`;

describe('GET /ext/v1/uncounted_events', () => {
  it('200 with each reason of the last 30 days and its events, the most frequent first', async () => {
    expect(await explain()).toEqual([
      `3 COMPLETED_EVENT_NOT_METERED ${NOT_EU('us')}`,
      expect.stringMatching(/^2 FAILED_DUPLICATE_EVENT/),
      `2 FAILED_ACCOUNT_NOT_FOUND ${NOBODY('ACME-prodcution')} → acme-production`,
      `1 COMPLETED_EVENT_NOT_METERED ${NOT_EU('mars')}`,
      '1 FAILED missing attribute distance',
      `1 FAILED_ACCOUNT_NOT_FOUND ${NOBODY('somebody else')}`,
    ]);
  });

  it('200 with the first, the last and the newest event of a group', async () => {
    const { data } = await sandbox.must.get('/ext/v1/uncounted_events?account_id=a1&schema_name=call');
    expect(data[0]).toMatchObject({
      ...{ events: 2, schemaName: 'call', isCountedByOthers: false },
      ...{ firstAt: '2030-01-02T00:00:00.000Z', lastAt: '2030-01-09T12:00:00.000Z' },
    });
    const { events } = await sandbox.must.get(`/events/${data[0].referenceId}`);
    expect(events[0].eventPayload.id).toBe('c3');
  });

  it('200 with the meters that decided, where meters did', async () => {
    const metersOf = async (query = '') => {
      const { data } = await sandbox.must.get(`/ext/v1/uncounted_events${query}`);
      return data.map(({ status, usageMeters = [] }: Reply['body']) =>
        [status.replace('INGESTION_', ''), ...usageMeters.map(({ name }: { name: string }) => name)].join(
          ' ',
        ),
      );
    };
    expect(await metersOf('?account_id=a1&schema_name=call')).toEqual(
      expect.arrayContaining(['COMPLETED_EVENT_NOT_METERED eu', 'FAILED_DUPLICATE_EVENT']),
    );
    expect(await metersOf(`?account_id=a1&usage_meter_id=${meters.oslo}`)).toEqual([
      'FAILED',
      'COMPLETED_EVENT_METERED oslo',
    ]);
  });

  it('200 for an account or a customer, and a range of time', async () => {
    const ofOther = [`1 COMPLETED_EVENT_NOT_METERED ${NOT_EU('us')}`];
    expect(await explain('?account_id=acme-production')).toEqual(ofOther);
    expect(await explain('?customer_id=customer-acme-production')).toEqual(ofOther);
    expect(await explain('?from=2030-01-02T00:00:00Z&until=2030-01-02T00:00:00.001Z')).toEqual(ofOther);
    expect(await explain('?until=2030-01-02T00:00:00Z')).toEqual(['1 FAILED missing attribute distance']);
  });

  it('200 with what other meters count, for a meter that does not', async () => {
    const missing = '1 FAILED missing attribute distance';
    expect(await explain(`?account_id=a1&usage_meter_id=${meters.oslo}`)).toEqual([
      missing,
      "1 COMPLETED_EVENT_METERED The meter requires city = 'Oslo', and the event has city = 'Riga'. " +
        '(counted by others)',
    ]);
    expect(await explain(`?account_id=a1&usage_meter_id=${meters.distance}`)).toEqual([missing]);
  });

  it.each([
    ['?usage_meter_id=x', 400, 'usage_meter_id: needs account_id'],
    ['?from=2030-01-02T00:00:00Z&until=2030-01-02T00:00:00Z', 400, 'from: must be before until'],
    ['?account_id=nobody', 404, 'account nobody not found'],
    ['?account_id=a1&usage_meter_id=x', 404, 'usage meter x not found'],
  ])('%s', async (query, status, message) => {
    const reply = await sandbox.get(`/ext/v1/uncounted_events${query}`);
    expect([reply.status, reply.body.message]).toEqual([status, message]);
  });

  it('200 and nothing of another organization', async () => {
    const other = await service.createOrganization('other');
    expect(await other.sandbox.must.get('/ext/v1/uncounted_events')).toEqual({ data: [], isComplete: true });
  });
});
