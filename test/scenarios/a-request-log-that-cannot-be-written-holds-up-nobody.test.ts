import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { meterRides, ride } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';

/** Requests are answered while their log is locked, are in it afterwards, and it says what it lacks. */
const service = useService({ REQUEST_LOG: 'bodies' }, { own: 'locks a table' });
let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
});
afterAll(() => owner.end());

const listed = async (query: string) => {
  await service.app.writeRequestLog();
  return service.sandbox.must.get(`/ext/v1/requests?${query}`);
};

it('requests are answered while nothing can be written, and recorded later', async () => {
  await owner.query('begin; lock table logged_requests in access exclusive mode');
  const began = performance.now();
  for (let i = 0; i < 20; i++) expect((await service.sandbox.get('/addons?pageSize=7')).status).toBe(200);
  const waiting = service.app.writeRequestLog();
  expect((await service.sandbox.get('/addons/none')).status).toBe(404);
  expect(performance.now() - began).toBeLessThan(10_000);
  await owner.query('rollback');
  await waiting;
  const { data } = await listed('operation_id=listAddOns');
  expect(data).toHaveLength(20);
  expect((await listed('operation_id=getAddOn')).data).toHaveLength(1);
});

it('a broken connection loses nothing that fits into memory', async () => {
  await owner.query('alter table logged_requests rename to away');
  for (let i = 0; i < 3; i++) expect((await service.sandbox.get('/features')).status).toBe(200);
  // A table that is gone is no outage: what cannot be written is given up, and counted.
  await service.app.writeRequestLog();
  await owner.query('alter table away rename to logged_requests');
  const text = await service.app.printMetrics();
  expect(text).toMatch(/tallymark_request_log_missing_total\{what="requests"\} 3/);
  expect((await listed('operation_id=listFeatures')).data).toEqual([]);
});

it('of requests that send events, one stands for many; every rejected one is recorded', async () => {
  await service.sandbox.setClock('2030-01-10T00:00:00Z');
  await meterRides(service.sandbox);
  const send = (n: number) => service.sandbox.must.post('/ingest', { event: ride(`r-${n}`) });
  for (let n = 0; n < 40; n++) await send(n);
  for (let n = 0; n < 8; n++) expect((await service.sandbox.post('/ingest', {})).status).toBe(400);
  const { data } = await listed('operation_id=ingestEvent&status_class=2XX');
  expect(data.length).toBeLessThan(15);
  expect((await listed('operation_id=ingestEvent&status_class=4XX')).data).toHaveLength(8);
});

it('when there is too much, bodies are left out first, and the list says so', async () => {
  await owner.query('begin; lock table logged_requests in access exclusive mode');
  // A request of 16 kB that names nothing, until the 8 MB of an organization are full.
  const body = { name: Array.from({ length: 4_100 }, () => 'x') };
  for (let i = 0; i < 7; i++)
    await Promise.all(Array.from({ length: 100 }, () => service.sandbox.post('/features', body)));
  await owner.query('rollback');
  const { missing } = await listed('pageSize=1');
  expect([missing.bodies > 0, missing.requests]).toEqual([true, 0]);
  expect(missing.lastAt).toMatch(/T\d\d:\d\d:00\.000Z$/);
  // Which ones depends on what was being written at the moment.
  const { rows } = await owner.query<{ id: string }>(
    `select id from logged_requests where bodies = 'BEHIND' and operation_id = 'createFeature' limit 1`,
  );
  expect(await service.sandbox.must.get(`/ext/v1/requests/${rows[0]?.id}`)).toMatchObject({
    ...{ bodies: 'BEHIND', responseBody: { isCut: false } },
  });
});

it('requests are deleted after their days', async () => {
  await owner.query(
    `update logged_requests set at = at - interval '7 days' where operation_id = 'listAddOns'`,
  );
  const [{ count }] = (await owner.query('select count(*)::int from logged_requests')).rows;
  const { purgeRequests } = await import('#areas/request-log/purge-requests.ts');
  const { rows } = await owner.query<{ org_id: number }>('select org_id from organizations');
  for (const { org_id: orgId } of rows)
    await purgeRequests(
      service.app.database,
      { orgId, id: 'default', environment: 'sandbox' },
      service.app.deployment,
    );
  expect((await listed('operation_id=listAddOns')).data).toEqual([]);
  const [{ count: left }] = (await owner.query('select count(*)::int from logged_requests')).rows;
  expect([left > 0, left < count]).toEqual([true, true]);
});
