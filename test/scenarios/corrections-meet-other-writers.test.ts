import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { type CardTerms, editTimeline, openAccount, publishPlan } from '#test/billing-scenario.ts';
import { correctOne, readTraces } from '#test/correction-scenario.ts';
import { createMeter, meterRides, ride, statusesOf } from '#test/metering-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

/** Each test holds one of two writers at the place where the other one must not overtake it. */
const service = useService();
let client: Client;
let longest = '';
let planId = '';

/** A ride costs its distance, and the longest of the month once more. */
beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  const { distance } = await meterRides(client);
  const computations = [{ computation: '{"var":"attribute.distance"}', order: 1 }];
  longest = await createMeter(client, { name: 'longest', aggregation: 'MAX', computations });
  const usage = { model: 'TIERED' as const, slabs: [{ rate: 1 }] };
  const cards = [distance, longest].map((billableId): CardTerms => ({ type: 'USAGE', billableId, usage }));
  planId = await publishPlan(client, { name: 'plan', graceDays: 2, cards });
  await client.setClock('2030-01-10T00:00:00Z');
});

async function open(account: string): Promise<void> {
  await openAccount(client, account);
  await editTimeline(client, account, [{ planId, from: '2030-01-01' }]);
}
const own = (account: string, id: string, length = '1') =>
  ride(`${account} ${id}`, { accountId: account, distance: length, timestamp: '2030-01-09T12:30:00Z' });
const quantities = (invoice: Reply['body']) => invoice.usageInfo.map(({ value }: Reply['body']) => value);

/**
 * Whoever wants what `statement` holds waits until `run` has ended; `waiting` waits for somebody who does.
 */
async function holding<T>(
  statement: string,
  run: (waiting: (lock: string) => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  const waiting = (lock: string) =>
    vi.waitFor(
      async () => {
        const { rows } = await owner.query(`select 1 from pg_locks where not granted and ${lock} and
          (database is null or database = (select oid from pg_database where datname = current_database()))`);
        expect(rows, lock).not.toHaveLength(0);
      },
      { timeout: 10_000, interval: 20 },
    );
  try {
    await owner.query(`begin; ${statement}`);
    const result = await run(waiting);
    await owner.query('commit');
    return result;
  } finally {
    await owner.end();
  }
}

test('an event that is being processed again is undone when it has been', async () => {
  await client.must.post('/ingest', { event: own('late', 'e', '5') });
  await openAccount(client, 'late');
  // Re-processing reads schemas, and undoing does not.
  const [settled, undone] = await holding(
    'lock table event_schemas in access exclusive mode',
    async (waiting) => {
      const settling = client.settle();
      await waiting(`relation = 'event_schemas'::regclass`);
      const undoing = correctOne(client, 'UNDO', own('late', 'e'));
      await Promise.race([undoing, waiting(`locktype = 'transactionid'`)]);
      return [settling, undoing] as const;
    },
  ).then((started) => Promise.all(started));
  expect([settled, undone]).toEqual([undefined, 'REVERTED: the effects of the event were reversed']);
  expect(await statusesOf(client, 'late e')).toEqual(['REVERTED']);
});

test('what an event adds to an extreme meanwhile stays', async () => {
  await open('extreme');
  await client.must.post('/ingestBatch', { events: ['9', '20'].map((each) => own('extreme', each, each)) });
  // Ingestion has written its hours when it comes to its cycles.
  const hold = `select from account_cycles
    where account_id = 'extreme' and meter_id = '${longest}' for update`;
  const [, undone] = await holding(hold, async (waiting) => {
    const sending = client.must.post('/ingest', { event: own('extreme', '30', '30') });
    await waiting(`locktype = 'transactionid'`);
    const undoing = correctOne(client, 'UNDO', own('extreme', '20'));
    await new Promise((resolve) => setTimeout(resolve, 300));
    return [sending, undoing] as const;
  }).then((started) => Promise.all(started));
  expect(undone).toMatch(/^REVERTED: /);
  const readLongest = async () =>
    (await readTraces(service, 'extreme')).filter((trace) => /^\w+ MAX/.test(trace));
  const [hour, cycle] = ['hour MAX 2030-01-09 12:00:00+00', 'cycle MAX 2030-01-01'];
  expect(await readLongest()).toEqual([`${cycle} 30`, `${hour} 30`]);
  await correctOne(client, 'UNDO', own('extreme', '30'));
  expect(await readLongest()).toEqual([`${cycle} 9`, `${hour} 9`]);
});

test('a cycle closes after the corrections that were in time', async () => {
  await open('closing');
  await client.must.post('/ingestBatch', { events: ['5', '7'].map((each) => own('closing', each, each)) });
  await client.setClock('2030-02-02T23:59:59.999Z');
  // Rows of usage are what a correction takes away after it has read the clock.
  const [undone] = await holding('lock table usage in exclusive mode', async (waiting) => {
    const undoing = correctOne(client, 'UNDO', own('closing', '5'));
    await waiting(`relation = 'usage'::regclass`);
    const moving = client.setClock('2030-02-03T00:00:00Z');
    await Promise.race([moving, waiting(`locktype = 'advisory'`)]);
    return [undoing, moving] as const;
  }).then((started) => Promise.all(started));
  expect(undone).toMatch(/^REVERTED: /);
  const { data } = await client.must.get('/invoices?owner_id=closing&status=DUE');
  const invoice = await client.must.get(`/invoices/${data[0].id}`);
  expect([quantities(invoice), invoice.info ?? []]).toEqual([[7, 7], []]);
  expect(await correctOne(client, 'UNDO', own('closing', '7'))).toMatch(/^FAILED: the cycle from 2030-01-01/);
});
