import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { listInvoices, onlyInvoice } from '#test/billing-scenario.ts';
import { endPauses } from '#test/end-pauses.ts';
import { openPayer } from '#test/group-scenario.ts';
import { asSandbox } from '#test/metering-scenario.ts';
import { passStopwatch } from '#test/pass-stopwatch.ts';
import { type Reply, useService } from '#test/running-app.ts';

/*
 * The cycles of two accounts end on 1 February. The tax rates of one of them are what nobody can read, as by
 * a fault of the service: its bill cannot be computed.
 */
const service = useService();
const client = () => service.sandbox;
const RATES = {
  ...{ id: 'TAX_RATES', namespace: 'PLATFORM', name: 'Taxes', dataType: 'JSON' },
  ...{ entityType: 'ACCOUNT', entityId: 'sick', value: JSON.stringify([{ name: 'VAT', rate: '0.1' }]) },
};

const failing = async (): Promise<Reply['body'][]> =>
  (await client().must.get('/ext/v1/scheduled_work')).data;
const closing = async () => (await failing()).find(({ kind }) => kind === 'invoices.close_cycle');
/** As if the time of every pause had passed, and the worker had been woken. */
const rest = async () => {
  await endPauses(service);
  await client().settle();
};
const figures = async () => {
  passStopwatch(5_100);
  const { payload } = await service.app.server.inject({ method: 'GET', url: '/metrics' });
  return [...payload.matchAll(/^tallymark_scheduled_work_failing\{state="(\w+)"\} (\d+)$/gm)].map(
    ([, state, pieces]) => `${state} ${pieces}`,
  );
};

beforeAll(async () => {
  await client().setClock('2030-01-01T00:00:00Z');
  for (const id of ['sick', 'well']) await openPayer(client(), id, { rate: 100, until: '2030-02-01' });
  await client().must.post('/settings', RATES);
  await asSandbox(service, (tx) =>
    sql`update settings set value = 'nonsense' where entity_id = 'sick' and id = 'TAX_RATES'`.execute(tx),
  );
  await client().setClock('2030-02-03T00:00:00Z');
});

it('holds up nobody else, rests, and says whose work it is and when it is tried again', async () => {
  const well = await onlyInvoice(client(), 'well');
  expect([well.status, well.invoiceDate]).toEqual(['DUE', '2030-02-01T00:00:00.000Z']);
  const [draft] = await listInvoices(client(), 'sick').catch(() => []);
  expect(draft?.status).not.toBe('DUE');
  const piece = await closing();
  expect(piece).toMatchObject({
    ...{ accountId: 'sick', state: 'RETRYING', dueAt: '2030-02-01T00:00:00.000Z' },
    reason: 'internal error; the log of the service has the details under the id of this work',
  });
  // Seconds after so many tries: a busy machine comes here when the first pauses are over.
  const pause = { 2: 5, 3: 30, 4: 120 }[piece.tries as number] ?? 0;
  const rests = Date.parse(piece.nextTryAt) - Date.now();
  expect([rests < pause * 1_000, rests > -60_000]).toEqual([true, true]);
});

it('is on hold when it failed eight times, and counted for the operator', async () => {
  for (let i = 0; i < 8; i++) await rest();
  const piece = await closing();
  expect([piece.state, piece.tries, piece.nextTryAt]).toEqual(['ON_HOLD', 8, undefined]);
  const onHold = (await failing()).filter(({ state }) => state === 'ON_HOLD').length;
  expect(await figures()).toEqual(expect.arrayContaining([`on_hold ${onHold}`]));
});

it('is done as of the day on which it was due, when somebody has mended it and tries again', async () => {
  const { value } = RATES;
  await client().must.patch('/settings/setting.PLATFORM.TAX_RATES.ACCOUNT.sick', { value });
  for (const { id } of await failing()) await client().must.post(`/ext/v1/scheduled_work/${id}/retry`);
  await client().settle();
  const bill = await onlyInvoice(client(), 'sick');
  expect([bill.status, bill.totalAmount, bill.invoiceDate]).toEqual(['DUE', 110, '2030-02-01T00:00:00.000Z']);
  expect(await failing()).toEqual([]);
});
