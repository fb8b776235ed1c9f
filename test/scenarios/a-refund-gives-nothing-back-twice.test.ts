import { beforeAll, describe, expect, it } from 'vitest';
import {
  editTimeline,
  lineOf,
  listInvoices,
  openAccount,
  publishPlan,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { fundsOf, payInvoice } from '#test/payment-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;

async function setting(id: string, entity: [type: string, id: string], value: string): Promise<void> {
  const [entityType, entityId] = entity;
  const dataType = value.startsWith('[') ? 'JSON' : 'STRING';
  await client.must.post('/settings', {
    entityType,
    entityId,
    namespace: 'PLATFORM',
    id,
    name: id,
    dataType,
    value,
  });
}

async function used(account: string, ...amounts: string[]): Promise<void> {
  for (const amount of amounts)
    await use(client, { meter: 'calls', account, at: '2030-01-10T00:00:00Z', amount });
}

async function undoLast(account: string): Promise<void> {
  const { events } = await client.must.get(`/events?account_id=${account}&pageSize=1`);
  await client.must.post('/events/correction?action=UNDO', { event: events[0].eventPayload });
}

async function nextDay(): Promise<void> {
  const { now } = await client.must.get('/ext/v1/clock');
  await client.setClock(Temporal.Instant.from(now).add({ hours: 24 }).toString());
}

/** Of January, the bill first. */
async function january(account: string): Promise<Reply['body'][]> {
  const all = await listInvoices(client, account);
  return all
    .filter(({ startDate }) => startDate.startsWith('2030-01-01'))
    .sort((a, b) => Number('adjusts' in a.metadata) - Number('adjusts' in b.metadata));
}

const balanceOf = async (account: string): Promise<number> =>
  (await client.must.get(`/accounts/${account}/credit_balance`)).availableBalance;

/** The bill is paid and refunded; what its metadata say of it. */
async function refund(account: string): Promise<Reply['body']> {
  const [{ id }] = await january(account);
  await client.must.patch(`/invoices/${id}`, { status: 'REFUND_INITIATED' });
  const { metadata } = await client.must.patch(`/invoices/${id}`, { status: 'REFUND_COMPLETED' });
  return metadata;
}

async function pay(account: string): Promise<void> {
  const [{ id, totalAmount, paidAmount }] = await january(account);
  await payInvoice(client, { accountId: account, invoiceId: id, amount: totalAmount - paidAmount });
}

beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  await setting('LATE_USAGE', ['ORGANIZATION', 'default'], 'ADJUST');
  const meter = await sellUsage(client, 'calls');
  const usage = { model: 'TIERED' as const, slabs: [{ rate: 0.01 }, { startAfter: 1000, rate: 0.008 }] };
  const planId = await publishPlan(client, {
    name: 'Plan',
    cards: [{ type: 'USAGE', billableId: meter, usage }],
  });
  for (const account of ['credited', 'money', 'mixed', 'noted', 'late', 'whole']) {
    await openAccount(client, account);
    const terms = { purpose: 'Goodwill', effectiveFrom: '2030-01-01', priority: 1, creditAmount: 12 };
    if (account !== 'noted')
      await client.must.post('/credits', { creditRequests: [{ accountId: account, ...terms }] });
    await editTimeline(client, account, [{ planId, from: '2030-01-01' }]);
  }
  await setting('MISC_CHARGES', ['ACCOUNT', 'mixed'], '[{"name":"Support","value":"5"}]');
  await client.setClock('2030-01-11T00:00:00Z');
  // 1000 × 0.01 + 1000 × 0.008 = 18, of which the credit pays 12.
  for (const account of ['credited', 'mixed', 'whole']) await used(account, '1000', '1000');
  for (const account of ['money', 'noted', 'late']) await used(account, '1500', '500');
  await client.setClock('2030-02-05T10:00:00Z');
});

describe('a refund', () => {
  it('of an invoice that nothing adjusts gives back money and credits, whole', async () => {
    await pay('whole');
    expect(await refund('whole')).toMatchObject({
      ...{ refundAmount: '6', refundedAmount: '6', manualRefunds: [{ amount: '6' }] },
    });
    expect(await balanceOf('whole')).toBe(12);
  });

  it('gives back what a credit note has not: of money', async () => {
    await pay('money');
    await undoLast('money');
    await nextDay();
    // 1500 are 14, of which 12 are of the credit: 4 came back to the wallet, and 2 are left.
    expect((await january('money')).map(lineOf)).toEqual([
      '2030-01-01 to 2030-02-01 PAID 6',
      '2030-01-01 to 2030-02-01 REFUND_COMPLETED -4',
    ]);
    expect(await refund('money')).toMatchObject({
      ...{ refundAmount: '2', refundedAmount: '2', manualRefunds: [{ amount: '2' }] },
    });
    expect([await balanceOf('money'), await fundsOf(client, 'money')]).toEqual([12, [4, 0]]);
  });

  it('and of credits', async () => {
    await pay('mixed');
    await undoLast('mixed');
    await nextDay();
    // 11 were 6 and the charge of 5. 1000 are 10, all of the credit: it has 2 back, and the wallet 6.
    expect([await balanceOf('mixed'), await fundsOf(client, 'mixed')]).toEqual([2, [6, 0]]);
    expect(await refund('mixed')).toMatchObject({ refundAmount: '5', refundedAmount: '5' });
    expect([await balanceOf('mixed'), await fundsOf(client, 'mixed')]).toEqual([12, [6, 0]]);
  });

  it('is rejected when a credit note gave back everything', async () => {
    await pay('credited');
    await undoLast('credited');
    await nextDay();
    const [{ id }] = await january('credited');
    const { status, body } = await client.patch(`/invoices/${id}`, { status: 'REFUND_INITIATED' });
    expect([status, body.message]).toEqual([
      400,
      `invoice ${id} has nothing left to refund: credit notes and settlements of unused days have ` +
        'already given it back',
    ]);
  });

  it('counts what was credited by hand too, and what is credited after late usage', async () => {
    const [{ id }] = await january('noted');
    // 18 and 2.40 for 300 more.
    await used('noted', '300');
    await nextDay();
    const note = await client.must.post(`/ext/v1/invoices/${id}/credit_notes`, {
      reason: 'Outage',
      amount: 3,
    });
    expect((await january('noted')).map(lineOf).sort()).toEqual([
      '2030-01-01 to 2030-02-01 DUE 2.4',
      '2030-01-01 to 2030-02-01 PARTIALLY_PAID 18',
      '2030-01-01 to 2030-02-01 REFUND_COMPLETED -3',
    ]);
    const [, adjustment] = (await january('noted')).filter(({ id: each }) => each !== note.id);
    expect(note.metadata).toMatchObject({ basedOn: adjustment.id, creditNoteFor: id });
    await pay('noted');
    expect(await refund('noted')).toMatchObject({ refundAmount: '15', manualRefunds: [{ amount: '15' }] });
  });

  it('leaves the cycle alone: usage that comes later is not billed', async () => {
    await pay('late');
    await refund('late');
    await used('late', '1000');
    await nextDay();
    expect((await january('late')).map(lineOf)).toEqual(['2030-01-01 to 2030-02-01 REFUND_COMPLETED 6']);
  });
});
