import { beforeAll, describe, expect, it } from 'vitest';
import { editTimeline, openAccount, publishPlan } from '#test/billing-scenario.ts';
import { createMeter, meterRides, ride } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let distance: string;

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  distance = (await meterRides(sandbox)).distance;
  const planId = await publishPlan(sandbox, {
    ...{ name: 'Basic', graceDays: 2 },
    cards: [{ type: 'USAGE', billableId: distance, usage: { model: 'TIERED', slabs: [{ rate: 2 }] } }],
  });
  await openAccount(sandbox, 'a1', { accountAliases: [{ value: 'Bus-7' }] });
  await editTimeline(sandbox, 'a1', [{ planId, from: '2030-01-01' }]);
  await sandbox.must.post('/event_schema', {
    ...{
      name: 'hop',
      attributes: [{ name: 'hops' }],
      dimensions: [{ name: 'zone' }],
      filterFields: ['zone'],
    },
  });
  await sandbox.must.post('/event_schema/hop/activate');
  await sandbox.setClock('2030-01-10T00:00:00Z');
});

describe('GET /events/{event_id}', () => {
  it('200 with all that processing found out', async () => {
    const { sandbox } = service;
    await sandbox.must.post('/ingest', {
      event: ride('e1', { accountId: 'BUS-7', dimensions: { city: 'Riga', driver: 'Ann' } }),
    });
    const { events } = await sandbox.must.get('/events/e1');
    expect(events).toHaveLength(1);
    expect(events[0].eventPayload).toMatchObject({ accountId: 'BUS-7', dimensions: { driver: 'Ann' } });
    expect(events[0].eventPipelineInfo).toEqual({
      eventSchema: { name: 'ride', version: 1 },
      account: { id: 'a1', name: 'Account a1', alias: 'bus-7' },
      customer: { id: 'customer-a1', name: 'Customer a1' },
      pricePlans: [
        {
          ...{ name: 'Basic', id: expect.any(String), scheduleId: expect.any(String) },
          ...{ cycleStart: '2030-01-01', cycleEnd: '2030-01-31' },
          usageMeters: [distance],
        },
      ],
      baseCurrency: 'USD',
      invoiceCurrency: 'USD',
      usageMeters: expect.arrayContaining([
        expect.objectContaining({ name: 'distance', status: 'PROCESSED_UNITS_COMPUTED', units: 1.5 }),
        expect.objectContaining({ name: 'oslo', status: 'PROCESSED_FILTERED_OUT' }),
      ]),
      billing: { invoice: { id: expect.stringMatching(/^inv\./), status: 'DRAFT' } },
    });
  });

  it('200 with every digit of the units', async () => {
    const digits = '-123456789012345678901234567890.123456789012345678';
    await service.sandbox.must.post('/ingest', { event: ride('exact', { distance: digits }) });
    const { text } = await service.sandbox.get('/events/exact');
    expect(text).toContain(`"units":${digits}`);
  });

  it('200 with the id percent-encoded, up to 512 characters', async () => {
    for (const id of ['a/b?c#d e%', '€'.repeat(512)]) {
      await service.sandbox.must.post('/ingest', { event: ride(id) });
      const { status, body } = await service.sandbox.get(`/events/${encodeURIComponent(id)}`);
      expect([status, body.events?.[0]?.eventPayload.id]).toEqual([200, id]);
    }
  });

  it('200 with the newest hundred occurrences and the accepted one', async () => {
    await service.sandbox.must.post('/ingestBatch', { events: Array(120).fill(ride('often')) });
    const { events } = await service.sandbox.must.get('/events/often');
    expect(events).toHaveLength(101);
    expect(events[100].ingestionStatus.status).toBe('INGESTION_COMPLETED_EVENT_METERED');
  });

  it('200 with the meter, filter and value that rejected it', async () => {
    const { sandbox } = service;
    const meter = await createMeter(sandbox, {
      ...{ name: 'far', eventSchemaName: 'hop', aggregation: 'COUNT' },
      filters: [{ field: 'zone', value: 'inner' }],
      computations: [{ computation: '1', matcher: '{">":[{"var":"attribute.hops"},3]}', order: 1 }],
    });
    const send = async (id: string, zone: string, more: Record<string, string> = {}) => {
      const attributes = [{ name: 'hops', value: '2.50' }];
      const dimensions = { zone, ...more };
      await sandbox.must.post('/ingest', { event: ride(id, { schemaName: 'hop', attributes, dimensions }) });
      const { events } = await sandbox.must.get(`/events/${id}`);
      return events[0];
    };
    // The second goes the way of the first (`follow-route.ts`); the third has a field of no schema.
    for (const [id, more] of [['hop1'], ['hop2'], ['hop3', { zone2: 'inner' }]] as const) {
      const { ingestionStatus, eventPipelineInfo } = await send(id, 'outer', more);
      expect(ingestionStatus).toEqual({
        status: 'INGESTION_COMPLETED_EVENT_NOT_METERED',
        statusDescription:
          "No meter counted this event: meter 'far' requires zone = 'inner', " +
          "and the event has zone = 'outer'.",
      });
      expect(eventPipelineInfo.usageMeters[0].reason).toBe(
        "The meter requires zone = 'inner', and the event has zone = 'outer'.",
      );
    }
    const near = await send('hop4', 'inner');
    expect(near.ingestionStatus.statusDescription).toBe(
      "No meter counted this event: meter 'far' requires hops > 3, and the event has hops = 2.50.",
    );
    // What was said stays when the meter changes; what it required then is known no more.
    await sandbox.must.post(`/usage_meters/${meter}/deactivate`);
    await sandbox.must.patch(`/usage_meters/${meter}`, { filters: [{ field: 'zone', value: 'middle' }] });
    await sandbox.must.post(`/usage_meters/${meter}/activate`);
    const { events } = await sandbox.must.get('/events/hop4');
    expect(events[0].ingestionStatus).toEqual(near.ingestionStatus);
    expect(events[0].eventPipelineInfo.usageMeters[0]).not.toHaveProperty('reason');
    const { ingestionStatus } = await send('hop5', 'inner');
    expect(ingestionStatus.statusDescription).toContain("requires zone = 'middle'");
    await sandbox.must.post(`/usage_meters/${meter}/deactivate`);
    expect((await send('hop6', 'inner')).ingestionStatus).toEqual({
      status: 'INGESTION_COMPLETED_NO_MATCHING_METERS',
      statusDescription: "No meter counted this event: event schema 'hop' has no active meter.",
    });
  });

  it('200 for usage sent to a meter directly', async () => {
    const direct = await createMeter(service.sandbox, {
      ...{ name: 'direct', aggregation: 'SUM', computations: [], eventSchemaName: undefined },
    });
    const usage = (id: string, meterId?: string, value = '12.5') => ({
      ...{ schemaName: 'platform-usage', id, timestamp: '2030-01-09T12:00:00Z', accountId: 'a1' },
      attributes: [{ name: 'usage', value }],
      dimensions: meterId === undefined ? {} : { usage_meter_id: meterId },
    });
    await service.sandbox.must.post('/ingestBatch', {
      events: [
        usage('u1', direct),
        usage('u2', 'um.nothing'),
        usage('u3'),
        usage('u4', distance),
        { ...usage('u5', direct), schemaName: 'platform-Usage' },
      ],
    });
    const found = await Promise.all(
      ['u1', 'u2', 'u3', 'u4', 'u5'].map((id) => service.sandbox.must.get(`/events/${id}`)),
    );
    expect(found.map(({ events }) => events[0].ingestionStatus)).toEqual([
      { status: 'INGESTION_COMPLETED_EVENT_METERED' },
      { status: 'INGESTION_FAILED', statusDescription: 'usage meter um.nothing not found' },
      { status: 'INGESTION_FAILED', statusDescription: 'missing dimension usage_meter_id' },
      {
        status: 'INGESTION_FAILED',
        statusDescription: `usage meter ${distance} counts events of schema ride, not direct usage`,
      },
      {
        status: 'INGESTION_FAILED_SCHEMA_NOT_DEFINED',
        statusDescription: 'no active event schema is named platform-Usage',
      },
    ]);
    expect(found[0].events[0].eventPipelineInfo.usageMeters).toEqual([
      expect.objectContaining({ id: direct, units: 12.5 }),
    ]);
  });

  it('404 for an id that was never sent, also one of another organization', async () => {
    const other = await service.createOrganization('other');
    await service.sandbox.must.post('/ingest', { event: ride('mine') });
    const { status, body, headers } = await other.sandbox.get('/events/mine');
    expect([status, headers['error-code']]).toEqual([404, 'EVENT_NOT_FOUND']);
    expect(body).toEqual({ message: 'event mine not found' });
  });
});
