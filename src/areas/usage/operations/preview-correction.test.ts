import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { editTimeline, onlyInvoice, openAccount, publishPlan } from '#test/billing-scenario.ts';
import { callEvent, creditsOf, ingestCall, sellCalls } from '#test/feature-scenario.ts';
import { grantCredits } from '#test/granted-credits.ts';
import { createMeter, meterRides, readStoredUsage, ride } from '#test/metering-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
let sandbox: Client;
let distance = '';
let planId = '';
let account = '';
let opened = 0;

/** A kilometre costs 2.00. */
beforeAll(async () => {
  sandbox = service.sandbox;
  distance = (await meterRides(sandbox)).distance;
  await sandbox.setClock('2030-01-10T00:00:00Z');
  const usage = { model: 'TIERED' as const, slabs: [{ rate: 2 }] };
  const cards = [{ type: 'USAGE' as const, billableId: distance, usage }];
  planId = await publishPlan(sandbox, { name: 'plan', cards });
});
/** Each test has an account that has driven 1.5 and 12 km: 27.00. */
beforeEach(async () => {
  opened += 1;
  account = `p${opened}`;
  await openAccount(sandbox, account);
  await editTimeline(sandbox, account, [{ planId, from: '2030-01-01', until: '2030-02-01' }]);
  await send(own('e'), own('f', { distance: '12' }));
});

const own = (id: string, members: Parameters<typeof ride>[1] = {}) =>
  ride(`${id} ${account}`, { accountId: account, ...members });
const send = (...events: unknown[]) => sandbox.must.post('/ingestBatch', { events });
const preview = (query: string, event?: unknown): Promise<Reply> =>
  sandbox.post(`/ext/v1/events/correction_preview?${query}`, event && { event });
const linesOf = ({ usage, invoices }: Reply['body']): string[] => [
  ...usage.map(
    ({ accountId, usageMeterName, before, after }: Reply['body']) =>
      `${accountId} ${usageMeterName} ${before} → ${after}`,
  ),
  ...invoices.map(
    ({ status, currency, before, after }: Reply['body']) => `${status} ${currency} ${before} → ${after}`,
  ),
];

