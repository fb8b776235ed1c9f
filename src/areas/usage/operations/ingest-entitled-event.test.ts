import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { type CallTerms, callEvent, creditsOf, ingestCall, sellCalls } from '#test/feature-scenario.ts';
import { grantCredits } from '#test/granted-credits.ts';
import { createMeter, statusesOf } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let calls: string;
const request = (id: string | undefined, minutes: string, members: Partial<CallTerms> = {}) =>
  ingestCall(service.sandbox, id, { minutes, ...members });
const eventsOf = (id: string) => statusesOf(service.sandbox, id);
const lastEvent = async () => (await service.sandbox.must.get('/events?pageSize=1')).events[0];

const leftBy = (headers: Record<string, unknown>) => [
  headers['credits-remaining'],
  headers['overage-remaining'],
];

/** The status and error code of a response, whose body must match the status. */
async function outcome(reply: ReturnType<typeof request>): Promise<string> {
  const { status, body, headers } = await reply;
  expect(body).toEqual(status === 200 ? { success: true } : { message: expect.any(String) });
  return `${status} ${headers['error-code'] ?? ''}`.trim();
}

let account = '';
let opened = 0;

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-10T00:00:00Z');
  calls = await sellCalls(sandbox);
  await createMeter(sandbox, {
    ...{ name: 'minutes', aggregation: 'SUM', eventSchemaName: 'call' },
    computations: [{ computation: '{"var":"attribute.minutes"}', order: 1 }],
  });
});

/** Each test has an account with 20 credits of its own. */
beforeEach(async () => {
  opened += 1;
  account = `account-${opened}`;
  await openAccount(service.sandbox, account);
  await grantCredits(service, [{ id: 'A', featureId: calls, accountId: account, granted: '20' }]);
});

