import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAlert, listIncidents } from '#test/alert-scenario.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { asSandbox, createMeter, meterRides, ride } from '#test/metering-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let sent = 0;

/*
 * Rides count in Oslo only. The distance meter takes every ride, so it has to go: a value that some meter
 * counts is covered.
 */
beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-10T00:00:00Z');
  const { distance } = await meterRides(client);
  await client.must.post(`/usage_meters/${distance}/deactivate`);
  for (const id of ['a1', 'a2']) await openAccount(client, id);
});

const go = async (city: string, accountId = 'a1') =>
  client.must.post('/ingest', { event: ride(`ride ${++sent}`, { accountId, dimensions: { city } }) });

/** In the order of time, then of the value. */
const newValues = async (alert: string) =>
  (await listIncidents(client, alert))
    .map(({ createdAt, status, reportData }) => {
      const { dimension, value } = reportData.dimensionValue;
      return `${createdAt.slice(0, 16)} ${dimension} = ${value}, ${reportData.eventCount} ${status}`;
    })
    .toSorted();

const pieces = () =>
  asSandbox(service, async (tx) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from scheduled_work where kind = 'usage.new_values'`.execute(tx);
    return rows[0]?.count;
  });

describe('an alert on new dimension values', () => {
  it('fires when the first event with a value arrives, once for each value', async () => {
    const alert = await createAlert(client, {
      ...{ alertTemplateId: 'NEW_DIMENSION_VALUES', interval: '1440' },
      channels: [{ type: 'EMAIL', target: 'alerts@example.com' }],
    });
    await go('Oslo');
    await client.settle();
    expect(await newValues(alert)).toEqual([]);

    // Without moving the clock: the next tick is a day away.
    await go('Paris');
    await client.settle();
    expect(await newValues(alert)).toEqual(['2030-01-10T00:00 city = Paris, 1 ACTIVE']);
    const { data: mails } = await client.must.get(`/ext/v1/mails?alert_id=${alert}`);
    expect(mails.map(({ subject }: { subject: string }) => subject)).toEqual([
      '[Sandbox] Alert: New dimension value, value city = Paris (ride)',
    ]);

    // The same value again, by a cached plan, plans no work; another value by the same plan does.
    await go('Paris');
    expect(await pieces()).toBe(0);
    await go('Bergen');
    expect(await pieces()).toBe(1);
    await client.settle();
    expect(await newValues(alert)).toEqual([
      '2030-01-10T00:00 city = Bergen, 1 ACTIVE',
      '2030-01-10T00:00 city = Paris, 2 ACTIVE',
    ]);
  });

  it('ends when a meter accepts the value, and begins again when that ends', async () => {
    const [alert] = (await client.must.get('/alerts?alert_template_id=NEW_DIMENSION_VALUES')).data;
    const paris = await createMeter(client, {
      ...{ name: 'paris', aggregation: 'COUNT', filters: [{ field: 'city', value: 'Paris' }] },
      computations: [{ computation: '1', order: 1 }],
    });
    await client.setClock('2030-01-11T00:00:00Z');
    expect(await newValues(alert.id)).toEqual([
      '2030-01-10T00:00 city = Bergen, 1 ACTIVE',
      '2030-01-10T00:00 city = Paris, 2 CLOSED',
    ]);
    await client.must.post(`/usage_meters/${paris}/deactivate`);
    await client.setClock('2030-01-12T12:00:00Z');
    await go('Paris');
    await client.settle();
    expect((await newValues(alert.id)).at(-1)).toBe('2030-01-12T12:00 city = Paris, 3 ACTIVE');
  });

  it('is about events of its schema, and of the number that it is told', async () => {
    const [, other] = await Promise.all([
      client.must.post('/event_schema', {
        ...{ name: 'flight', attributes: [{ name: 'distance' }], dimensions: [{ name: 'city' }] },
      }),
      createAlert(client, {
        ...{ alertTemplateId: 'NEW_DIMENSION_VALUES', interval: '30', parameters: { threshold: 3 } },
        entityDetails: { eventSchemaName: 'ride' },
      }),
    ]);
    await go('Rome', 'a2');
    await client.settle();
    expect((await newValues(other)).filter((line) => line.includes('Rome'))).toEqual([]);
    for (let count = 0; count < 2; count++) await go('Rome', 'a2');
    // Its next tick counts the events of a value that is not new any more.
    await client.setClock('2030-01-12T12:30:00Z');
    expect((await newValues(other)).filter((line) => line.includes('Rome'))).toEqual([
      '2030-01-12T12:30 city = Rome, 3 ACTIVE',
    ]);
  });

  it('fires for an event that waited for its account', async () => {
    const { data } = await client.must.get('/alerts?alert_template_id=NEW_DIMENSION_VALUES');
    const alert = data.find(({ interval }: { interval: number }) => interval === 1440).id;
    await go('Lima', 'late');
    await client.settle();
    expect((await newValues(alert)).filter((line) => line.includes('Lima'))).toEqual([]);
    await openAccount(client, 'late');
    await client.settle();
    expect((await newValues(alert)).filter((line) => line.includes('Lima'))).toEqual([
      '2030-01-12T12:30 city = Lima, 1 ACTIVE',
    ]);
  });

  it('is checked once for values that arrive before the check', async () => {
    const versions = () =>
      asSandbox(service, async (tx) => {
        const { rows } = await sql<{ version: number }>`
          select row_version as version from incidents where scope_key like '%"Lima"%'`.execute(tx);
        return rows.map(({ version }) => Number(version));
      });
    const [before = 0] = await versions();
    for (const city of ['Bonn', 'Cork', 'Graz']) await go(city);
    expect(await pieces()).toBe(3);
    await client.settle();
    expect(await pieces()).toBe(0);
    expect(await versions()).toEqual([before + 1]);
  });

  it('many values in one request, at the same time as others, are noted once each', async () => {
    const batch = (name: string) => ({
      events: Array.from({ length: 40 }, (_, index) =>
        ride(`${name} ${index}`, { dimensions: { city: `city ${index % 20}` } }),
      ),
    });
    const replies = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => client.post('/ingestBatch', batch(name))),
    );
    expect(replies.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    await client.settle();
    const noted = await asSandbox(service, async (tx) => {
      const { rows } = await sql<{ value: string }>`
        select value from uncovered_values where value like 'city %'`.execute(tx);
      return rows.map(({ value }) => value);
    });
    expect(noted.toSorted()).toEqual(Array.from({ length: 20 }, (_, index) => `city ${index}`).toSorted());
  });
});
