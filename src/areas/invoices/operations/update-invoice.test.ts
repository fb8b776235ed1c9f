import { beforeAll, describe, expect, it } from 'vitest';
import { candidateOf, openWaiting } from '#test/bill-run-scenario.ts';
import { editTimeline, lineOf, listInvoices, openAccount } from '#test/billing-scenario.ts';
import { formGroup, listComposites, membersOf, openPayer } from '#test/group-scenario.ts';
import { payInvoice, recordsOf } from '#test/payment-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();

async function grant(client: Client, accountId: string, creditAmount: number): Promise<string> {
  const terms = { purpose: 'Goodwill', effectiveFrom: '2030-01-01', priority: 1 };
  const { body } = await client.post('/credits', { creditRequests: [{ accountId, creditAmount, ...terms }] });
  await client.settle();
  return body[0].id;
}

const byAmount = (a: Reply['body'], b: Reply['body']) => b.totalAmount - a.totalAmount;

const remainingOf = async (client: Client, accountId: string) =>
  (await client.must.get(`/accounts/${accountId}/credit_balance`)).availableBalance;

describe('PATCH /invoices/{invoice_id} of an account', () => {
  let client: Client;
  const draftOf = async (account: string): Promise<Reply['body']> => (await listInvoices(client, account))[0];
  const change = async (account: string, body?: object) =>
    client.patch(`/invoices/${(await draftOf(account)).id}`, body);
  const error = async (account: string, status: string) => {
    const reply = await change(account, { status });
    return [reply.status, reply.body.message.replace(/inv\.\S+/g, 'inv')];
  };

  beforeAll(async () => {
    client = await openWaiting(service, 'patched', ['one', 'two', 'three', 'four']);
    await grant(client, 'one', 4);
  });

  it('400 while the cycle runs, and for what a draft cannot become', async () => {
    expect(await error('one', 'DUE')).toEqual([
      400,
      'invoice inv cannot be issued before 2030-02-03T00:00:00Z: events of its cycle count until then',
    ]);
    expect(await error('one', 'VOID')).toEqual([
      400,
      'the cycle of invoice inv ends at 2030-02-01T00:00:00Z: to stop billing, end the plan ' +
        'association instead',
    ]);
    expect(await error('one', 'PAID')).toEqual([400, 'cannot change status from DRAFT to PAID']);
    expect(await error('one', 'REFUND_INITIATED')).toEqual([
      400,
      'cannot change status from DRAFT to REFUND_INITIATED',
    ]);
    const typed = await change('one', { lineItems: [{ description: 'Work', value: 1 }], autoAdvance: true });
    expect([typed.status, typed.body.message]).toEqual([
      400,
      'lineItems: can only be changed while a CUSTOM invoice is a DRAFT',
    ]);
  });

  it('400 for a status that nobody may ask for, 404 for an unknown invoice', async () => {
    expect((await change('one', { status: 'MERGED' })).status).toBe(400);
    expect((await client.patch('/invoices/inv.none', { status: 'VOID' })).status).toBe(404);
  });

  it('200 without a change', async () => {
    for (const body of [undefined, {}, { autoAdvance: false }]) {
      const { status, body: invoice } = await change('one', body);
      expect([status, invoice.status, invoice.autoAdvance]).toEqual([200, 'DRAFT', false]);
    }
  });

  it('200 for a draft whose deadline has passed: it is issued as by a bill run', async () => {
    await client.setClock('2030-02-03T00:00:00Z');
    const { status, body } = await change('one', { status: 'DUE' });
    expect([status, body.status, body.sequenceId, body.totalAmount]).toEqual([200, 'DUE', '2030-02-0001', 6]);
    expect(await remainingOf(client, 'one')).toBe(0);
    expect((await change('one', { status: 'DUE' })).body).toMatchObject({ sequenceId: '2030-02-0001' });
  });

  it('200 for what is given up and then void: credits come back, the number stays', async () => {
    expect((await change('one', { status: 'UN_COLLECTIBLE' })).body.status).toBe('UN_COLLECTIBLE');
    const { body } = await change('one', { status: 'VOID' });
    expect([body.status, body.sequenceId, body.totalAmount]).toEqual(['VOID', '2030-02-0001', 6]);
    expect(await remainingOf(client, 'one')).toBe(4);
    expect((await change('one', { status: 'VOID' })).status).toBe(200);
    expect(await remainingOf(client, 'one')).toBe(4);
    expect(await error('one', 'DUE')).toEqual([400, 'cannot change status from VOID to DUE']);
    const advance = await change('one', { autoAdvance: true });
    expect([advance.status, advance.body.message]).toMatchObject([400, /it can be changed while it is a/]);
  });

  it('200 for a draft whose cycle is over: the cycle is closed without a bill', async () => {
    const { body } = await change('two', { status: 'VOID' });
    expect([body.status, body.sequenceId]).toEqual(['VOID', undefined]);
    // A change of the timeline does not bring it back.
    await editTimeline(client, 'two', [{ from: '2030-02-20' }]);
    expect((await listInvoices(client, 'two')).map(lineOf)).toEqual([
      '2030-01-01 to 2030-02-01 VOID 10',
      '2030-02-01 to 2030-02-20 DRAFT 10',
    ]);
  });

  it('200 for a waiting draft that may advance: it is issued at once', async () => {
    expect((await change('three', { autoAdvance: true })).body).toMatchObject({ status: 'DRAFT' });
    await client.settle();
    expect(candidateOf(await draftOf('three'))).toBe('three 2030-02-03 DUE FINALIZED');
  });

  it('two who ask at once issue it once', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => change('four', { status: 'DUE' })));
    expect(replies.map(({ status, body }) => [status, body.sequenceId])).toEqual(
      [1, 2, 3].map(() => [200, '2030-02-0003']),
    );
  });
});

