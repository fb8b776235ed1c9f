import { beforeAll, expect, test } from 'vitest';
import {
  editTimeline,
  listInvoices,
  openAccount,
  publishPlan,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;

const used = (account: string, amount: string, at = '2030-01-20T00:00:00Z') =>
  use(client, { meter: 'calls', account, at, amount });

/** What bills the newest event of an account, or the one with an id. */
async function billing(account: string, id?: string): Promise<Reply['body']> {
  const { events } = await client.must.get(`/events?account_id=${account}&pageSize=1`);
  const eventId = id ?? events[0].eventPayload.id;
  const found = await client.must.get(`/events/${encodeURIComponent(eventId)}`);
  return found.events[0].eventPipelineInfo.billing;
}
const lastId = async (account: string): Promise<string> =>
  (await client.must.get(`/events?account_id=${account}&pageSize=1`)).events[0].eventPayload.id;

/** By its id, as events name it. */
const named = ({ id, status, sequenceId }: Reply['body']) => ({ id, status, sequenceId });
const january = async (account: string) =>
  (await listInvoices(client, account)).filter(({ startDate }) => startDate.startsWith('2030-01'));
const billOf = async (account: string) =>
  named(
    (await january(account)).find(
      ({ invoiceType, status }) => invoiceType === 'STANDARD' && status !== 'VOID',
    ),
  );
const adjustmentsOf = async (account: string) =>
  (await january(account)).filter(({ metadata }) => metadata.adjusts).map(named);

beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  await client.must.post('/settings', {
    ...{ entityType: 'ORGANIZATION', entityId: 'default', namespace: 'PLATFORM', id: 'LATE_USAGE' },
    ...{ name: 'Late usage', dataType: 'STRING', value: 'ADJUST' },
  });
  const meter = await sellUsage(client, 'calls');
  const usage = { model: 'TIERED' as const, slabs: [{ rate: 1 }] };
  const planId = await publishPlan(client, {
    name: 'Plan',
    cards: [{ type: 'USAGE', billableId: meter, usage }],
  });
  for (const account of ['acme', 'again']) {
    await openAccount(client, account);
    await editTimeline(client, account, [{ planId, from: '2030-01-01' }]);
  }
});

test('an event names what bills it: the draft, the invoice, the adjustment', async () => {
  await client.setClock('2030-01-21T00:00:00Z');
  for (const account of ['acme', 'again']) await used(account, '10');
  const [first, draft] = [await lastId('acme'), await billOf('acme')];
  expect(draft).toEqual({ id: expect.any(String), status: 'DRAFT', sequenceId: undefined });
  expect(await billing('acme')).toEqual({ invoice: { id: draft.id, status: 'DRAFT' } });

  await client.setClock('2030-02-03T00:00:00Z');
  const bill = await billOf('acme');
  expect(bill).toMatchObject({
    id: draft.id,
    status: 'DUE',
    sequenceId: expect.stringContaining('2030-02-'),
  });
  expect(await billing('acme')).toEqual({ invoice: bill });

  await used('acme', '5');
  const late = await lastId('acme');
  expect(await billing('acme')).toEqual({ invoice: bill, isAdjustmentPending: true });
  await client.setClock('2030-02-04T00:00:00Z');
  const [adjustment] = await adjustmentsOf('acme');
  expect(await billing('acme')).toEqual({ invoice: bill, adjustment });
  expect(await billing('acme', first)).toEqual({ invoice: bill });

  // Undone after it was billed: the credit note has taken it up.
  const { events } = await client.must.get(`/events/${first}`);
  await client.must.post('/events/correction?action=UNDO', { event: events[0].eventPayload });
  await client.settle();
  expect(await billing('acme', first)).toEqual({ invoice: bill, isAdjustmentPending: true });
  await client.setClock('2030-02-05T00:00:00Z');
  const note = (await adjustmentsOf('acme')).find(({ id }) => id !== adjustment?.id);
  expect(await billing('acme', first)).toEqual({ invoice: bill, adjustment: note });
  expect(await billing('acme', late)).toEqual({ invoice: bill, adjustment });

  // Of nothing: no adjustment was made.
  await used('acme', '0');
  await client.setClock('2030-02-06T00:00:00Z');
  expect((await adjustmentsOf('acme')).length).toBe(2);
  const { invoice, isAdjustmentPending } = await billing('acme');
  expect([invoice, isAdjustmentPending]).toEqual([bill, undefined]);

  // Of February, which is not over.
  await used('acme', '1', '2030-02-05T00:00:00Z');
  expect((await billing('acme')).invoice).toMatchObject({ status: 'DRAFT' });
});

test('an event names the invoice that was made again, and nothing where nobody bills it', async () => {
  const { id } = await billOf('again');
  await client.must.patch(`/invoices/${id}`, { status: 'VOID' });
  expect((await billing('again')).invoice).toMatchObject({ id, status: 'VOID' });
  const { id: second } = await client.must.post(`/ext/v1/invoices/${id}/reissue`, {});
  expect((await billing('again')).invoice.id).toBe(second);
  await openAccount(client, 'planless');
  await used('planless', '1', '2030-02-05T00:00:00Z');
  expect(await billing('planless')).toBeUndefined();
  await used('nobody', '1', '2030-02-05T00:00:00Z');
  const unknown = await client.must.get('/events?pageSize=1');
  expect(await billing('nobody', unknown.events[0].eventPayload.id)).toBeUndefined();
});
