import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount, sellFee } from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { formGroup, listComposites } from '#test/group-scenario.ts';
import { fundsOf } from '#test/payment-scenario.ts';
import { buy, publishBundle } from '#test/purchase-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

/* No wallet pays by itself here. */
const service = useService();
const client = () => service.sandbox;
const send = (id: string, body: object, headers: Record<string, string> = {}): Promise<Reply> =>
  client().post(`/ext/v1/accounts/${id}/wallet/allocate`, body, headers);
const bill = (accountId: string, value: number, status = 'DUE') =>
  client().must.post('/invoices', {
    ...{ accountId, ownerType: 'ACCOUNT', status, lineItems: [{ description: 'Work', value }] },
    ...{ startDate: '2029-12-01T00:00:00Z', endDate: '2030-01-01T00:00:00Z' },
  });
const invoiceOf = (id: string): Promise<Reply['body']> => client().must.get(`/invoices/${id}`);

/** An account with so much in its wallet. */
async function open(id: string, topupAmount = 100): Promise<string> {
  await openAccount(client(), id);
  if (topupAmount > 0) await client().must.post(`/accounts/${id}/wallet_topup`, { topupAmount });
  return id;
}

beforeAll(async () => {
  await client().setClock('2030-01-02T00:00:00Z');
  await client().must.post('/settings', {
    ...{ id: 'WALLET_AUTO_NET_OFF', namespace: 'PLATFORM', name: 'net off', dataType: 'STRING' },
    ...{ value: 'false', entityType: 'ORGANIZATION', entityId: 'default' },
  });
});