describe('PATCH /invoices/{invoice_id} to PAID and refunded', () => {
  let client: Client;
  let path: string;
  const change = (status: string) => client.patch(path, { status });
  const listed = async () => (await client.must.get('/payments')).data;

  beforeAll(async () => {
    client = await openWaiting(service, 'paid-by-hand', ['one', 'two']);
    await grant(client, 'one', 4);
    await client.setClock('2030-02-03T00:00:00Z');
    const [{ id }] = await listInvoices(client, 'one');
    path = `/invoices/${id}`;
    await change('DUE');
  });

  it('200 with a payment by hand of what it lacks, once', async () => {
    // 10 − 4 of the credit = 6; 2.5 are paid, so 3.5 are left.
    const invoiceId = path.slice('/invoices/'.length);
    await payInvoice(client, { accountId: 'one', invoiceId, amount: 2.5 });
    const replies = await Promise.all([1, 2, 3].map(() => change('PAID')));
    expect(replies.map(({ status, body }) => [status, body.status, body.paidAmount])).toEqual(
      [1, 2, 3].map(() => [200, 'PAID', 6]),
    );
    const [manual, first, ...others] = (await listed()).sort(byAmount);
    expect([manual.totalAmount, first.totalAmount, others]).toEqual([3.5, 2.5, []]);
    expect(manual.externalPaymentReferences).toMatchObject({ sourceName: 'MANUAL', sourceType: 'CASH' });
    expect(recordsOf(manual)).toEqual(['INVOICE 3.5 @1']);
  });

  it('400 for void once it is paid (vector 9)', async () => {
    const { status, body } = await change('VOID');
    expect([status, body.message]).toEqual([400, 'cannot change status from PAID to VOID']);
    expect((await change('REFUND_COMPLETED')).body.message).toBe(
      'cannot change status from PAID to REFUND_COMPLETED',
    );
  });

  it('200 for a refund: payments to be given back, the last first; credits are back at its end', async () => {
    const [manual, first] = (await listed()).sort(byAmount);
    const { body: started } = await change('REFUND_INITIATED');
    expect([started.status, started.paidAmount, started.metadata.refundAmount]).toEqual([
      'REFUND_INITIATED',
      6,
      '6',
    ]);
    expect(started.metadata.manualRefunds).toEqual([
      { paymentId: manual.id, amount: '3.5' },
      { paymentId: first.id, amount: '2.5' },
    ]);
    expect(await remainingOf(client, 'one')).toBe(0);
    expect((await change('PAID')).status).toBe(400);
    const reversal = await client.post(`/ext/v1/payments/${first.id}/reverse`, { reason: 'Too late' });
    expect(reversal.body.message).toMatch(/cannot be reversed: invoice inv\.\S+ is REFUND_INITIATED$/);
    const ended = await Promise.all([1, 2].map(() => change('REFUND_COMPLETED')));
    for (const { status, body } of ended)
      expect([status, body.status, body.paidAmount, body.metadata.refundedAmount]).toEqual([
        ...[200, 'REFUND_COMPLETED', 6, '6'],
      ]);
    expect(await remainingOf(client, 'one')).toBe(4);
  });
});

