import { beforeAll, describe, expect, it } from 'vitest';
import { decimalText } from '#core/decimal.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { asSandbox, type Meters, meterRides, ride } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';
import { countEvents, listUsageBuckets } from './index.ts';

const service = useService();
const at = (time: string) => Temporal.Instant.from(`2030-01-09T${time}Z`);
let meters: Meters;

beforeAll(async () => {
  const { sandbox } = service;
  // Hours of Kolkata begin at half past in UTC.
  await sandbox.must.patch('/ext/v1/organization', { timezone: 'Asia/Kolkata' });
  await sandbox.setClock('2030-01-10T00:00:00Z');
  meters = await meterRides(sandbox);
  await openAccount(sandbox, 'a1');
  await openAccount(sandbox, 'a2');
  const events = [
    // time, distance, account
    ['10:29:59.999', '1', 'a1'],
    ['10:30:00', '2', 'a1'],
    ['11:00:00', '4', 'a1'],
    ['11:29:59.999', '8', 'a2'],
    ['11:30:00', '16', 'a1'],
    ['12:45:00', '32', 'a2'],
  ].map(([time, distance = '', accountId = ''], i) =>
    ride(`e${i}`, { timestamp: `2030-01-09T${time}Z`, distance, accountId }),
  );
  await sandbox.must.post('/ingestBatch', {
    events: [...events, ride('e0'), ride('lost', { accountId: 'nobody', timestamp: '2030-01-09T11:00:00Z' })],
  });
});

const list = (query: Parameters<typeof listUsageBuckets>[2]) =>
  asSandbox(service, async (tx, org) => {
    const rows = await listUsageBuckets(tx, org, { meterIds: [meters.distance], ...query });
    return rows.map(({ accountId, hourAt, units, events }) =>
      [hourAt.toString().slice(11, 16), accountId, decimalText(units), events].join(' '),
    );
  });

describe('usage between two instants', () => {
  it.each([
    // from     until       hours
    ['10:30', '11:30', ['10:30 a1 6 2', '10:30 a2 8 1']],
    ['09:00', '13:30', ['09:30 a1 1 1', '10:30 a1 6 2', '10:30 a2 8 1', '11:30 a1 16 1', '12:30 a2 32 1']],
    // Parts of hours at both ends: they begin where the range does.
    ['10:45', '12:50', ['10:45 a1 4 1', '10:45 a2 8 1', '11:30 a1 16 1', '12:30 a2 32 1']],
    ['11:00', '11:15', ['11:00 a1 4 1']],
    ['11:15', '11:45', ['11:15 a2 8 1', '11:30 a1 16 1']],
    ['10:29', '10:30', ['10:29 a1 1 1']],
    ['11:30', '11:30', []],
    ['12:00', '11:00', []],
  ])('%s to %s: %j', async (from, until, expected) => {
    expect(await list({ from: at(`${from}:00`), until: at(`${until}:00`) })).toEqual(expected);
  });

  it('added up between borders', async () => {
    const borders = [at('09:30:00'), at('11:30:00')];
    expect(await list({ from: at('09:30:00'), until: at('13:30:00'), borders })).toEqual([
      '09:30 a1 7 3',
      '09:30 a2 8 1',
      '11:30 a1 16 1',
      '11:30 a2 32 1',
    ]);
  });

  it('of some accounts, customers or meters', async () => {
    const range = { from: at('09:30:00'), until: at('13:30:00'), borders: [at('09:30:00')] };
    expect(await list({ ...range, accountIds: ['a2'] })).toEqual(['09:30 a2 40 2']);
    expect(await list({ ...range, customerIds: ['customer-a1'] })).toEqual(['09:30 a1 23 4']);
    expect(await list({ ...range, meterIds: [meters.oslo] })).toEqual(['09:30 a1 4 4', '09:30 a2 2 2']);
    expect(await list({ ...range, accountIds: [] })).toEqual([]);
  });
});

describe('events between borders', () => {
  const count = (query: Partial<Parameters<typeof countEvents>[2]>) =>
    asSandbox(service, async (tx, org) => {
      const [from, until] = [at('00:00:00'), at('23:00:00')];
      const rows = await countEvents(tx, org, { from, until, borders: [from], groupBy: [], ...query });
      return rows.map(({ bucketAt, accountId, status, schemaName, events }) =>
        [bucketAt.toString().slice(11, 16), accountId, status, schemaName, events]
          .filter((part) => part !== null)
          .join(' '),
      );
    });

  it.each([
    [{}, ['00:00 8']],
    [{ borders: [at('00:00:00'), at('11:00:00')] }, ['00:00 2', '11:00 6']],
    [{ groupBy: ['accountId'] }, ['00:00 a1 5', '00:00 a2 2', '00:00 1']],
    [{ groupBy: ['schemaName'], accountIds: ['a2'] }, ['00:00 ride 2']],
    [{ customerIds: ['customer-a2'] }, ['00:00 2']],
    [{ schemaNames: ['walk'] }, []],
    [{ statuses: ['INGESTION_COMPLETED_EVENT_METERED'] }, ['00:00 6']],
    [
      { groupBy: ['status'] },
      [
        '00:00 INGESTION_COMPLETED_EVENT_METERED 6',
        '00:00 INGESTION_FAILED_ACCOUNT_NOT_FOUND 1',
        '00:00 INGESTION_FAILED_DUPLICATE_EVENT 1',
      ],
    ],
  ] as [Partial<Parameters<typeof countEvents>[2]>, string[]][])('%j: %j', async (query, expected) => {
    expect(await count(query)).toEqual(expected);
  });
});
