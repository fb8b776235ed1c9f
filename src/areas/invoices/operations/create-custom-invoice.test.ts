import { beforeAll, describe, expect, it, test } from 'vitest';
import {
  editTimeline,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
  valuesOf,
} from '#test/billing-scenario.ts';
import { formGroup } from '#test/group-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;

const JANUARY = { startDate: '2030-01-01T00:00:00Z', endDate: '2030-02-01T00:00:00Z' };
const WORK = { description: 'Work', quantity: 3, valuePerQuantity: 12.5 };
const typed = (members: object = {}) => ({
  ...{ accountId: 'acme', status: 'DUE', ...JANUARY, lineItems: [WORK] },
  ...members,
});
const create = (members?: object) => client.post('/invoices', typed(members));
const must = (members?: object): Promise<Reply['body']> => client.must.post('/invoices', typed(members));
const get = (id: string): Promise<Reply['body']> => client.must.get(`/invoices/${id}`);

async function grant(accountId: string, creditAmount: number, scope: string[] = []): Promise<string> {
  const terms = { purpose: 'Goodwill', effectiveFrom: '2030-01-01', priority: 1, applicableEntityIds: scope };
  const body = await client.must.post('/credits', {
    creditRequests: [{ accountId, creditAmount, ...terms }],
  });
  await client.settle();
  return body[0].id;
}

const balanceOf = async (accountId: string) => {
  const balance = await client.must.get(`/accounts/${accountId}/credit_balance`);
  return [balance.availableBalance, balance.runningBalance];
};

beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-02-10T12:00:00Z');
  await openAccount(client, 'acme', { netTermDays: 10 });
});

