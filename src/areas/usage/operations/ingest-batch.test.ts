import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { meterRides, readStoredUsage, ride, statusesOf, statusOf } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const ingest = (events: unknown) => service.sandbox.post('/ingestBatch', { events });

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-10T00:00:00Z');
  await meterRides(service.sandbox);
  await openAccount(service.sandbox, 'a1');
  await service.sandbox.must.post('/event_schema', {
    name: 'hop',
    attributes: [],
    dimensions: [{ name: 'city' }],
  });
  await service.sandbox.must.post('/event_schema/hop/activate');
});

describe('POST /ingestBatch', () => {
  it('202 when all are accepted, whatever becomes of them', async () => {
    const { status, body } = await ingest([ride('b1'), ride('b2', { accountId: 'nobody' })]);
    expect(status).toBe(202);
    expect(body).toEqual({
      ...{ success: true, statusCode: 202, name: 'ACCEPTED', message: '2 of 2 events accepted' },
    });
    expect(await statusOf(service.sandbox, 'b1')).toBe('INGESTION_COMPLETED_EVENT_METERED');
    expect(await statusOf(service.sandbox, 'b2')).toBe('INGESTION_FAILED_ACCOUNT_NOT_FOUND');
  });

  it('202 for an id that comes twice: the first counts, the second is a duplicate', async () => {
    await ingest([ride('b3'), ride('b3', { distance: '9' }), ride('b3')]);
    expect(await statusesOf(service.sandbox, 'b3')).toEqual([
      'INGESTION_FAILED_DUPLICATE_EVENT',
      'INGESTION_FAILED_DUPLICATE_EVENT',
      'INGESTION_COMPLETED_EVENT_METERED',
    ]);
    expect((await service.sandbox.post('/ingest', { event: ride('b3') })).status).toBe(202);
    expect(await statusesOf(service.sandbox, 'b3')).toHaveLength(4);
  });

  it('207 when some are rejected: they are named, the others are stored', async () => {
    const { status, body } = await ingest([
      ride('c1'),
      { ...ride('c2'), timestamp: 'soon' },
      ride('c3', { attributes: Array(2).fill({ name: 'distance', value: '1' }) }),
      null,
    ]);
    expect(status).toBe(207);
    expect(body).toEqual({
      ...{ success: true, statusCode: 207, name: 'PARTIALLY_ACCEPTED', code: 'EVENTS_REFUSED' },
      message: '1 of 4 events accepted',
      details: {
        errors: [
          {
            ...{ index: 1, id: 'c2' },
            message: 'timestamp: must be an ISO 8601 date-time such as 2026-01-31T00:00:00Z',
          },
          { index: 2, id: 'c3', message: 'attributes: distance is repeated' },
          { index: 3, message: 'body: must be an object' },
        ],
      },
    });
    expect(await statusOf(service.sandbox, 'c1')).toBe('INGESTION_COMPLETED_EVENT_METERED');
    expect((await service.sandbox.get('/events/c2')).status).toBe(404);
  });

  it('202 for 1000 events, listed in their order, and a second time all duplicates', async () => {
    const events = Array.from({ length: 1000 }, (_, i) => ride(`k${i}`));
    expect((await ingest(events)).status).toBe(202);
    const before = await readStoredUsage(service);
    const { events: newest } = await service.sandbox.must.get('/events');
    expect(newest.map(({ eventPayload }: { eventPayload: { id: string } }) => eventPayload.id)).toEqual(
      events
        .slice(950)
        .map(({ id }) => id)
        .reverse(),
    );
    expect((await ingest(events)).status).toBe(202);
    expect(await readStoredUsage(service)).toEqual(before);
  });

  it('202 with results=true and what became of each event, and else nothing of it', async () => {
    const events = [
      ride('w1'),
      ride('w1', { distance: '9' }),
      ride('w2', { accountId: 'nobody' }),
      { ...ride('w3'), timestamp: 'soon' },
      ride(undefined),
      ride('w4', { schemaName: 'hop', attributes: [] }),
    ];
    const { status, body } = await service.sandbox.post('/ingestBatch?results=true', { events });
    expect([status, body.message]).toEqual([207, '5 of 6 events accepted']);
    const lines = body.results.map((each: Record<string, unknown>) =>
      [each.index, each.id, each.status, each.ingestionStatus, each.statusDescription].join(' | '),
    );
    expect(lines).toEqual([
      '0 | w1 | COUNTED | INGESTION_COMPLETED_EVENT_METERED | ',
      '1 | w1 | DUPLICATE | INGESTION_FAILED_DUPLICATE_EVENT | an event with this id was accepted before; ' +
        'payload differs',
      '2 | w2 | WAITING | INGESTION_FAILED_ACCOUNT_NOT_FOUND | no account has the id or alias nobody at ' +
        'the time of the event; it waits for one',
      '3 | w3 | REFUSED |  | ',
      '4 |  | FAILED | INGESTION_FAILED_NO_EVENT_ID | the event has no id, and its schema makes none from it',
      '5 | w4 | UNMATCHED | INGESTION_COMPLETED_NO_MATCHING_METERS | No meter counted this event: event ' +
        "schema 'hop' has no active meter.",
    ]);
    for (const { referenceId, ingestionStatus, id } of body.results) {
      if (!referenceId) continue;
      const { events: found } = await service.sandbox.must.get(`/events/${referenceId}`);
      expect([found[0].eventPayload.id, found[0].ingestionStatus.status]).toEqual([id, ingestionStatus]);
    }
    for (const query of ['', '?results=false']) {
      const reply = await service.sandbox.post(`/ingestBatch${query}`, { events: [ride(`plain${query}`)] });
      expect(reply.body).not.toHaveProperty('results');
    }
    const keyed = { events: [ride('w5')] };
    for (let i = 0; i < 2; i++) {
      const reply = await service.sandbox.post('/ingestBatch?results=true', keyed, {
        'idempotency-key': 'w5',
      });
      expect(reply.body.results).toMatchObject([{ index: 0, id: 'w5', status: 'COUNTED' }]);
    }
  });

  it('400 when none is accepted, with the reasons', async () => {
    const { status, body, headers } = await ingest([{}, { ...ride('d1'), attributes: 1 }]);
    expect([status, headers['error-code']]).toEqual([400, 'NO_EVENT_ACCEPTED']);
    expect(body).toEqual({
      message: 'events[0]: schemaName: is required; events[1]: attributes: must be an array',
    });
  });

  it.each([
    [{}, /^events: is required/],
    [{ events: [] }, /^events: must have at least 1 entries/],
    [{ events: {} }, /^events: must be an array/],
    [{ events: [1], event: 1 }, /^unknown field event/],
    [{ events: [ride('e\u0007')] }, /^events\[0\]\.id: must not contain control characters/],
    [`{"events":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, /^body: is nested deeper than 64 levels/],
  ])('400 for an envelope that is wrong: case %#', async (body, message) => {
    const reply = await service.sandbox.post('/ingestBatch', body);
    expect(reply.status).toBe(400);
    expect(reply.body.message).toMatch(message);
  });

  it('422 for more than 1000 events', async () => {
    const { status, body, headers } = await ingest(Array.from({ length: 1001 }, (_, i) => ride(`f${i}`)));
    expect([status, headers['error-code']]).toEqual([422, 'TOO_MANY_EVENTS']);
    expect(body.message).toBe('events: must have at most 1000 events, not 1001; split the batch');
  });

  it('422 for more than 5 MiB', async () => {
    const { status, headers } = await ingest([' '.repeat(5 * 1024 * 1024)]);
    expect([status, headers['error-code']]).toEqual([422, 'BODY_TOO_LARGE']);
  });

  it('207 for an event of more than 64 KiB among others', async () => {
    const dimensions = Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`d${i}`, '😀'.repeat(200)]));
    const { status, body } = await ingest([ride('g1'), ride('g2', { dimensions })]);
    expect(status).toBe(207);
    expect(body.details.errors).toEqual([{ index: 1, id: 'g2', message: 'must be at most 64 KiB' }]);
  });

  it('403 without the right to write events', async () => {
    const key = await service.sandbox.must.post('/ext/v1/api_keys', {
      name: 'read',
      scopes: ['events:read'],
    });
    const headers = { authorization: `Bearer ${key.secret ?? key.apiKey ?? key.key}` };
    expect((await service.sandbox.post('/ingestBatch', { events: [ride('h1')] }, headers)).status).toBe(403);
    expect((await service.sandbox.get('/events', headers)).status).toBe(200);
  });
});
