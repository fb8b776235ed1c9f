import { beforeAll, expect, it } from 'vitest';
import { claimPass } from '#areas/metrics/price-passes.ts';
import type { Org } from '#platform/http/operation.ts';
import { copyAccount } from '#test/copied-accounts.ts';
import { orgOf } from '#test/invoice-rows.ts';
import { ride, sellRides } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';
import { storeRevenue } from '#test/stored-revenue.ts';

const service = useService();
let org: Org;

/*
 * 400 accounts on one plan from 1 January 2030, of which the first two ride: for three months they have 1,200
 * pricing cycles, more than a request prices. A kilometre costs 1.00.
 */
beforeAll(async () => {
  const { sandbox } = service;
  await sellRides(sandbox, ['account-1']);
  await rideOn('account-1', { at: '2030-01-09T23:00:00Z', distance: '7' });
  await sandbox.setClock('2030-03-20T10:00:00Z');
  await copyAccount(service, 400);
  org = await orgOf(service, 'sandbox');
  await rideOn('account-2', { at: '2030-03-19T08:00:00Z', distance: '12.5' });
});

const rideOn = (accountId: string, { at, distance }: { at: string; distance: string }) =>
  service.sandbox.must.post('/ingest', {
    event: ride(`${accountId} ${at}`, {
      ...{ accountId, timestamp: at, attributes: [{ name: 'distance', value: distance }] },
    }),
  });

const MONTHS = { startTime: '2030-01-01T00:00:00Z', endTime: '2030-04-01T00:00:00Z' };

const ask = (more: object = {}, range: object = MONTHS) =>
  service.sandbox.post('/metrics', {
    ...{ ...MONTHS, ...range },
    metricQueries: [{ id: 'q', name: 'REVENUE', aggregationPeriod: 'MONTH', ...more }],
  });

it('answers as of the last pass over all accounts, and says when that was', async () => {
  const { sandbox } = service;
  const before = await ask();
  expect([before.status, before.headers['error-code']]).toEqual([409, 'REVENUE_NOT_PRICED']);
  await storeRevenue(service, org, 150);
  await rideOn('account-2', { at: '2030-03-20T09:00:00Z', distance: '100' });
  const { body } = await ask();
  expect(body.results[0]).toMatchObject({
    ...{ asOf: '2030-03-20T10:00:00.000Z', data: [{ metricValues: [7, 0, 12.5] }] },
  });
  await sandbox.setClock('2030-03-21T00:00:00Z');
  await storeRevenue(service, org, 150);
  expect((await ask()).body.results[0]).toMatchObject({
    ...{ asOf: '2030-03-21T00:00:00.000Z', data: [{ metricValues: [7, 0, 112.5] }] },
  });
});

it('prices few cycles in the request, as of now', async () => {
  const filters = [{ fieldName: 'ACCOUNT_ID', fieldValues: ['account-1', 'account-2'] }];
  for (const { body } of [
    await ask({ filters }),
    // 400 cycles of one month.
    await ask({}, { startTime: '2030-03-01T00:00:00Z' }),
  ]) {
    expect(body.results[0].asOf).toBeUndefined();
    expect(body.results[0].data[0].metricValues.at(-1)).toBe(112.5);
  }
});

it.each([
  //  query, range
  [{ groupBy: 'ACCOUNT_ID' }, {}],
  [{ groupBy: 'CUSTOMER_ID' }, {}],
  [{ name: 'REVENUE_FOR_CYCLE' }, {}],
  [{ configs: { CURRENCY: 'INVOICE' } }, {}],
  [{}, { endTime: '2030-03-20T10:00:00Z' }],
  [{}, { startTime: '2029-12-31T00:00:00Z' }],
])('400 for what neither a request prices nor a pass stores: %j %j', async (query, range) => {
  const { status, headers } = await ask(query, range);
  expect([status, headers['error-code']]).toEqual([400, 'TOO_MANY_CYCLES']);
});

it('prices together no more cycles for the queries of a request than for one', async () => {
  const query = (id: string) => ({ id, name: 'REVENUE_FOR_CYCLE' });
  const march = { startTime: '2030-03-01T00:00:00Z', endTime: '2030-04-01T00:00:00Z' };
  const send = (ids: string[]) =>
    service.sandbox.post('/metrics', { ...march, metricQueries: ids.map(query) });
  expect((await send(['a', 'b'])).status).toBe(200);
  const third = await send(['a', 'b', 'c']);
  expect([third.status, third.headers['error-code']]).toEqual([400, 'TOO_MANY_CYCLES']);
});

it('begins a pass every 15 minutes of real time, and never two at a time', async () => {
  const now = Temporal.Now.instant();
  const claimAt = (minutes: number) => {
    const at = now.add({ minutes });
    const claim = { now: at, lease: `at ${minutes}`, leaseEndsAt: at.add({ minutes: 5 }), max: 1 };
    return service.app.database.transaction({ orgId: org.orgId, access: 'write' }, (tx) =>
      claimPass(tx, org, claim),
    );
  };
  expect(await claimAt(10)).toBeNull();
  const pass = await claimAt(20);
  expect(pass).toMatchObject({ afterAccount: '' });
  expect(await claimAt(24)).toBeNull();
  // A process that was lost: its lease has ended.
  expect(await claimAt(26)).toMatchObject({ id: pass?.id });
});
