import { beforeAll, describe, expect, it } from 'vitest';
import { editTimeline, openAccount, publishPlan } from '#test/billing-scenario.ts';
import { createMeter, type Meters, meterRides, ride } from '#test/metering-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
let sandbox: Client;
let meters: Meters;
let plans: { first: string; second: string };
let sent = 0;

beforeAll(async () => {
  sandbox = service.sandbox;
  await sandbox.setClock('2030-01-10T00:00:00Z');
  meters = await meterRides(sandbox);
  const publish = (name: string) =>
    publishPlan(sandbox, {
      ...{ name, interval: 'MONTHLY', day: '1', isOngoing: true },
      cards: [
        { type: 'USAGE', billableId: meters.distance, usage: { model: 'TIERED', slabs: [{ rate: 1 }] } },
      ],
    });
  plans = { first: await publish('first'), second: await publish('second') };
});

/** The event that follows others of its kind, as it is shown then. */
async function next(accountId: string, timestamp = '2030-01-09T12:00:00Z'): Promise<Reply['body']> {
  const id = `e${++sent}`;
  await sandbox.must.post('/ingestBatch', { events: [ride(id, { accountId, timestamp })] });
  return (await sandbox.must.get(`/events/${id}`)).events[0];
}

/** An account with a plan, whose events have found their way. */
async function openBusyAccount(id: string): Promise<void> {
  await openAccount(sandbox, id, { aliases: [`${id}-alias`] });
  await editTimeline(sandbox, id, [{ planId: plans.first, from: '2030-01-01' }]);
  for (const ref of [id, `${id}-alias`])
    for (let i = 0; i < 2; i++)
      expect((await next(ref)).ingestionStatus.status).toBe('INGESTION_COMPLETED_EVENT_METERED');
}

describe('after identical events, the next one follows', () => {
  it('the new name of its account', async () => {
    await openBusyAccount('renamed');
    await sandbox.must.patch('/accounts/renamed', { name: 'New name' });
    expect((await next('renamed')).eventPipelineInfo.account).toMatchObject({ name: 'New name' });
  });

  it('the plan that its account has now', async () => {
    await openBusyAccount('replanned');
    expect((await next('replanned')).eventPipelineInfo.pricePlans[0].id).toBe(plans.first);
    await editTimeline(sandbox, 'replanned', [{ planId: plans.second, from: '2030-01-01' }]);
    expect((await next('replanned')).eventPipelineInfo.pricePlans[0].id).toBe(plans.second);
  });

  it('a meter more', async () => {
    await openBusyAccount('measured');
    const computations = [{ computation: '{"var":"attribute.distance"}', order: 1 }];
    const id = await createMeter(sandbox, { name: 'again', aggregation: 'SUM', computations });
    const { usageMeters } = (await next('measured')).eventPipelineInfo;
    expect(usageMeters.map((meter: { id: string }) => meter.id)).toContain(id);
    await sandbox.must.post(`/usage_meters/${id}/deactivate`);
    const { usageMeters: fewer } = (await next('measured')).eventPipelineInfo;
    expect(fewer.map((meter: { id: string }) => meter.id)).not.toContain(id);
  });

  it('an alias that is gone', async () => {
    await openBusyAccount('aliased');
    const now = '2030-01-10T00:00:00Z';
    expect((await next('aliased-alias', now)).eventPipelineInfo.account.id).toBe('aliased');
    const { data } = await sandbox.must.get('/accounts/aliased/account_aliases');
    const accountAliases = data.map(({ id }: { id: string }) => ({ id }));
    await sandbox.must.post('/accounts/aliased/remove_aliases', { accountAliases });
    const { ingestionStatus } = await next('aliased-alias', now);
    expect(ingestionStatus.status).toBe('INGESTION_FAILED_ACCOUNT_NOT_FOUND');
  });

  it('a schema that is inactive', async () => {
    await openBusyAccount('stopped');
    const ofMeters = async (change: 'activate' | 'deactivate') => {
      for (const id of Object.values(meters)) await sandbox.must.post(`/usage_meters/${id}/${change}`);
    };
    await ofMeters('deactivate');
    await sandbox.must.post('/event_schema/ride/deactivate');
    expect((await next('stopped')).ingestionStatus.status).toBe('INGESTION_FAILED_SCHEMA_NOT_DEFINED');
    await sandbox.must.post('/event_schema/ride/activate');
    await ofMeters('activate');
    expect((await next('stopped')).ingestionStatus.status).toBe('INGESTION_COMPLETED_EVENT_METERED');
  });
});

it('values that stayed the same for a hundred events are read as they were sent', async () => {
  await openBusyAccount('steady');
  const send = (city: string, count: number) =>
    sandbox.must.post('/ingestBatch', {
      events: Array.from({ length: count }, () =>
        ride(`e${++sent}`, { accountId: 'steady', dimensions: { city } }),
      ),
    });
  const before = sent;
  const cities: string[] = [];
  for (const [city, count] of [
    ['Oslo', 100],
    ['Oslo', 5],
    ['Riga', 2],
    ['Oslo', 3],
    ['Riga', 70],
    ['Riga', 5],
    ['Bonn', 1],
  ] as const) {
    await send(city, count);
    cities.push(...Array(count).fill(city));
  }
  const shown: string[] = [];
  for (let number = before + 1; number <= sent; number++) {
    const { events } = await sandbox.must.get(`/events/e${number}`);
    shown.push(events[0].eventPayload.dimensions.city);
    expect(events[0].eventPipelineInfo.usageMeters).toHaveLength(2);
  }
  expect(shown).toEqual(cities);
});