describe('POST /invoices', () => {
  it('201 for one that is due at once: it has a number, a date and every amount explained', async () => {
    const lineItems = [WORK, { id: 'discount', description: 'Discount', value: -7.5 }];
    const { status, body } = await create({ lineItems });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ status: 'DUE', finalizingStatus: 'FINALIZED', invoiceClass: 'INVOICE', invoiceType: 'CUSTOM' },
      ...{ ownerId: 'acme', customerId: 'customer-acme', totalAmount: 30, paidAmount: 0, netTermDays: 10 },
      ...{ startDate: '2030-01-01T00:00:00.000Z', endDate: '2030-02-01T00:00:00.000Z' },
      ...{ invoiceDate: '2030-02-10T12:00:00.000Z', dueDate: '2030-02-20T23:59:59.999Z' },
    });
    expect(body.sequenceId).toMatch(/^2030-02-\d{4}$/);
    expect(body).not.toHaveProperty('pricePlanId');
    expect(valuesOf(body, 'CUSTOM_AMOUNT')).toEqual([
      ['CUSTOM_AMOUNT', 37.5],
      ['CUSTOM_AMOUNT', -7.5],
    ]);
    const { lines, verification } = await client.must.get(`/ext/v1/invoices/${body.id}/explain`);
    expect(verification.isIdentical).toBe(true);
    expect(lines.map(({ lineId, steps }: Reply['body']) => [lineId, ...steps])).toEqual([
      ['custom.1', 'rate × quantity: 12.5 × 3 = 37.5', 'charged: 37.5 USD'],
      ['discount', 'amount: -7.5', 'charged: -7.5 USD'],
    ]);
  });

  it('201 for nothing to pay, which is paid, and for what is given back', async () => {
    expect(await must({ lineItems: [{ description: 'None', value: 0 }] })).toMatchObject({ status: 'PAID' });
    expect(await must({ lineItems: [{ description: 'Back', value: -4 }] })).toMatchObject({
      ...{ status: 'REFUND_COMPLETED', totalAmount: -4 },
    });
  });

  it('201 for one that is paid already, by hand as far as credits and wallet have not', async () => {
    await openAccount(client, 'payed');
    await grant('payed', 10);
    await client.must.post('/accounts/payed/wallet_topup', { topupAmount: 5 });
    const paid = await must({ accountId: 'payed', status: 'PAID' });
    expect([paid.status, paid.totalAmount, paid.paidAmount]).toEqual(['PAID', 27.5, 27.5]);
    const { data } = await client.must.get('/payments?account_id=payed');
    expect(data.map(({ totalAmount }: Reply['body']) => totalAmount)).toEqual([22.5]);
    const back = await create({ status: 'PAID', lineItems: [{ description: 'Back', value: -1 }] });
    expect([back.status, back.body.message]).toEqual([
      400,
      'status: PAID requires a total of 0 or more; send DUE',
    ]);
  });

  it('201 without the wallet where it is not to pay', async () => {
    await openAccount(client, 'kept');
    await client.must.post('/accounts/kept/wallet_topup', { topupAmount: 50 });
    const due = await must({ accountId: 'kept', applyWalletBalance: false });
    expect([due.status, due.paidAmount]).toEqual(['DUE', 0]);
    const paid = await must({ accountId: 'kept' });
    expect([paid.status, paid.paidAmount]).toEqual(['PAID', 37.5]);
  });

  it('201 and the same invoice for a repeat under one key, 409 for another under it', async () => {
    const first = await must({ idempotencyKey: 'k1' });
    const again = await create({ idempotencyKey: 'k1' });
    expect([again.status, again.body.id]).toEqual([201, first.id]);
    const other = await create({ idempotencyKey: 'k1', lineItems: [{ description: 'Other', value: 1 }] });
    expect([other.status, other.body.message]).toEqual([
      409,
      'idempotencyKey: k1 was used before for another custom invoice of the owner; use a new key',
    ]);
    // Keys are the owner's.
    await openAccount(client, 'neighbour');
    expect((await create({ accountId: 'neighbour', idempotencyKey: 'k1' })).status).toBe(201);
  });

  it('201 once for ten at the same time under one key', async () => {
    await openAccount(client, 'parallel');
    const body = { accountId: 'parallel', idempotencyKey: 'k' };
    const replies = await Promise.all(Array.from({ length: 10 }, () => create(body)));
    expect(new Set(replies.map(({ status, body: { id } }) => `${status} ${id}`)).size).toBe(1);
    expect(await listInvoices(client, 'parallel')).toHaveLength(1);
  });

  test.each<[string, object, string]>([
    ['a period that runs backwards', { endDate: '2029-12-31T00:00:00Z' }, 'endDate: must be after startDate'],
    ['an empty period', { endDate: JANUARY.startDate }, 'endDate: must be after startDate'],
    [
      'what is due and has not ended',
      { endDate: '2030-02-10T12:00:01Z' },
      'endDate: 2030-02-10T12:00:01Z must not be in the',
    ],
    ['no line', { lineItems: [] }, 'lineItems'],
    ['51 lines', { lineItems: Array.from({ length: 51 }, () => WORK) }, 'lineItems'],
    [
      'a line without an amount',
      { lineItems: [{ description: 'x' }] },
      'lineItems[0]: must have either value, or',
    ],
    [
      'half a price',
      { lineItems: [{ description: 'x', quantity: 2 }] },
      'lineItems[0]: quantity and valuePer',
    ],
    [
      'two amounts that differ',
      { lineItems: [WORK, { ...WORK, value: 37.49 }] },
      'lineItems[1].value: is 37.49, but quantity × valuePerQuantity is 37.5; send one or the other',
    ],
    [
      'two lines of one id',
      {
        lineItems: [
          { ...WORK, id: 'a' },
          { ...WORK, id: 'a' },
        ],
      },
      'lineItems[1].id: a is repeated',
    ],
    ['no description', { lineItems: [{ value: 1 }] }, 'description'],
    [
      'a total that nobody can store',
      {
        lineItems: [
          { description: 'x', value: 9e33 },
          { description: 'y', value: 9e33 },
        ],
      },
      'lineItems: the total',
    ],
    ['an unknown member', { note: 'x' }, 'note'],
    ['a status that nobody can ask for', { status: 'VOID' }, 'status'],
  ])('400 for %s', async (_, members, message) => {
    const { status, body } = await create(members);
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
  });

  it('404 for an unknown account, group or billable, 400 for an account that is not billed', async () => {
    expect((await create({ accountId: 'nobody' })).status).toBe(404);
    expect((await create({ accountId: 'acme', ownerType: 'INVOICE_GROUP' })).status).toBe(404);
    for (const billableId of ['um.none', 'ALL_USAGE_METER_RATE_CARDS'])
      expect((await create({ lineItems: [{ ...WORK, billableId }] })).status).toBe(404);
    await openAccount(client, 'draft', { status: 'DRAFT' });
    expect((await create({ accountId: 'draft' })).status).toBe(400);
    await openAccount(client, 'gone');
    await client.must.delete('/accounts/gone');
    expect((await create({ accountId: 'gone' })).status).toBe(400);
  });
});