describe('PATCH /invoices/{invoice_id} of a group', () => {
  let client: Client;
  let groupId: string;
  const compositeOf = async (at: number) => (await listComposites(client, groupId))[at];
  const change = async (at: number, status: string) =>
    client.patch(`/invoices/${(await compositeOf(at)).id}`, { status });

  beforeAll(async () => {
    client = service.sandbox;
    await client.setClock('2030-01-01T00:00:00Z');
    await openPayer(client, 'anna', { rate: 10 });
    await openPayer(client, 'ben', { rate: 20 });
    groupId = await formGroup(client, { accounts: ['anna', 'ben'] });
    await grant(client, 'anna', 5);
    await client.setClock('2030-02-01T12:00:00Z');
  });

  it('400 before its day is over', async () => {
    const { status, body } = await change(0, 'DUE');
    expect([status, body.message]).toEqual([
      400,
      expect.stringMatching(
        / cannot be issued before 2030-02-02T00:00:00Z: invoices of its group are merged into it/,
      ),
    ]);
    const advance = await client.patch(`/invoices/${(await compositeOf(0)).id}`, { autoAdvance: false });
    expect([advance.status, advance.body.message]).toMatchObject([400, /is issued when its day is over$/]);
  });

  it('200 for void: its members are void, and their credits come back', async () => {
    await client.setClock('2030-02-02T00:00:00Z');
    expect(membersOf(await compositeOf(0))).toEqual(['anna 5', 'ben 20']);
    const [member] = await listInvoices(client, 'anna');
    const alone = await client.patch(`/invoices/${member.id}`, { status: 'VOID' });
    expect([alone.status, alone.body.message]).toEqual([400, 'cannot change status from MERGED to VOID']);
    const { body } = await change(0, 'VOID');
    expect([body.status, body.sequenceId]).toEqual(['VOID', '2030-02-0001']);
    expect((await listInvoices(client, 'anna')).map(lineOf)).toEqual([
      '2030-01-01 to 2030-02-01 VOID 5',
      '2030-02-01 to 2030-03-01 DRAFT 5',
    ]);
    expect(await remainingOf(client, 'anna')).toBe(5);
  });

  it('200 for void on its day: it is not issued when the day is over', async () => {
    await client.setClock('2030-03-01T12:00:00Z');
    expect((await change(1, 'VOID')).body).toMatchObject({ status: 'VOID' });
    await client.setClock('2030-03-02T00:00:00Z');
    const march = await compositeOf(1);
    expect([march.status, march.sequenceId, march.totalAmount]).toEqual(['VOID', undefined, 25]);
    expect((await listInvoices(client, 'ben')).map(({ status }) => status)).toEqual([
      'VOID',
      'VOID',
      'DRAFT',
    ]);
  });
});

describe('PATCH /invoices/{invoice_id} of manual lines', () => {
  let client: Client;
  const JANUARY = { startDate: '2030-01-01T00:00:00Z', endDate: '2030-02-01T00:00:00Z' };
  const lineItems = [{ description: 'Work', value: 10 }];
  const draft = (members: object = {}): Promise<Reply['body']> =>
    client.must.post('/invoices', {
      ...{ accountId: 'typed', status: 'DRAFT', ...JANUARY, lineItems },
      ...members,
    });

  beforeAll(async () => {
    client = (await service.createOrganization('typed')).sandbox;
    await client.setClock('2030-01-20T00:00:00Z');
    await openAccount(client, 'typed');
  });

  it('200: lines are replaced as a whole and the period moves, what is not named stays', async () => {
    const { id } = await draft();
    const edited = await client.must.patch(`/invoices/${id}`, {
      endDate: '2030-01-15T00:00:00Z',
      lineItems: [
        { description: 'Other', quantity: 2, valuePerQuantity: 3 },
        { description: 'More', value: 1 },
      ],
    });
    expect(edited).toMatchObject({
      ...{ status: 'DRAFT', totalAmount: 7, invoiceDate: '2030-01-15T00:00:00.000Z' },
      ...{ startDate: '2030-01-01T00:00:00.000Z', endDate: '2030-01-15T00:00:00.000Z' },
    });
    const issued = await client.must.patch(`/invoices/${id}`, {
      ...{ status: 'DUE', lineItems: [{ description: 'Last', value: 8 }] },
    });
    expect([issued.status, issued.totalAmount]).toEqual(['DUE', 8]);
    const late = await client.patch(`/invoices/${id}`, { lineItems });
    expect([late.status, late.body.message]).toEqual([
      400,
      'lineItems: can only be changed while a CUSTOM invoice is a DRAFT',
    ]);
  });

  it('400 for what is not over, for a period backwards and for lines without an amount', async () => {
    const { id } = await draft();
    for (const [members, message] of [
      [{ status: 'DUE' }, 'endDate: 2030-02-01T00:00:00Z must not be in the future'],
      [{ startDate: '2030-02-01T00:00:00Z' }, 'endDate: must be after startDate'],
      [{ lineItems: [{ description: 'x' }] }, 'lineItems[0]: must have either value'],
      [{ lineItems: [] }, 'lineItems'],
    ] as const) {
      const { status, body } = await client.patch(`/invoices/${id}`, members);
      expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
    }
    expect(await client.must.get(`/invoices/${id}`)).toMatchObject({ status: 'DRAFT', totalAmount: 10 });
  });

  it('200 for an end that comes later, with autoAdvance: it is issued then', async () => {
    const { id } = await draft({ autoAdvance: true });
    await client.must.patch(`/invoices/${id}`, { endDate: '2030-02-03T00:00:00Z' });
    await client.setClock('2030-02-02T00:00:00Z');
    expect((await client.must.get(`/invoices/${id}`)).status).toBe('DRAFT');
    await client.setClock('2030-02-03T00:00:00Z');
    expect((await client.must.get(`/invoices/${id}`)).status).toBe('DUE');
  });
});
