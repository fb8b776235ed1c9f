import { beforeAll, expect, test } from 'vitest';
import {
  editTimeline,
  lineOf,
  onlyInvoice,
  openAccount,
  publishPlan,
  sellUsage,
} from '#test/billing-scenario.ts';
import { correctOne } from '#test/correction-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let planId = '';
let meter = '';

/** Calls cost 2.00 up to 100 and 1.00 after that; the month takes events for two days more. */
beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  meter = await sellUsage(client, 'calls');
  const slabs = [{ rate: 2 }, { startAfter: 100, rate: 1 }];
  const cards = [{ type: 'USAGE' as const, billableId: meter, usage: { model: 'TIERED' as const, slabs } }];
  planId = await publishPlan(client, { name: 'plan', graceDays: 2, cards });
});

const call = (account: string, id: string, amount: string) => ({
  ...{ id: `${account} ${id}`, schemaName: 'calls', accountId: account, dimensions: {} },
  ...{ timestamp: '2030-01-09T12:00:00Z', attributes: [{ name: 'amount', value: amount }] },
});
/** An account that used 100, of which the event `e` is 12. */
async function open(account: string): Promise<void> {
  await openAccount(client, account);
  await editTimeline(client, account, [{ planId, from: '2030-01-01', until: '2030-02-01' }]);
  await client.setClock('2030-01-20T00:00:00Z');
  const events = [call(account, 'first', '48'), call(account, 'e', '12'), call(account, 'last', '40')];
  await client.must.post('/ingestBatch', { events });
}
/** Quantity and total of the draft. */
async function draft(account: string): Promise<[number, number]> {
  const { usageInfo, totalAmount } = await onlyInvoice(client, account);
  return [usageInfo[0].value, totalAmount];
}
/** Usage of the account by day, as METER_USAGE has it. */
async function usageOfDays(account: string): Promise<number[]> {
  const filters = [{ fieldName: 'ACCOUNT_ID', fieldValues: [account] }];
  const { results } = await client.must.post('/metrics', {
    ...{ startTime: '2030-01-08T00:00:00Z', endTime: '2030-01-11T00:00:00Z' },
    metricQueries: [
      { id: 'q', name: 'METER_USAGE', aggregationPeriod: 'DAY', filters, groupBy: 'ACCOUNT_ID' },
    ],
  });
  return results[0].data.flatMap(({ metricValues }: Reply['body']) => metricValues);
}

/** V25: 200 → 176 → 203. */
test('what is undone is not paid, and what is done instead is', async () => {
  await open('v25');
  expect(await draft('v25')).toEqual([100, 200]); //                       100 × 2
  await correctOne(client, 'UNDO', call('v25', 'e', '12'));
  expect(await draft('v25')).toEqual([88, 176]); //                        88 × 2
  expect(await usageOfDays('v25')).toEqual([0, 88, 0]);
  await client.must.post('/ingest', { event: call('v25', 'e', '12') });
  expect(await draft('v25')).toEqual([100, 200]);
  await correctOne(client, 'REDO_EVENT', call('v25', 'e', '15'));
  expect(await draft('v25')).toEqual([103, 203]); //                       100 × 2 + 3 × 1
  expect(await usageOfDays('v25')).toEqual([0, 103, 0]);
});

test('an account whose only event is undone has used nothing', async () => {
  await open('empty');
  for (const id of ['first', 'e', 'last']) await correctOne(client, 'UNDO', call('empty', id, '1'));
  expect(await draft('empty')).toEqual([0, 0]);
  expect(await usageOfDays('empty')).toEqual([]);
});

test('what is corrected in the days of grace is on the invoice, and nothing after it', async () => {
  await open('grace');
  await client.setClock('2030-02-02T12:00:00Z');
  await correctOne(client, 'REDO_EVENT', call('grace', 'e', '15'));
  await client.setClock('2030-02-03T00:00:00Z');
  const invoice = await onlyInvoice(client, 'grace');
  expect(lineOf(invoice)).toBe('2030-01-01 to 2030-02-01 DUE 203');
  expect(invoice.info ?? []).toEqual([]);
  for (const action of ['UNDO', 'REDO', 'REDO_EVENT'] as const)
    expect(await correctOne(client, action, call('grace', 'e', '15'))).toBe(
      'FAILED: the cycle from 2030-01-01 is closed: its events could be corrected until 2030-02-03T00:00:00Z',
    );
  const { revenueInfo, usageInfo } = await onlyInvoice(client, 'grace');
  expect({ revenueInfo, usageInfo }).toEqual({
    revenueInfo: invoice.revenueInfo,
    usageInfo: invoice.usageInfo,
  });
});

test('what moves into a closed cycle fails, and what it was is undone', async () => {
  await openAccount(client, 'moved');
  await editTimeline(client, 'moved', [{ planId, from: '2030-01-01' }]);
  const event = { ...call('moved', 'e', '15'), timestamp: '2030-02-03T00:00:00Z' };
  await client.must.post('/ingest', { event });
  expect(await correctOne(client, 'REDO_EVENT', call('moved', 'e', '15'))).toContain(
    'ingested again: the cycle from 2030-01-01 took events until 2030-02-03T00:00:00Z',
  );
  const { events } = await client.must.get('/events/moved%20e');
  expect(events.map(({ ingestionStatus }: Reply['body']) => ingestionStatus.status)).toEqual([
    'INGESTION_FAILED_PAST_GRACE_PERIOD',
    'REVERTED',
  ]);
});

test('after an edit of the timeline an event goes from the cycle that it lies in now', async () => {
  const { sandbox } = await service.createOrganization('edited');
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const sold = await sellUsage(sandbox, 'calls');
  const slabs = [{ rate: 2 }, { startAfter: 100, rate: 1 }];
  const cards = [{ type: 'USAGE' as const, billableId: sold, usage: { model: 'TIERED' as const, slabs } }];
  const plans = [];
  for (const name of ['old', 'new']) plans.push(await publishPlan(sandbox, { name, cards, graceDays: 2 }));
  await openAccount(sandbox, 'one');
  await editTimeline(sandbox, 'one', [{ planId: plans[0] ?? '', from: '2030-01-01' }]);
  await sandbox.setClock('2030-01-08T12:00:00Z');
  const events = [call('one', 'kept', '70'), call('one', 'e', '12')];
  await sandbox.must.post('/ingestBatch', { events });
  await editTimeline(sandbox, 'one', [{ planId: plans[1] ?? '', from: '2030-01-09' }]);
  await correctOne(sandbox, 'UNDO', call('one', 'e', '12'));
  await sandbox.setClock('2030-01-20T00:00:00Z');
  const { data } = await sandbox.must.get('/invoices?owner_id=one');
  const totals = data.map(({ startDate, totalAmount }: Reply['body']) => [
    startDate.slice(0, 10),
    totalAmount,
  ]);
  expect(totals.sort()).toEqual([
    ['2030-01-01', 0],
    ['2030-01-09', 140],
  ]);
});
