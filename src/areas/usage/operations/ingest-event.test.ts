import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { type Meters, meterRides, ride, statusesOf, statusOf } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const ingest = (event: unknown, headers?: Record<string, string>) =>
  service.sandbox.post('/ingest', { event }, headers);
let meters: Meters;

interface Status {
  status: string;
}

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-10T00:00:00Z');
  meters = await meterRides(service.sandbox);
  await openAccount(service.sandbox, 'a1');
  await openAccount(service.sandbox, 'draft', { status: 'DRAFT' });
  await service.sandbox.must.post('/event_schema', {
    name: 'hop',
    attributes: [],
    dimensions: [{ name: 'city' }],
  });
  await service.sandbox.must.post('/event_schema/hop/activate');
});

describe('POST /ingest', () => {
  it('202, and the event is metered when the response comes', async () => {
    const { status, body } = await ingest(ride('first'));
    expect(status).toBe(202);
    expect(body).toEqual({ success: true, statusCode: 202, name: 'ACCEPTED', message: 'event accepted' });
    const { events } = await service.sandbox.must.get('/events/first');
    expect(events).toEqual([
      {
        referenceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        eventPayload: { ...ride('first'), timestamp: '2030-01-09T12:00:00.000Z' },
        ingestionStatus: { status: 'INGESTION_COMPLETED_EVENT_METERED' },
        customerId: 'customer-a1',
        source: { type: 'API', id: expect.any(String) },
        createdAt: '2030-01-10T00:00:00.000Z',
        eventPipelineInfo: {
          eventSchema: { name: 'ride', version: 1 },
          account: { id: 'a1', name: 'Account a1' },
          customer: { id: 'customer-a1', name: 'Customer a1' },
          baseCurrency: 'USD',
          invoiceCurrency: 'USD',
          usageMeters: expect.arrayContaining([
            expect.objectContaining({ id: meters.distance, status: 'PROCESSED_UNITS_COMPUTED', units: 1.5 }),
            expect.objectContaining({ id: meters.oslo, status: 'PROCESSED_UNITS_COMPUTED', units: 1 }),
          ]),
        },
      },
    ]);
  });

  it('202 for a repeated id: a duplicate is stored and counts nothing', async () => {
    await ingest(ride('twice'));
    expect((await ingest(ride('twice'))).status).toBe(202);
    await ingest(ride('twice', { distance: '2' }));
    const { events } = await service.sandbox.must.get('/events/twice');
    expect(events.map(({ ingestionStatus }: { ingestionStatus: object }) => ingestionStatus)).toEqual([
      {
        status: 'INGESTION_FAILED_DUPLICATE_EVENT',
        statusDescription: 'an event with this id was accepted before; payload differs',
      },
      {
        status: 'INGESTION_FAILED_DUPLICATE_EVENT',
        statusDescription: 'an event with this id was accepted before',
      },
      { status: 'INGESTION_COMPLETED_EVENT_METERED' },
    ]);
  });

  it('202 with the id of the template; an id that was sent wins over it', async () => {
    await ingest(ride(undefined, { dimensions: { city: 'Riga', order: '77' } }));
    expect(await statusOf(service.sandbox, 'a1:77')).toBe('INGESTION_COMPLETED_EVENT_METERED');
    await ingest(ride('own id', { dimensions: { city: 'Riga', order: '78' } }));
    expect(await statusOf(service.sandbox, 'own id')).toBe('INGESTION_COMPLETED_EVENT_METERED');
    expect((await service.sandbox.get('/events/a1:78')).status).toBe(404);
  });

  it.each([
    // event                                                        status
    [ride(undefined), 'INGESTION_FAILED_NO_EVENT_ID'], //           the template's dimension is missing
    [ride(''), 'INGESTION_FAILED_NO_EVENT_ID'],
    [ride('s1', { schemaName: 'walk' }), 'INGESTION_FAILED_SCHEMA_NOT_DEFINED'],
    [ride('s2', { accountId: 'nobody' }), 'INGESTION_FAILED_ACCOUNT_NOT_FOUND'],
    [ride('s3', { attributes: [] }), 'INGESTION_FAILED'],
    [ride('s4', { timestamp: '2028-01-01T00:00:00Z' }), 'INGESTION_FAILED_PAST_GRACE_PERIOD'],
    [ride('s5', { timestamp: '2030-01-11T00:00:00.001Z' }), 'INGESTION_FAILED'],
    [ride('s6', { distance: '9'.repeat(31) }), 'INGESTION_FAILED_UNITS_INVALID'],
    [ride('s7', { distance: `0.${'0'.repeat(18)}1` }), 'INGESTION_FAILED_UNITS_INVALID'],
    [ride('s8', { distance: `-${'9'.repeat(30)}.${'9'.repeat(18)}` }), 'INGESTION_COMPLETED_EVENT_METERED'],
  ])('202 for %j, stored as %s', async (event, status) => {
    const reply = await ingest(event);
    expect(reply.status).toBe(202);
    const { events: found } = await service.sandbox.must.get(`/events/${reply.headers['event-reference']}`);
    expect(found.map(({ ingestionStatus }: { ingestionStatus: Status }) => ingestionStatus.status)).toEqual([
      status,
    ]);
    const { events } = await service.sandbox.must.get('/events?pageSize=1');
    expect(events[0].ingestionStatus.status).toBe(status);
  });

  // Each is sent twice with another id, so that the second follows the route of the first where it can.
  it.each([
    ['COUNTED', ride('r1')],
    ['UNMATCHED', { ...ride('r2'), schemaName: 'hop', attributes: [] }],
    ['DUPLICATE', ride('first')],
    ['WAITING', ride('r3', { accountId: 'nobody' })],
    ['WAITING', ride('r4', { accountId: 'draft' })],
    ['WAITING', ride('r5', { schemaName: 'walk' })],
    ['FAILED', ride('r6', { attributes: [] })],
    ['FAILED', ride('r7', { timestamp: '2028-01-01T00:00:00Z' })],
  ])('202 with Event-Status %s and a reference', async (status, event) => {
    const again = status === 'DUPLICATE' ? event : { ...event, id: `${event.id} again` };
    for (const sent of [event, again]) {
      const { headers } = await ingest(sent);
      expect(headers['event-status']).toBe(status);
      const { events } = await service.sandbox.must.get(`/events/${headers['event-reference']}`);
      expect(events).toHaveLength(1);
      expect(events[0]).toMatchObject({
        referenceId: headers['event-reference'],
        eventPayload: { id: sent.id },
      });
    }
  });

  it('202 and each of many concurrent requests gets the status of its own event', async () => {
    const events = Array.from({ length: 60 }, (_, i) =>
      ride(`m${i}`, i % 3 === 0 ? {} : i % 3 === 1 ? { accountId: 'nobody' } : { attributes: [] }),
    );
    const replies = await Promise.all(events.map((event) => ingest(event)));
    for (const [i, { headers }] of replies.entries()) {
      expect(headers['event-status']).toBe(['COUNTED', 'WAITING', 'FAILED'][i % 3]);
      const { events: found } = await service.sandbox.must.get(`/events/${headers['event-reference']}`);
      expect(found[0].eventPayload.id).toBe(`m${i}`);
    }
  });

  it('202 for a corrected event with the id of one that failed for good', async () => {
    await ingest(ride('mended', { attributes: [] }));
    await ingest(ride('mended'));
    expect(await statusesOf(service.sandbox, 'mended')).toEqual([
      'INGESTION_COMPLETED_EVENT_METERED',
      'INGESTION_FAILED',
    ]);
  });

  it('202 with the same response for an idempotency key, counted once', async () => {
    const headers = { 'idempotency-key': 'one' };
    const { headers: first } = await ingest(ride('keyed'), headers);
    const { status, headers: responseHeaders } = await ingest(ride('keyed'), headers);
    expect([status, responseHeaders['idempotency-replayed']]).toEqual([202, 'true']);
    expect([responseHeaders['event-status'], responseHeaders['event-reference']]).toEqual([
      'COUNTED',
      first['event-reference'],
    ]);
    expect(await statusesOf(service.sandbox, 'keyed')).toHaveLength(1);
  });

  it.each([
    [{}, /^event: is required/],
    [{ event: ride('x', { timestamp: 'now' }) }, /^event\.timestamp: must be an ISO 8601 date-time/],
    [{ event: { ...ride('x'), type: 'x' } }, /^unknown field event\.type/],
    [
      { event: ride('x', { attributes: Array(2).fill({ name: 'distance', value: '1' }) }) },
      /^event\.attributes: distance is repeated/,
    ],
    [{ event: ride('x', { accountId: 'a\u0000b' }) }, /control characters/],
    ['{"event":', /not valid JSON/],
  ])('400 for %j', async (body, message) => {
    const reply = await service.sandbox.post('/ingest', body);
    expect(reply.status).toBe(400);
    expect(reply.body.message).toMatch(message);
  });

  it('202 for as many dimensions as fit into 64 KiB', async () => {
    const dimensions = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`d${i}`, `${i % 10}`]));
    expect((await ingest(ride('wide', { dimensions }))).status).toBe(202);
    await service.sandbox.settle();
    const { events } = await service.sandbox.must.get('/events/wide');
    expect(events[0].eventPayload.dimensions).toEqual(dimensions);
  });

  it('422 for an event of more than 64 KiB', async () => {
    const dimensions = Object.fromEntries(
      Array.from({ length: 90 }, (_, i) => [`dimension ${i}`, '😀'.repeat(200)]),
    );
    const { status, headers } = await ingest(ride('large', { dimensions }));
    expect([status, headers['error-code']]).toEqual([422, 'EVENT_TOO_LARGE']);
    // Nothing else of it is looked at first: neither the length of the value nor that of the key.
    const wrong = { distance: '1'.repeat(70_000), dimensions: { ['k'.repeat(201)]: 'x' } };
    const both = await ingest(ride('large too', wrong));
    expect([both.status, both.headers['error-code']]).toEqual([422, 'EVENT_TOO_LARGE']);
    const whole = await ingest(ride('larger', { distance: '1'.repeat(200_000) }));
    expect([whole.status, whole.headers['error-code']]).toEqual([422, 'BODY_TOO_LARGE']);
  });
});