describe('POST /ext/v1/accounts/{account_id}/wallet/allocate', () => {
  it('200 for a part of an invoice, and for the rest without an amount', async () => {
    const id = await open('parts');
    const { id: invoiceId, status } = await bill(id, 70);
    expect(status).toBe('DUE');
    expect((await send(id, { invoiceId, amount: 25.5 })).body).toEqual({
      ...{ invoiceId, invoiceStatus: 'PARTIALLY_PAID', paidAmount: 25.5, heldAmount: 0, balance: 74.5 },
    });
    // 70 − 25.50 = 44.50, and 74.50 − 44.50 = 30
    expect((await send(id, { invoiceId })).body).toEqual({
      ...{ invoiceId, invoiceStatus: 'PAID', paidAmount: 70, heldAmount: 0, balance: 30 },
    });
    const { data } = await client().must.get(`/accounts/${id}/wallet/entries`);
    expect(data[0]).toMatchObject({ transactionType: 'DEBITED', amount: 44.5, entityId: invoiceId });
    const paid = await client().must.get(
      `/ext/v1/webhooks/events?type=invoice.paid&resource_id=${invoiceId}`,
    );
    expect(paid.data).toHaveLength(1);
  });

  it('200 for as much as the wallet has, and for what was given up', async () => {
    const id = await open('short', 30);
    const { id: invoiceId } = await bill(id, 70);
    await client().must.patch(`/invoices/${invoiceId}`, { status: 'UN_COLLECTIBLE' });
    const { body } = await send(id, { invoiceId });
    expect([body.invoiceStatus, body.paidAmount, body.balance]).toEqual(['UN_COLLECTIBLE', 30, 0]);
  });

  it('200 for a draft: it is held, follows the draft and is paid when that is issued', async () => {
    const id = await open('draft');
    const { id: invoiceId } = await bill(id, 40, 'DRAFT');
    expect((await send(id, { invoiceId, amount: 60 })).body).toEqual({
      ...{ invoiceId, invoiceStatus: 'DRAFT', paidAmount: 0, heldAmount: 40, balance: 60 },
    });
    const lines = (value: number) => ({ lineItems: [{ description: 'Work', value }] });
    await client().must.patch(`/invoices/${invoiceId}`, lines(75));
    expect(await fundsOf(client(), id)).toEqual([40, 60]);
    await client().must.patch(`/invoices/${invoiceId}`, lines(10));
    expect(await fundsOf(client(), id)).toEqual([90, 10]);
    await client().must.patch(`/invoices/${invoiceId}`, { ...lines(65), status: 'DUE' });
    const { status, paidAmount } = await invoiceOf(invoiceId);
    expect([status, paidAmount, await fundsOf(client(), id)]).toEqual(['PARTIALLY_PAID', 60, [40, 0]]);
  });

  it('200 for a draft, and free again when that is void, deleted or below nothing', async () => {
    const id = await open('free');
    const [voided, deleted, negative] = [
      await bill(id, 20, 'DRAFT'),
      await bill(id, 30, 'DRAFT'),
      await bill(id, 15, 'DRAFT'),
    ];
    for (const { id: invoiceId } of [voided, deleted, negative]) await send(id, { invoiceId });
    expect(await fundsOf(client(), id)).toEqual([35, 65]);
    await client().must.patch(`/invoices/${voided.id}`, { status: 'VOID' });
    expect(await fundsOf(client(), id)).toEqual([55, 45]);
    await client().must.delete(`/invoices/${deleted.id}`);
    expect(await fundsOf(client(), id)).toEqual([85, 15]);
    const lineItems = [{ description: 'Returned', value: -5 }];
    await client().must.patch(`/invoices/${negative.id}`, { lineItems, status: 'DUE' });
    expect(await fundsOf(client(), id)).toEqual([105, 0]);
  });

  it('200 for an order, which becomes an invoice when it is paid in full', async () => {
    const id = await open('buyer');
    const fee = await sellFee(client(), 'Set-up');
    const plan = await publishBundle(client(), { name: 'Bundle', fees: { [fee]: 50 } });
    const purchase = await buy(client(), id, { pricePlanId: plan });
    const { invoiceId } = purchase;
    expect((await send(id, { invoiceId, amount: 20 })).body.invoiceStatus).toBe('PARTIALLY_PAID');
    expect((await send(id, { invoiceId })).body).toMatchObject({ invoiceStatus: 'PAID', balance: 50 });
    await client().settle();
    expect((await invoiceOf(invoiceId)).invoiceClass).toBe('INVOICE');
    expect((await client().must.get(`/purchases/${purchase.id}`)).status).toBe('SUCCESS');
  });

  it('200 for the invoice of a group, by its member, and 404 for one who is not', async () => {
    const [member, other] = [await open('member'), await open('other')];
    const group = await formGroup(client(), { accounts: [member] });
    const { id: merged } = await bill(member, 80);
    const [{ id: draft }] = await listComposites(client(), group);
    expect((await send(member, { invoiceId: merged })).body.message).toBe(
      `invoiceId: invoice ${merged} is merged into invoice ${draft}; use that invoice`,
    );
    expect((await send(member, { invoiceId: draft })).body.message).toBe(
      `invoiceId: invoice ${draft} is the DRAFT of a group, for which a wallet cannot hold money; ` +
        'wait until it is DUE',
    );
    await client().setClock('2030-01-03T00:00:00Z');
    expect((await send(other, { invoiceId: draft })).status).toBe(404);
    const { body } = await send(member, { invoiceId: draft, amount: 30 });
    expect([body.invoiceStatus, body.paidAmount, body.balance]).toEqual(['PARTIALLY_PAID', 30, 70]);
  });

  it('200 once for one Idempotency-Key', async () => {
    const id = await open('keyed');
    const { id: invoiceId } = await bill(id, 70);
    const key = { 'idempotency-key': 'allocate-1' };
    for (let i = 0; i < 2; i++)
      expect((await send(id, { invoiceId, amount: 10 }, key)).body.paidAmount).toBe(10);
    expect(await fundsOf(client(), id)).toEqual([90, 0]);
  });

  it('400 for more than there is or is lacking, also at the same time', async () => {
    const id = await open('races');
    const [one, two] = [await bill(id, 70), await bill(id, 70)];
    const both = await Promise.all([one, two].map((each) => send(id, { invoiceId: each.id, amount: 70 })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(both.find(({ status }) => status === 400)?.body.message).toBe(
      'amount: the wallet has only 30 available; send at most that amount',
    );
    const { id: small } = await bill(id, 12.3);
    const twice = await Promise.all([1, 2].map(() => send(id, { invoiceId: small, amount: 12.3 })));
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 400]);
    const { id: less } = await bill(id, 5);
    expect((await send(id, { invoiceId: less, amount: 5.01 })).body.message).toBe(
      `amount: exceeds outstanding 5 of invoice ${less}`,
    );
    expect(await fundsOf(client(), id)).toEqual([17.7, 0]);
  });

  it('400 for what takes no payment, half a cent, no money and a wallet that is INACTIVE', async () => {
    const id = await open('refused');
    const { id: paid } = await bill(id, 10, 'PAID');
    const { id: due } = await bill(id, 10);
    const { id: empty } = await bill(id, -1, 'DRAFT');
    const topup = await buy(client(), id, { type: 'WALLET_TOPUP', walletTopupDetails: { topupAmount: 9 } });
    for (const [body, message] of [
      [{ invoiceId: paid }, `invoiceId: invoice ${paid} is PAID and cannot be paid`],
      [{ invoiceId: due, amount: 1.005 }, 'amount: must have at most 2 decimal places in USD'],
      [{ invoiceId: due, amount: 0 }, 'amount: must be greater than 0'],
      [{ invoiceId: empty }, `amount: exceeds outstanding -1 of invoice ${empty}`],
      [
        { invoiceId: topup.invoiceId },
        `invoiceId: invoice ${topup.invoiceId} is a wallet top-up and cannot be paid from a wallet`,
      ],
    ] as const) {
      const { status, body: response } = await send(id, body);
      expect([status, response.message]).toEqual([400, expect.stringContaining(message)]);
    }
    await client().must.patch(`/accounts/${id}/wallet`, { status: 'INACTIVE' });
    expect((await send(id, { invoiceId: due })).body.message).toBe(
      'account_id: the wallet of account refused is not usable now; check its status and effectiveFrom',
    );
    const poor = await open('poor', 0);
    const { id: invoiceId } = await bill(poor, 10);
    expect((await send(poor, { invoiceId })).headers['error-code']).toBe('WALLET_ALLOCATION_REFUSED');
  });

  it('404 for another account, and for what is not there', async () => {
    const { id: invoiceId } = await bill(await open('mine'), 10);
    for (const [id, wanted] of [
      [await open('theirs'), invoiceId],
      ['mine', 'inv.none'],
      ['nobody', invoiceId],
    ] as const)
      expect((await send(id, { invoiceId: wanted })).status).toBe(404);
    await openAccount(client(), 'asleep', { status: 'DRAFT' });
    expect((await send('asleep', { invoiceId })).status).toBe(404);
  });

  it('the books agree', async () => {
    expect(await findMismatches(service)).toEqual([]);
  });
});