describe('the credits of the account', () => {
  it('pay what is due at once, unless they are not to', async () => {
    await openAccount(client, 'payer');
    await grant('payer', 50);
    const paid = await must({ accountId: 'payer' });
    expect([paid.totalAmount, paid.status]).toEqual([0, 'PAID']);
    expect(await balanceOf('payer')).toEqual([12.5, 12.5]);
    const other = await must({ accountId: 'payer', applyCredits: false });
    expect([other.totalAmount, other.status]).toEqual([37.5, 'DUE']);
    expect(await balanceOf('payer')).toEqual([12.5, 12.5]);
  });

  it('are held by drafts, and free again when those are deleted or void', async () => {
    await openAccount(client, 'holder');
    await grant('holder', 50);
    const first = await must({ accountId: 'holder', status: 'DRAFT' });
    const second = await must({ accountId: 'holder', status: 'DRAFT', endDate: '2030-02-02T00:00:00Z' });
    const without = await must({ accountId: 'holder', status: 'DRAFT', applyCredits: false });
    expect([first.totalAmount, second.totalAmount, without.totalAmount]).toEqual([0, 25, 37.5]);
    expect(await balanceOf('holder')).toEqual([50, 0]);
    await client.must.delete(`/invoices/${first.id}`);
    expect(await balanceOf('holder')).toEqual([50, 12.5]);
    expect((await get(second.id)).totalAmount).toBe(0);
    await client.must.patch(`/invoices/${second.id}`, { status: 'VOID' });
    expect(await balanceOf('holder')).toEqual([50, 50]);
  });

  it('that ended before its period do not pay', async () => {
    await openAccount(client, 'early');
    await grant('early', 50);
    const later = { startDate: '2029-11-01T00:00:00Z', endDate: '2030-01-01T00:00:00Z' };
    expect((await must({ accountId: 'early', ...later })).totalAmount).toBe(37.5);
  });
});

