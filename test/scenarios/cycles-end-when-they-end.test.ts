import { beforeEach, expect, it } from 'vitest';
import { editTimeline, onlyInvoice } from '#test/billing-scenario.ts';
import { formGroup, openPayer } from '#test/group-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
const JANUARY = { from: '2030-01-01', until: '2030-02-01' };
const END = '2030-02-01T00:00:00.000Z';
let client: Client;
let made = 0;
beforeEach(async () => {
  made += 1;
  client = (await service.createOrganization(`ends-${made}`)).sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
});

interface CycleEvent {
  timestamp: string;
  data: { object: { accountId: string; startDate: string; endDate: string; invoiceId: string } };
}

/** Every published end of a cycle, as `account first day to end, published at`. */
async function publishedEnds(): Promise<string[]> {
  await client.must.post('/ext/v1/webhooks', { url: 'https://a.example/', types: ['pricing_cycle.ended'] });
  const { data } = await client.must.get('/ext/v1/webhooks/events?type=pricing_cycle.ended&pageSize=100');
  return data.map(({ timestamp, resourceId }: { timestamp: string; resourceId: string }) => {
    return `${resourceId.slice(resourceId.indexOf(':') + 1)} ended at ${timestamp}`;
  });
}

it('its end is published when it comes, while its bill waits, and not again with the bill', async () => {
  await openPayer(client, 'a', { ...JANUARY, graceDays: 3 });
  await client.setClock('2030-01-31T23:59:59.999Z');
  expect(await publishedEnds()).toEqual([]);
  await client.setClock('2030-02-02T00:00:00Z');
  expect(await onlyInvoice(client, 'a')).toMatchObject({ status: 'DRAFT' });
  expect(await publishedEnds()).toEqual([`2030-01-01T00:00:00Z ended at ${END}`]);
  await client.setClock('2030-02-10T00:00:00Z');
  expect(await onlyInvoice(client, 'a')).toMatchObject({ status: 'DUE' });
  expect(await publishedEnds()).toHaveLength(1);
});

it('what is published names the cycle, its plan and its bill', async () => {
  await client.must.post('/ext/v1/webhooks', { url: 'https://a.example/', types: ['pricing_cycle.ended'] });
  await openPayer(client, 'a', JANUARY);
  await client.setClock('2030-02-01T00:00:00Z');
  const { data } = await client.must.get('/ext/v1/webhooks/events?type=pricing_cycle.ended');
  const whole: CycleEvent = await client.must.get(`/ext/v1/webhooks/events/${data[0].id}`);
  const { id: invoiceId } = await onlyInvoice(client, 'a');
  const days = { startDate: '2030-01-01T00:00:00.000Z', endDate: END };
  expect(whole.data.object).toMatchObject({ accountId: 'a', invoiceId, ...days });
});

it('all that end together are published, each once, whatever became of their bills', async () => {
  for (const account of ['a', 'b', 'c']) await openPayer(client, account, { ...JANUARY, graceDays: 3 });
  await client.setClock('2030-02-01T00:00:00Z');
  await client.must.patch(`/invoices/${(await onlyInvoice(client, 'b')).id}`, { status: 'VOID' });
  await client.setClock('2030-02-15T00:00:00Z');
  expect(await publishedEnds()).toEqual(Array(3).fill(`2030-01-01T00:00:00Z ended at ${END}`));
});

it('a cycle that is cut short ends where it was cut', async () => {
  await openPayer(client, 'a');
  await editTimeline(client, 'a', [{ from: '2030-01-11' }]);
  await client.setClock('2030-03-15T00:00:00Z');
  expect(await publishedEnds()).toEqual(['2030-01-01T00:00:00Z ended at 2030-01-11T00:00:00.000Z']);
});

it('a bill that is put off after the end publishes no second event', async () => {
  await openPayer(client, 'a', { ...JANUARY, graceDays: 3 });
  await client.setClock('2030-02-02T00:00:00Z');
  await formGroup(client, { accounts: ['a'], graceDays: 7 });
  await editTimeline(client, 'a', [{ from: '2031-01-01' }]);
  await client.setClock('2030-02-06T00:00:00Z');
  expect(await onlyInvoice(client, 'a')).toMatchObject({ status: 'DRAFT' });
  await client.setClock('2030-02-20T00:00:00Z');
  expect(await onlyInvoice(client, 'a')).not.toMatchObject({ status: 'DRAFT' });
  expect(await publishedEnds()).toHaveLength(1);
});

it('cycles that were over when the account was put on its plan are published one by one', async () => {
  await client.setClock('2030-03-05T00:00:00Z');
  await openPayer(client, 'a', { from: '2030-01-01', until: '2030-04-01' });
  expect((await publishedEnds()).toSorted()).toEqual([
    '2030-01-01T00:00:00Z ended at 2030-03-05T00:00:00.000Z',
    '2030-02-01T00:00:00Z ended at 2030-03-05T00:00:00.000Z',
  ]);
  await client.setClock('2030-04-02T00:00:00Z');
  expect(await publishedEnds()).toHaveLength(3);
});
