import { beforeAll, describe, expect, it } from 'vitest';
import { EXTENSION_AGGREGATIONS } from '#core/aggregation/index.ts';
import { decimalText } from '#core/decimal.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { asSandbox, createMeter, type Meters, meterRides, ride } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';
import { countEvents, listUsageBuckets, sumMeterUsage } from './index.ts';

const service = useService();
const at = (time: string) => Temporal.Instant.from(`2030-01-09T${time}Z`);
let meters: Meters & Record<string, string>;

beforeAll(async () => {
  const { sandbox } = service;
  // Hours of Kolkata begin at half past in UTC.
  await sandbox.must.patch('/ext/v1/organization', { timezone: 'Asia/Kolkata' });
  await sandbox.setClock('2030-01-10T00:00:00Z');
  meters = { ...(await meterRides(sandbox)) };
  for (const aggregation of EXTENSION_AGGREGATIONS) {
    const distance = { var: 'attribute.distance' };
    const logic = aggregation === 'UNIQUE_COUNT' ? { '%': [distance, 3] } : distance;
    const computations = [{ computation: JSON.stringify(logic), order: 1 }];
    meters[aggregation] = await createMeter(sandbox, { name: aggregation, aggregation, computations });
  }
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

const HOURS = ['08:30:00', '09:30:00', '10:30:00', '11:30:00', '12:30:00', '13:30:00'].map(at);

const list = (query: { from: Temporal.Instant; until: Temporal.Instant } & Partial<Query>) =>
  asSandbox(service, async (tx, org) => {
    const defaults = { meterIds: [meters.distance], owner: 'ACCOUNT' as const, borders: HOURS };
    const rows = await listUsageBuckets(tx, org, { ...defaults, ...query });
    return rows.map(({ ownerId, bucketAt, units, events }) =>
      [bucketAt.toString().slice(11, 16), ownerId, decimalText(units), events].filter(String).join(' '),
    );
  });
type Query = Parameters<typeof listUsageBuckets>[2];

describe('usage between two instants', () => {
  it.each([
    // from     until       hours
    ['10:30', '11:30', ['10:30 a1 6 2', '10:30 a2 8 1']],
    ['09:00', '13:30', ['09:30 a1 1 1', '10:30 a1 6 2', '10:30 a2 8 1', '11:30 a1 16 1', '12:30 a2 32 1']],
    // Parts of hours at both ends.
    ['10:45', '12:50', ['10:30 a1 4 1', '10:30 a2 8 1', '11:30 a1 16 1', '12:30 a2 32 1']],
    ['11:00', '11:15', ['10:30 a1 4 1']],
    ['11:15', '11:45', ['10:30 a2 8 1', '11:30 a1 16 1']],
    ['10:29', '10:30', ['09:30 a1 1 1']],
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
    expect(await list({ ...range, customerIds: ['customer-a1'], owner: 'CUSTOMER' })).toEqual([
      '09:30 customer-a1 23 4',
    ]);
    expect(await list({ ...range, meterIds: [meters.oslo] })).toEqual(['09:30 a1 4 4', '09:30 a2 2 2']);
    expect(await list({ ...range, accountIds: [] })).toEqual([]);
  });
});

// Until 11:30: 1 and 2 and 4 of a1 (10:29:59.999, 10:30, 11:00), 8 of a2 (11:29:59.999). Then 16 and 32.
describe('each bucket is a window of its own, and so are all accounts together', () => {
  const range = { from: at('09:30:00'), until: at('13:30:00') };
  const twoHours = [at('09:30:00'), at('11:30:00')];
  it.each([
    // aggregation, of each account, of all, of all in one bucket
    ['MAX', '4 8 16 32', '8 32', '32'],
    ['MIN', '1 8 16 32', '1 16', '1'],
    ['AVERAGE', '2.333333333333333333 8 16 32', '3.75 24', '10.5'], //  7/3; 15/4, 48/2; 63/6
    ['UNIQUE_COUNT', '2 1 1 1', '2 2', '2'], //                         remainders of 3: 1 2 1, 2; 1, 2
    ['LATEST', '4 8 16 32', '8 32', '32'],
    // In seconds before the end: (1 × 3600.001 + 2 × 3600 + 4 × 1800) / 7200, and 8 × 0.001 of a2; then
    // 16 × 7200 and 32 × 2700. In one bucket of 14400 every event of the first two hours counts 7200 more.
    ['TIME_WEIGHTED_SUM', '2.500000138888888889 0.000001111111111111 16 12', '2.50000125 28', '22.750000625'],
  ])('%s: %s; %s; %s', async (aggregation, ofEach, ofAll, ofOne) => {
    const meterIds = [meters[aggregation] ?? ''];
    const units = async (query: Partial<Query>) =>
      (await list({ ...range, meterIds, ...query })).map((row) => row.split(' ').at(-2)).join(' ');
    expect(await units({ borders: twoHours })).toBe(ofEach);
    expect(await units({ borders: twoHours, owner: 'ALL' })).toBe(ofAll);
    expect(await units({ borders: [range.from], owner: 'ALL' })).toBe(ofOne);
  });

  it('parts of hours are read from the events', async () => {
    const query = { from: at('10:45:00'), until: at('11:30:00'), borders: [at('10:30:00')] };
    const ofAll = { ...query, owner: 'ALL' as const };
    expect(await list({ ...ofAll, meterIds: [meters.MAX ?? ''] })).toEqual(['10:30 8 2']);
    // The window begins where the range does: 4 × 1800 s and 8 × 1 ms of 2700 s.
    expect(await list({ ...ofAll, meterIds: [meters.TIME_WEIGHTED_SUM ?? ''] })).toEqual([
      '10:30 2.66666962962962963 2',
    ]);
  });

  it('all accounts as one, for alerts', async () => {
    const sum = (meterId: string, until = at('13:30:00')) =>
      asSandbox(service, async (tx, org) =>
        decimalText(await sumMeterUsage(tx, org, { ...range, until, meterId })),
      );
    expect(await sum(meters.distance)).toBe('63');
    expect(await sum(meters.AVERAGE ?? '')).toBe('10.5');
    expect(await sum(meters.UNIQUE_COUNT ?? '', at('10:30:00'))).toBe('1');
    expect(await sum(meters.MIN ?? '', at('09:30:00'))).toBe('0');
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
