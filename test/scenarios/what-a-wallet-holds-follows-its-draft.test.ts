import { beforeAll, describe, expect, it } from 'vitest';
import {
  editTimeline,
  listInvoices,
  openAccount,
  publishPlan,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { formGroup, listComposites } from '#test/group-scenario.ts';
import { fundsOf, payInvoice } from '#test/payment-scenario.ts';
import { useService } from '#test/running-app.ts';

/** Calls cost 1 each. No wallet pays by itself: what a draft is paid with is held until it is issued. */
const service = useService();
const client = () => service.sandbox;
let planId: string;
const draftOf = async (id: string) =>
  (await listInvoices(client(), id)).find(({ status }) => status === 'DRAFT');
const pay = async (accountId: string, amount: number) =>
  payInvoice(client(), { accountId, invoiceId: (await draftOf(accountId)).id, amount });
const call = (account: string, amount: string) =>
  use(client(), { meter: 'calls', account, at: '2030-01-02T00:00:00Z', amount });
/** `ON_HOLD 20` for each entry that holds money or held it, the oldest first. */
const holdsOf = async (id: string) =>
  (await client().must.get(`/accounts/${id}/wallet/entries`)).data
    .filter(({ transactionType }: { transactionType: string }) => transactionType === 'DEBITED')
    .map(({ status, amount }: { status: string; amount: number }) => `${status} ${amount}`)
    .reverse();
const funds = (...ids: string[]) => Promise.all(ids.map((id) => fundsOf(client(), id)));

async function open(id: string, calls: string): Promise<void> {
  await openAccount(client(), id);
  await editTimeline(client(), id, [{ planId, from: '2030-01-01', until: '2030-02-01' }]);
  await client().must.post('/settings', {
    ...{ id: 'WALLET_AUTO_NET_OFF', namespace: 'PLATFORM', name: 'Net off', dataType: 'STRING' },
    ...{ value: 'false', entityType: 'ACCOUNT', entityId: id },
  });
  await call(id, calls);
}

/** Of whatever day, it has the drafts of the account computed anew. */
async function grant(accountId: string, creditAmount: number, effectiveFrom = '2030-01-01'): Promise<string> {
  const credit = { accountId, purpose: 'Goodwill', effectiveFrom, priority: 1, creditAmount };
  const [{ id }] = await client().must.post('/credits', { creditRequests: [credit] });
  await client().settle();
  return id;
}

const GROUPED = ['anna', 'ben', 'cleo', 'dora', 'emil'];

beforeAll(async () => {
  await client().setClock('2030-01-01T00:00:00Z');
  const meter = await sellUsage(client(), 'calls');
  const usage = { model: 'TIERED' as const, slabs: [{ rate: 1 }] };
  planId = await publishPlan(client(), {
    ...{ name: 'Calls', cards: [{ type: 'USAGE', billableId: meter, usage }] },
  });
  await client().setClock('2030-01-03T00:00:00Z');
  for (const id of ['zero', 'asleep', 'grown', ...GROUPED]) await open(id, '30');
  await client().setClock('2030-01-04T00:00:00Z');
});

describe('a draft that comes to nothing', () => {
  it('holds nothing, and no entry is open; when it comes to something it holds that again', async () => {
    await pay('zero', 20);
    expect(await holdsOf('zero')).toEqual(['ON_HOLD 20']);
    const credit = await grant('zero', 30);
    expect([await holdsOf('zero'), await funds('zero')]).toEqual([['COMPLETED 0'], [[20, 0]]]);
    await client().must.patch('/accounts/zero/wallet', { status: 'INACTIVE' });
    await client().must.post(`/credits/${credit}/void`);
    await client().settle();
    // An inactive one gives no money; when it is active again it follows with the next computation.
    expect([await holdsOf('zero'), await funds('zero')]).toEqual([['COMPLETED 0'], [[20, 0]]]);
    await client().must.patch('/accounts/zero/wallet', { status: 'ACTIVE' });
    await grant('zero', 1, '2031-01-01');
    expect([await holdsOf('zero'), await funds('zero')]).toEqual([['COMPLETED 0', 'ON_HOLD 20'], [[0, 20]]]);
  });

  it('may be paid too, and a payment that was taken back is held no more', async () => {
    const credit = await grant('asleep', 30);
    // More than it comes to now: it is for what it may come to.
    const { id: invoiceId } = await draftOf('asleep');
    await client().must.post('/accounts/asleep/wallet_topup', { topupAmount: 25 });
    await client().must.post('/ext/v1/accounts/asleep/wallet/allocate', { invoiceId, amount: 25 });
    expect([await holdsOf('asleep'), await funds('asleep')]).toEqual([['COMPLETED 0'], [[25, 0]]]);
    await client().must.post(`/credits/${credit}/void`);
    await client().settle();
    expect(await funds('asleep')).toEqual([[0, 25]]);
    const { id } = await pay('asleep', 5);
    expect(await funds('asleep')).toEqual([[0, 30]]);
    await client().must.post(`/ext/v1/payments/${id}/reverse`, { reason: 'Wrong draft' });
    expect(await funds('asleep')).toEqual([[0, 25]]);
  });
});

describe('what is held for a draft of a group', () => {
  it('is held for the bill of the group when the draft becomes a part of it', async () => {
    await pay('anna', 20);
    await pay('ben', 40);
    const cleo = await pay('cleo', 10);
    // Of 40 ben holds 30, which is what he owes.
    expect(await funds('anna', 'ben', 'cleo')).toEqual([
      [0, 20],
      [10, 30],
      [0, 10],
    ]);
    await pay('grown', 50);
    await call('grown', '15');
    const groupId = await formGroup(client(), { accounts: ['anna', 'ben', 'cleo'] });
    await client().setClock('2030-02-01T12:00:00Z');
    const [composite] = await listComposites(client(), groupId);
    expect([composite.status, composite.totalAmount]).toEqual(['DRAFT', 90]);
    expect(await funds('anna', 'ben', 'cleo')).toEqual([
      [0, 20],
      [10, 30],
      [0, 10],
    ]);
    expect(await holdsOf('anna')).toEqual(['COMPLETED 0', 'ON_HOLD 20']);
    // Taken back meanwhile, it is free at once, and gone.
    await client().must.post(`/ext/v1/payments/${cleo.id}/reverse`, { reason: 'Wrong draft' });
    expect(await funds('cleo')).toEqual([[0, 0]]);
    await client().setClock('2030-02-02T00:00:00Z');
    const issued = await client().must.get(`/invoices/${composite.id}`);
    expect([issued.status, issued.paidAmount]).toEqual(['PARTIALLY_PAID', 50]);
    expect(await funds('anna', 'ben', 'cleo')).toEqual([
      [0, 0],
      [10, 0],
      [0, 0],
    ]);
  });

  it('alone, it pays what the document comes to when it is issued', async () => {
    const [invoice] = await listInvoices(client(), 'grown');
    // 30 and 15; 50 came in.
    expect([invoice.status, invoice.paidAmount]).toEqual(['PAID', 45]);
    expect(await funds('grown')).toEqual([[5, 0]]);
  });

  it('is free again when the bill of the group is void', async () => {
    for (const id of ['dora', 'emil']) {
      await editTimeline(client(), id, [{ planId, from: '2030-02-02', until: '2030-03-01' }]);
      await use(client(), { meter: 'calls', account: id, at: '2030-02-02T00:00:00Z', amount: '30' });
    }
    await client().setClock('2030-02-03T00:00:00Z');
    const groupId = await formGroup(client(), { accounts: ['dora', 'emil'], name: 'Void' });
    for (const id of ['dora', 'emil']) await pay(id, 12);
    await client().setClock('2030-03-01T12:00:00Z');
    const [composite] = await listComposites(client(), groupId);
    expect([composite.status, await funds('dora', 'emil')]).toEqual([
      'DRAFT',
      [
        [0, 12],
        [0, 12],
      ],
    ]);
    await client().must.patch(`/invoices/${composite.id}`, { status: 'VOID' });
    expect(await funds('dora', 'emil')).toEqual([
      [12, 0],
      [12, 0],
    ]);
  });
});

it('nothing is amiss in the books', async () => {
  expect(await findMismatches(service)).toEqual([]);
});