describe('POST /entitled', () => {
  it('200 and the event is debited, metered and stored', async () => {
    expect(await outcome(request('call 1', '7.5', { account }))).toBe('200');
    expect(await creditsOf(service.sandbox, calls, account)).toBe('20 12.5 0 0');
    const { headers } = await request('call 2', '0.5', { account });
    expect(leftBy(headers)).toEqual(['12', '0']);
    expect(headers['event-status']).toBe('COUNTED');
    const found = await service.sandbox.must.get(`/events/${headers['event-reference']}`);
    expect(found.events[0].eventPayload.id).toBe('call 2');
    const { events } = await service.sandbox.must.get('/events/call%201');
    expect(events).toEqual([
      expect.objectContaining({
        ingestionStatus: { status: 'INGESTION_COMPLETED_EVENT_METERED' },
        source: { type: 'ENTITLED', id: expect.any(String) },
      }),
    ]);
    expect(events[0].eventPipelineInfo).toMatchObject({
      featureDetails: { featureId: calls, mappedAttribute: 'minutes', overageInEvent: 0, overageInCycle: 0 },
      usageMeters: [{ units: 7.5 }],
    });
  });

  it('200 for the last credit and for nothing, 400 for more; the rejected event is seen', async () => {
    expect(await outcome(request('whole', '20', { account }))).toBe('200');
    expect(await outcome(request('nothing', '0', { account }))).toBe('200');
    const { status, body, headers } = await request('more', '0.01', { account });
    expect([status, headers['error-code']]).toEqual([400, 'INSUFFICIENT_CREDITS']);
    expect(body).toEqual({
      message: `not entitled: feature ${calls} has 0 credits and 0 overage left, and the event uses 0.01`,
    });
    expect(await eventsOf('more')).toEqual(['INGESTION_FAILED_INSUFFICIENT_CREDITS']);
    expect(await creditsOf(service.sandbox, calls, account)).toBe('20 0 0 0');
  });

  it('200 and 400 say what is left of credits and overage, at the time of the event', async () => {
    const [full, later] = [{ featureId: calls, accountId: account }, '2030-01-10T00:00:00Z'];
    await grantCredits(service, [
      { id: 'O', ...full, granted: '5', source: 'OVERAGE' },
      { id: 'L', ...full, granted: '100', from: later },
    ]);
    expect(leftBy((await request('left 1', '19.25', { account })).headers)).toEqual(['0.75', '5']);
    // 0.75 of the credits and 0.25 beyond them
    expect(leftBy((await request('left 2', '1', { account })).headers)).toEqual(['0', '4.75']);
    const rejected = await request('left 3', '5', { account });
    expect([rejected.status, ...leftBy(rejected.headers)]).toEqual([400, '0', '4.75']);
    expect(rejected.body.message).toContain('has 0 credits and 4.75 overage left, and the event uses 5');
    const ahead = await request('left 4', '1', { account, at: later });
    expect(leftBy(ahead.headers)).toEqual(['99', '4.75']);
    const key = { 'idempotency-key': 'left-5' };
    const event = callEvent('left 5', { minutes: '6', account });
    for (let i = 0; i < 2; i++) {
      const reply = await service.sandbox.post('/entitled', { event }, key);
      expect([reply.status, ...leftBy(reply.headers)]).toEqual([400, '0', '4.75']);
    }
  });

  it('200 for the same id after credits came: a rejected event releases its id', async () => {
    expect(await outcome(request('retried', '25', { account }))).toBe('400 INSUFFICIENT_CREDITS');
    await grantCredits(service, [{ id: 'B', featureId: calls, accountId: account, granted: '5' }]);
    expect(await outcome(request('retried', '25', { account }))).toBe('200');
    expect(await eventsOf('retried')).toEqual([
      'INGESTION_COMPLETED_EVENT_METERED',
      'INGESTION_FAILED_INSUFFICIENT_CREDITS',
    ]);
  });

  it('409 for an id that was accepted, with words about an identical event; nothing is debited', async () => {
    await request('twice', '3', { account });
    const same = await request('twice', '3', { account });
    expect([same.status, same.headers['error-code']]).toEqual([409, 'DUPLICATE_EVENT']);
    expect(same.body.message).toBe(
      'event.id: an identical event with this id was accepted before, and its credits are already debited',
    );
    const other = await request('twice', '4', { account });
    expect([other.status, other.body.message]).toEqual([
      409,
      'event.id: another event with this id was accepted before; use a new id for a new event',
    ]);
    expect(await creditsOf(service.sandbox, calls, account)).toBe('20 17 0 0');
    expect(await eventsOf('twice')).toEqual([
      ...Array(2).fill('INGESTION_FAILED_DUPLICATE_EVENT'),
      'INGESTION_COMPLETED_EVENT_METERED',
    ]);
  });

  it('409 for an id that came through the other doors', async () => {
    await service.sandbox.post('/ingest', { event: callEvent('shared', { minutes: '1', account }) });
    expect(await outcome(request('shared', '1', { account }))).toBe('409 DUPLICATE_EVENT');
  });

  it('200 although metering fails: the debit stands, and the id stays taken', async () => {
    const broken = await createMeter(service.sandbox, {
      ...{ name: 'broken', aggregation: 'SUM', eventSchemaName: 'call' },
      computations: [{ computation: '{"/":[1,{"var":"attribute.zero"}]}', order: 1 }],
    });
    expect(await outcome(request('flagged', '2', { account }))).toBe('200');
    expect(await creditsOf(service.sandbox, calls, account)).toBe('20 18 0 0');
    expect(await outcome(request('flagged', '2', { account }))).toBe('409 DUPLICATE_EVENT');
    await service.sandbox.must.post(`/usage_meters/${broken}/deactivate`);
    expect((await eventsOf('flagged')).at(-1)).toBe('INGESTION_FAILED_UNITS_INVALID');
  });

  it.each([
    // event                                          answer                     stored as
    [{ minutes: '-1' }, '400 EVENT_REFUSED', 'INGESTION_FAILED_UNITS_INVALID'],
    [{ minutes: '9'.repeat(31) }, '400 EVENT_REFUSED', 'INGESTION_FAILED_UNITS_INVALID'],
    [{ at: '2030-01-10T00:05:00Z' }, '200', 'INGESTION_COMPLETED_EVENT_METERED'],
    [{ at: '2030-01-10T00:05:00.001Z' }, '400 EVENT_REFUSED', 'INGESTION_FAILED'],
    [{ at: '2028-01-01T00:00:00Z' }, '400 EVENT_REFUSED', 'INGESTION_FAILED_PAST_GRACE_PERIOD'],
    [{ at: '2029-12-31T23:59:59Z' }, '400 INSUFFICIENT_CREDITS', 'INGESTION_FAILED_INSUFFICIENT_CREDITS'],
    [{ at: '2030-01-01T00:00:00Z' }, '200', 'INGESTION_COMPLETED_EVENT_METERED'],
  ])('%j: %s, stored as %s', async (members, response, status) => {
    const id = JSON.stringify(members).slice(0, 100);
    expect(await outcome(request(id, '1', { account, ...members }))).toBe(response);
    expect((await lastEvent()).ingestionStatus.status).toBe(status);
  });

  it('400 when a field is missing or cannot be enriched; both are stored', async () => {
    const event = { ...callEvent('bare', { minutes: '1', account }), attributes: [] };
    const bare = await service.sandbox.post('/entitled', { event });
    expect([bare.status, bare.body.message]).toEqual([400, 'event: missing attribute minutes']);
    expect(await eventsOf('bare')).toEqual(['INGESTION_FAILED']);
    const field = { name: 'far', type: 'ATTRIBUTE', enrichmentType: 'JSON_LOGIC', order: 1 };
    await sellCalls(service.sandbox, {
      ...{ name: 'Far calls', schemaName: 'far-call' },
      enrichments: { dependencies: [], fields: [{ ...field, value: '{"/":[1,0]}' }] },
    });
    expect(await outcome(request('far', '1', { account, schemaName: 'far-call' }))).toBe(
      '400 ENRICHMENT_FAILED',
    );
    expect(await eventsOf('far')).toEqual(['INGESTION_FAILED_ENRICHMENT_FAILED']);
  });

  it('404 for an unknown account, 400 for a draft: not stored, so never debited later', async () => {
    expect(await outcome(request('nobody', '1', { account: 'nobody' }))).toBe('404 ACCOUNT_NOT_FOUND');
    await openAccount(service.sandbox, 'draft', { status: 'DRAFT' });
    expect(await outcome(request('draft', '1', { account: 'draft' }))).toBe('400 ACCOUNT_IN_DRAFT');
    for (const id of ['nobody', 'draft'])
      expect((await service.sandbox.get(`/events/${id}`)).status).toBe(404);
  });

  it('400 for a schema that no feature is metered by, known or not, whatever the account', async () => {
    await service.sandbox.must.post('/event_schema', { name: 'walk', attributes: [], dimensions: [] });
    await service.sandbox.must.post('/event_schema/walk/activate');
    for (const schemaName of ['walk', 'nothing'])
      expect(await outcome(request('w', '1', { account: 'nobody', schemaName }))).toBe(
        '400 NOT_A_FEATURE_EVENT',
      );
    expect((await service.sandbox.get('/events/w')).status).toBe(404);
  });

  it('400 without an id when the schema makes none', async () => {
    expect(await outcome(request(undefined, '1', { account }))).toBe('400 NO_EVENT_ID');
    expect(await outcome(request('', '1', { account }))).toBe('400 NO_EVENT_ID');
  });

  it('the same error for an idempotency key, with the event stored once', async () => {
    const headers = { 'idempotency-key': 'one' };
    const event = callEvent('keyed', { minutes: '21', account });
    for (const replayed of [undefined, 'true']) {
      const reply = await service.sandbox.post('/entitled', { event }, headers);
      expect([reply.status, reply.headers['error-code']]).toEqual([400, 'INSUFFICIENT_CREDITS']);
      expect(reply.headers['idempotency-replayed']).toBe(replayed);
    }
    expect(await eventsOf('keyed')).toHaveLength(1);
    const twice = callEvent('keyed twice', { minutes: '1', account });
    await service.sandbox.post('/entitled', { event: twice });
    for (const key of ['two', 'two']) {
      const reply = await service.sandbox.post('/entitled', { event: twice }, { 'idempotency-key': key });
      expect(reply.status).toBe(409);
    }
    expect(await eventsOf('keyed twice')).toHaveLength(2);
  });

  it.each([
    [{}, /^event: is required/],
    [{ event: { ...callEvent('x', { minutes: '1' }), type: 'x' } }, /^unknown field event\.type/],
    [{ event: callEvent('x', { minutes: 'one' }) }, /^event\.attributes\[0\]\.value/],
    ['{"event":', /not valid JSON/],
  ])('400 for %j', async (body, message) => {
    const reply = await service.sandbox.post('/entitled', body);
    expect(reply.status).toBe(400);
    expect(reply.body.message).toMatch(message);
  });

  it('422 for an event of more than 64 KiB', async () => {
    const dimensions = Object.fromEntries(
      Array.from({ length: 90 }, (_, i) => [`dimension ${i}`, '😀'.repeat(200)]),
    );
    const event = { ...callEvent('large', { minutes: '1', account }), dimensions };
    const { status, headers } = await service.sandbox.post('/entitled', { event });
    expect([status, headers['error-code']]).toEqual([422, 'EVENT_TOO_LARGE']);
  });
});