describe('POST /ext/v1/events/correction_preview', () => {
  it('200 with what undoing an event would change; nothing changes', async () => {
    const stored = await readStoredUsage(service);
    const { status, body } = await preview('action=UNDO', own('f'));
    const { id } = await onlyInvoice(sandbox, account);
    const month = { from: '2030-01-01T00:00:00.000Z', until: '2030-02-01T00:00:00.000Z' };
    const ofAccount = { accountId: account, ...month };
    expect([status, body]).toEqual([
      200,
      {
        ...{ events: 1, previewed: 1, isComplete: true },
        outcomes: [{ status: 'REVERTED', ingestionStatus: 'REVERTED', events: 1 }],
        usage: expect.arrayContaining([
          {
            ...{ ...ofAccount, usageMeterId: distance, usageMeterName: 'distance' },
            ...{ before: 13.5, after: 1.5 },
          },
        ]),
        invoices: [
          {
            ...{ invoiceId: id, accountId: account, status: 'DRAFT', currency: 'USD' },
            ...{ before: 27, after: 3 }, // 13.5 × 2 and 1.5 × 2
          },
        ],
        credits: [],
      },
    ]);
    expect(await readStoredUsage(service)).toEqual(stored);
    const { events } = await sandbox.must.get(`/events/f%20${account}`);
    expect(events).toHaveLength(1);
    expect((await onlyInvoice(sandbox, account)).totalAmount).toBe(27);
  });

  it('200 for another event instead, also in another cycle', async () => {
    const instead = own('f', { distance: '2', timestamp: '2029-12-31T23:00:00Z' });
    const { body } = await preview('action=REDO_EVENT', instead);
    // The account has no plan in December, so no invoice counts what is there.
    expect(linesOf(body).filter((line) => line.includes('distance'))).toEqual([
      `${account} distance 13.5 → 1.5`,
      `${account} distance 0 → 2`,
    ]);
  });

  it('200 as if events that wait for an account were of another one', async () => {
    const [ref, typo] = [` ${account}-TYPO`, `${account}-typo`];
    await send(own('t1', { accountId: ref }), own('t2', { accountId: typo, distance: '100' }));
    const query = `action=REDO&account_ref=${typo}`;
    const asItIs = await preview(query);
    expect(asItIs.body.outcomes).toEqual([
      {
        ...{ status: 'REVERTED_AND_REINGESTED', events: 2 },
        ingestionStatus: 'INGESTION_FAILED_ACCOUNT_NOT_FOUND',
      },
    ]);
    expect(linesOf(asItIs.body)).toEqual([]);
    const { body } = await preview(`${query}&as_account_id=${account}`);
    // 13.5 + 1.5 + 100 = 115, and 115 × 2 = 230
    expect(linesOf(body)).toEqual(
      expect.arrayContaining([`${account} distance 13.5 → 115`, 'DRAFT USD 27 → 230']),
    );
    await sandbox.must.post(`/accounts/${account}/add_aliases`, { accountAliases: [{ value: typo }] });
    await sandbox.settle();
    expect((await onlyInvoice(sandbox, account)).totalAmount).toBe(230);
  });

  it('200 as if a meter counted the events that its filter and its condition reject', async () => {
    const computation = '{"var":"attribute.distance"}';
    const matcher = '{"==":[{"var":"dimension.city"},"Bergen"]}';
    const [filtered, conditional] = [
      { filters: [{ field: 'city', value: 'Bergen' }], computations: [{ computation, order: 1 }] },
      { computations: [{ computation, matcher, order: 1 }] },
    ];
    for (const [name, metering] of Object.entries({ filtered, conditional })) {
      const id = `${account}-${name}`;
      const meter = await createMeter(sandbox, { name: id, aggregation: 'SUM', ...metering });
      const usage = { model: 'TIERED' as const, slabs: [{ rate: 3 }] };
      const cards = [{ type: 'USAGE' as const, billableId: meter, usage }];
      const plan = await publishPlan(sandbox, { name: id, cards });
      await openAccount(sandbox, id);
      await editTimeline(sandbox, id, [{ planId: plan, from: '2030-01-01', until: '2030-02-01' }]);
      await send(ride(`to Oslo ${id}`, { accountId: id, distance: '4' }));
      const query = `action=REDO&account_id=${id}`;
      expect(linesOf((await preview(query)).body)).toEqual(['DRAFT USD 0 → 0']);
      const { body } = await preview(`${query}&as_usage_meter_id=${meter}`);
      expect(linesOf(body)).toEqual([`${id} ${id} 0 → 4`, 'DRAFT USD 0 → 12']); // 4 × 3
      // Nothing of it stays.
      expect((await onlyInvoice(sandbox, id)).totalAmount).toBe(0);
      await sandbox.must.post(`/usage_meters/${meter}/deactivate`);
    }
  });

  it('200 with the credits that come back', async () => {
    const calls = await sellCalls(sandbox);
    const entry = { id: `A${account}`, featureId: calls, accountId: account, granted: '20' };
    await grantCredits(service, [entry]);
    await ingestCall(sandbox, `c ${account}`, { account, minutes: '12' });
    const { body } = await preview('action=UNDO', callEvent(`c ${account}`, { account, minutes: '12' }));
    expect(body.credits).toEqual([{ accountId: account, featureId: calls, before: 8, after: 20 }]);
    expect(await creditsOf(sandbox, calls, account)).toBe('20 8 0 0');
  });

  it('200 with the reason for events that cannot be corrected', async () => {
    await sandbox.must.post('/events/correction?action=UNDO', { event: own('e') });
    const { body } = await preview('action=UNDO', own('e'));
    const reason = 'the event is already reverted';
    expect(body.outcomes).toEqual([{ status: 'FAILED', ingestionStatus: 'REVERTED', reason, events: 1 }]);
    expect(linesOf(body)).toEqual([]);
  });

  it.each([
    // query                                                             latest first
    ['from=2030-01-02T00:00:00Z&until=2030-01-04T00:00:00Z', 1],
    ['schema_name=ride', 4],
    ['schema_name=call', null],
    ['status=INGESTION_COMPLETED_EVENT_METERED', 3],
    ['status=UNPROCESSED', 1],
  ])('200 for the events of the account with %s', async (query, events) => {
    await send(own('g', { timestamp: '2030-01-03T00:00:00Z' }), own('bad', { attributes: [] }));
    const { status, body } = await preview(`action=REDO&account_id=${account}&${query}`);
    expect(events === null ? [status, body.message] : body.events).toEqual(
      events ?? [400, 'no event matches the filters; search for it with GET /events'],
    );
  });

  it('200 for the uncounted events of a schema, of all accounts', async () => {
    await send(own('bad', { attributes: [] }));
    const { body } = await preview('action=REDO&schema_name=ride&status=INGESTION_FAILED');
    expect(body.events).toBeGreaterThanOrEqual(1);
    const counted = await preview('action=REDO&schema_name=ride&status=PROCESSED');
    expect([counted.status, counted.body.message]).toEqual([
      400,
      'account_id: is required with other filters',
    ]);
  });

  it.each([
    ['action=UNDO', 'event.id: is required; send it, or filters with account_id'],
    ['action=UNDO&account_id=p1&as_account_id=p1', 'as_account_id: needs action=REDO'],
    ['action=UNDO&account_id=p1&as_usage_meter_id=m', 'as_usage_meter_id: needs action=REDO'],
    ['action=UNDO&account_id=p1&status=GOOD', /^status: must be one of PROCESSED/],
  ])('400 for %s', async (query, message) => {
    const { status, body } = await preview(query);
    expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
  });

  it('404 for an event, an account or a meter that does not exist', async () => {
    expect((await preview('action=UNDO', own('nothing'))).body.message).toBe(
      `event nothing ${account} not found`,
    );
    const { status } = await preview(`action=REDO&account_ref=x&as_account_id=nobody`);
    expect(status).toBe(404);
    const ofNothing = await preview('action=REDO&account_id=p1&as_usage_meter_id=nothing');
    expect([ofNothing.status, ofNothing.body.message]).toEqual([404, 'usage meter nothing not found']);
  });

  it('422 for an event of more than 64 KiB', async () => {
    const attributes = [{ name: 'a', value: '1'.repeat(70_000) }];
    expect((await preview('action=REDO_EVENT', own('e', { attributes }))).status).toBe(422);
  });
});