describe('a draft', () => {
  it('is issued by itself at its end with autoAdvance, and otherwise waits', async () => {
    await openAccount(client, 'later');
    const march = { startDate: '2030-03-01T00:00:00Z', endDate: '2030-04-01T00:00:00Z', accountId: 'later' };
    const [alone, waiting] = [
      await must({ ...march, status: 'DRAFT', autoAdvance: true }),
      await must({ ...march, status: 'DRAFT' }),
    ];
    expect([alone.status, alone.autoAdvance, waiting.autoAdvance]).toEqual(['DRAFT', true, false]);
    await client.setClock('2030-03-31T23:59:59Z');
    expect((await get(alone.id)).status).toBe('DRAFT');
    await client.setClock('2030-04-01T00:00:00Z');
    const issued = await get(alone.id);
    expect([issued.status, issued.invoiceDate]).toEqual(['DUE', '2030-04-01T00:00:00.000Z']);
    expect((await get(waiting.id)).status).toBe('DRAFT');
    // A bill run takes it, as it takes those of cycles.
    const run = await client.must.get('/invoices/bill_runs?status=DRAFT&owner_id=later');
    expect(run.data.map(({ id }: { id: string }) => id)).toEqual([waiting.id]);
    await client.must.post('/invoices/bill_runs', { invoiceIds: [waiting.id] });
    await client.settle();
    expect((await get(waiting.id)).status).toBe('DUE');
  });

  it('takes charges, and is computed with them when it is issued', async () => {
    const { id } = await must({ status: 'DRAFT' });
    const items = [{ name: 'Handling', value: '{"*":[{"var":"custom.1"},0.1]}' }];
    await client.must.put(`/invoices/${id}/miscellaneous_charges`, { items });
    expect((await get(id)).totalAmount).toBe(41.25);
    expect(await client.must.patch(`/invoices/${id}`, { status: 'DUE' })).toMatchObject({
      ...{ status: 'DUE', totalAmount: 41.25 },
    });
  });

  it('stays when the timeline of the account changes', async () => {
    await openAccount(client, 'moved');
    const { id } = await must({ accountId: 'moved', status: 'DRAFT' });
    const fee = await sellFee(client, 'Fee of moved');
    const cards = [{ type: 'FIXED_FEE' as const, billableId: fee, fee: { rate: 10 } }];
    const planId = await publishPlan(client, { name: 'Plan of moved', cards });
    await editTimeline(client, 'moved', [{ planId, from: '2030-05-01' }]);
    expect((await get(id)).status).toBe('DRAFT');
  });
});

describe('an invoice of a group', () => {
  it('201 with the group as its owner and no credits', async () => {
    await openAccount(client, 'member');
    await grant('member', 50);
    const groupId = await formGroup(client, { accounts: ['member'], netTermDays: 3 });
    const group = { accountId: groupId, ownerType: 'INVOICE_GROUP' };
    const due = await must(group);
    expect(due).toMatchObject({ ownerId: groupId, status: 'DUE', totalAmount: 37.5, netTermDays: 3 });
    expect(due).not.toHaveProperty('customerId');
    expect(due.invoiceDetails.invoiceGroup).toMatchObject({ id: groupId, name: 'Holding' });
    await client.must.post('/payments', {
      ...{ accountId: 'member', currency: 'USD', totalAmount: 30 },
      externalPaymentReference: { sourceName: 'Bank', sourceType: 'BANK_TRANSFER', transactionNumber: '1' },
      lineItemRecords: [{ type: 'INVOICE', platformId: due.id, order: 1 }],
    });
    expect(await get(due.id)).toMatchObject({ status: 'PARTIALLY_PAID', paidAmount: 30 });
    const paid = await client.must.patch(`/invoices/${due.id}`, { status: 'PAID' });
    expect([paid.status, paid.paidAmount]).toEqual(['PAID', 37.5]);
    expect((await must({ ...group, status: 'PAID' })).status).toBe('PAID');
    const draft = await must({ ...group, status: 'DRAFT' });
    await client.must.put(`/invoices/${draft.id}/miscellaneous_charges`, {
      items: [{ name: 'Fee', value: '2' }],
    });
    const edited = await client.must.patch(`/invoices/${draft.id}`, {
      lineItems: [{ description: 'Less', value: 1 }],
    });
    expect([edited.status, edited.totalAmount]).toEqual(['DRAFT', 3]);
    const issued = await client.must.patch(`/invoices/${draft.id}`, { status: 'DUE' });
    expect([issued.status, issued.totalAmount]).toEqual(['DUE', 3]);
    const gone = await must({ ...group, status: 'DRAFT' });
    await client.must.delete(`/invoices/${gone.id}`);
    expect((await client.get(`/invoices/${gone.id}`)).status).toBe(404);
  });

  it('of a member is merged where the group bills once a day', async () => {
    await openAccount(client, 'daily');
    await formGroup(client, { accounts: ['daily'], name: 'Daily' });
    expect(await must({ accountId: 'daily' })).toMatchObject({ status: 'MERGED' });
  });
});
