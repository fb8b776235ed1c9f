import { sql } from 'kysely';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { inOrg } from '#test/billing-rows.ts';
import { editTimeline, lineOf, listInvoices, openAccount, publishPlan } from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { licenseCard, sellSeats, setSeats } from '#test/license-scenario.ts';
import { fundsOf, payInvoice } from '#test/payment-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

/*
 * April has 30 days, a seat costs 30 and 20 % of tax. 10 seats in advance are 300 and 60: 360. On the 21st 3
 * of them are given up, which counts from the 22nd: 3 × 30 × 9 / 30 = 27 and 5.40 of tax: 32.40 go back.
 */
const service = useService();
let client: Client;
let seats: string;
const plans = new Map<string, string>();

const april = async (account: string): Promise<Reply['body'][]> => {
  const all = await listInvoices(client, account);
  return all.filter(({ status, invoiceType }) => status !== 'DRAFT' && invoiceType !== 'STANDARD');
};
const billOf = async (account: string) =>
  (await april(account)).find(({ invoiceType }) => invoiceType === 'STANDARD_ADVANCED');
const noteOf = async (account: string) =>
  (await april(account)).find(({ metadata }) => metadata.creditNoteFor);
const linesOf = async (account: string) =>
  (await april(account)).map((each) => lineOf(each).slice(25)).sort();
const pay = async (accountId: string, amount: number) =>
  payInvoice(client, { accountId, invoiceId: (await billOf(accountId)).id, amount });
const creditsOf = async (account: string): Promise<number> =>
  (await client.must.get(`/accounts/${account}/credit_balance`)).availableBalance;
const amountsOf = (parts: Reply['body'][] = []) => parts.map(({ amount }) => Number(amount));

async function start(
  account: string,
  mode: 'CREDITS' | 'WALLET' | 'PAYMENT',
  { credit = 0, topup = 0 } = {},
) {
  await openAccount(client, account);
  if (topup > 0) await client.must.post(`/accounts/${account}/wallet_topup`, { topupAmount: topup });
  const terms = { purpose: 'Goodwill', effectiveFrom: '2030-04-01', priority: 1, creditAmount: credit };
  if (credit > 0) await client.must.post('/credits', { creditRequests: [{ accountId: account, ...terms }] });
  await setSeats(client, seats, { account, quantity: '10', from: '2030-04-01T00:00:00Z' });
  const planId = plans.get(mode) ?? '';
  await editTimeline(client, account, [{ planId, from: '2030-04-01', until: '2030-05-01' }]);
}

/** What is still to be done, or was given up. */
const plannedRefunds = () =>
  inOrg(service, 'sandbox', async (tx, { orgId }) => {
    const work = sql`
      select key from scheduled_work where org_id = ${orgId} and kind = 'invoices.refund_unused'`;
    return (await work.execute(tx)).rows;
  });

const ACCOUNTS = {
  credits: ['CREDITS', {}],
  unpaid: ['WALLET', {}],
  partly: ['WALLET', {}],
  paid: ['WALLET', {}],
  credited: ['WALLET', { credit: 280 }],
  refunded: ['WALLET', {}],
  refunding: ['WALLET', {}],
  noted: ['WALLET', {}],
  'unpaid-p': ['PAYMENT', {}],
  'partly-p': ['PAYMENT', {}],
  'twice-p': ['PAYMENT', {}],
  'wallet-p': ['PAYMENT', { topup: 360 }],
  'mixed-p': ['PAYMENT', { topup: 350 }],
} as const;

beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-04-01T00:00:00Z');
  await client.must.post('/settings', {
    ...{ entityType: 'ORGANIZATION', entityId: 'default', namespace: 'PLATFORM', id: 'TAX_RATES' },
    ...{ name: 'Taxes', dataType: 'JSON', value: JSON.stringify([{ name: 'VAT', rate: '0.2' }]) },
  });
  seats = await sellSeats(client, 'Seats');
  for (const mode of ['CREDITS', 'WALLET', 'PAYMENT'] as const) {
    const terms = { slabs: [{ rate: 30 }], timing: 'IN_ADVANCE' as const, refundMode: mode };
    plans.set(mode, await publishPlan(client, { name: mode, cards: [licenseCard(seats, terms)] }));
  }
  for (const [account, [mode, more]] of Object.entries(ACCOUNTS)) await start(account, mode, more);
  for (const account of ['credits', 'paid', 'refunded', 'refunding', 'noted']) await pay(account, 360);
  await pay('partly', 340);
  await pay('partly-p', 340);
  await pay('credited', 24); // (300 − 280) × 1.2
  await pay('twice-p', 100);
  await pay('twice-p', 260);
  await pay('mixed-p', 10);
  await client.setClock('2030-04-21T12:00:00Z');
  for (const account of Object.keys(ACCOUNTS))
    await setSeats(client, seats, { account, quantity: '-3', from: '2030-04-21T12:00:00Z' });
  for (const account of ['refunded', 'refunding']) {
    const { id } = await billOf(account);
    await client.must.patch(`/invoices/${id}`, { status: 'REFUND_INITIATED' });
    if (account === 'refunded') await client.must.patch(`/invoices/${id}`, { status: 'REFUND_COMPLETED' });
  }
  const { id: noted } = await billOf('noted');
  const lineItems = [{ lineId: seats, amount: 290 }];
  await client.must.post(`/ext/v1/invoices/${noted}/credit_notes`, { reason: 'Kept', lineItems });
  await client.setClock('2030-05-01T00:00:00Z');
});

describe('what is not used of licences in advance', () => {
  // Of 27 and their tax of 5.40; what is owed of the bill is lowered first.
  test.each([
    // account    documents                                                    wallet  credits
    ['credits', ['PAID 360'], 0, 27],
    ['unpaid', ['PARTIALLY_PAID 360', 'REFUND_COMPLETED -32.4'], 0, 0],
    ['partly', ['PAID 360', 'REFUND_COMPLETED -32.4'], 12.4, 0], // 32.40 − (360 − 340)
    ['paid', ['PAID 360', 'REFUND_COMPLETED -32.4'], 32.4, 0],
    // 273 are left, which the credit pays: 280 − 273 are back in it, and (300 − 280) × 1.2 in the wallet.
    ['credited', ['PAID 24', 'REFUND_COMPLETED -24'], 24, 7],
    ['unpaid-p', ['PARTIALLY_PAID 360', 'REFUND_COMPLETED -32.4'], 0, 0],
    ['partly-p', ['PAID 360', 'REFUND_INITIATED -32.4'], 0, 0],
    ['twice-p', ['PAID 360', 'REFUND_INITIATED -32.4'], 0, 0],
    ['wallet-p', ['PAID 360', 'REFUND_COMPLETED -32.4'], 32.4, 0],
    ['mixed-p', ['PAID 360', 'REFUND_INITIATED -32.4'], 22.4, 0], // 10 of the payment are the last
  ])('%s', async (account, documents, wallet, credits) => {
    const found = [await linesOf(account), (await fundsOf(client, account))[0], await creditsOf(account)];
    expect(found).toEqual([documents, wallet, credits]);
  });

  it('is a credit note of the line, and says of which change', async () => {
    const [bill, note] = [await billOf('paid'), await noteOf('paid')];
    expect(note.metadata).toMatchObject({
      ...{ creditNoteFor: bill.id, adjustedNumber: bill.sequenceId, refundMode: 'WALLET' },
      ...{ reason: 'Seats: less than charged for 2030-04-01 to 2030-04-30' },
    });
    const { verification, lines } = await client.must.get(`/ext/v1/invoices/${note.id}/explain`);
    expect([verification.isIdentical, lines.map(({ rounding }: Reply['body']) => rounding.rounded)]).toEqual([
      true,
      expect.arrayContaining(['-27', '-5.4']),
    ]);
    const { data: entries } = await client.must.get('/accounts/paid/wallet/entries');
    expect(entries[0]).toMatchObject({ transactionType: 'CREDITED', amount: 32.4, entityId: note.id });
  });

  it('is asked of who was paid: the last payment first, and only what it paid', async () => {
    const [partly, twice, mixed] = [
      await noteOf('partly-p'),
      await noteOf('twice-p'),
      await noteOf('mixed-p'),
    ];
    const parts = [partly, twice, mixed].map(({ metadata }) => amountsOf(metadata.manualRefunds));
    expect(parts).toEqual([[12.4], [32.4], [10]]);
  });

  it('is of nothing when the invoice was refunded, and of no more than was left of the line', async () => {
    expect(await linesOf('refunded')).toEqual(['REFUND_COMPLETED 360']);
    expect(await creditsOf('refunded')).toBe(0);
    // 290 and its tax of 58. The days that were used cost 300 − 27 = 273, and 10 are charged by now.
    expect(await linesOf('noted')).toEqual(['PAID 360', 'REFUND_COMPLETED -348']);
    expect([await fundsOf(client, 'noted'), await creditsOf('noted')]).toEqual([[348, 0], 0]);
  });

  it('waits for a refund that is open', async () => {
    expect(await linesOf('refunding')).toEqual(['REFUND_INITIATED 360']);
    const { id } = await billOf('refunding');
    await client.setClock('2030-05-03T00:00:00Z');
    expect(await linesOf('refunding')).toEqual(['REFUND_INITIATED 360']);
    await client.must.patch(`/invoices/${id}`, { status: 'REFUND_COMPLETED' });
    await client.setClock('2030-05-05T00:00:00Z');
    expect(await linesOf('refunding')).toEqual(['REFUND_COMPLETED 360']);
    expect(await plannedRefunds()).toEqual([]);
  });

  it('is given back once, however often that is planned', async () => {
    const { metadata } = await noteOf('paid');
    const bill = await billOf('paid');
    await inOrg(service, 'sandbox', async (tx, { orgId }) => {
      const { rows } = await sql<{ request: unknown; idempotencyKey: string }>`
        select request, idempotency_key from invoices
        where org_id = ${orgId} and metadata ->> 'creditNoteFor' = ${bill.id}`.execute(tx);
      const { request, idempotencyKey } = rows[0] ?? {};
      await sql`insert into scheduled_work (org_id, kind, key, due_at, rank, payload)
        values (${orgId}, 'invoices.refund_unused', ${idempotencyKey}, '2030-05-05', 16,
          ${String(request)}::jsonb)`.execute(tx);
    });
    await client.setClock('2030-05-06T00:00:00Z');
    expect(await plannedRefunds()).toEqual([]);
    expect([metadata.creditNoteFor, await linesOf('paid')]).toEqual([
      bill.id,
      ['PAID 360', 'REFUND_COMPLETED -32.4'],
    ]);
  });
});

describe('afterwards', () => {
  it('a refund of the bill gives back the rest, of each payment what it has left', async () => {
    // 260 − 32.40; 340 − 12.40 − 20, as what the note paid of the bill goes back to the wallet
    const bills = { 'twice-p': [227.6, 100], 'partly-p': [307.6] };
    for (const [account, parts] of Object.entries(bills)) {
      const { id } = await billOf(account);
      const { metadata } = await client.must.patch(`/invoices/${id}`, { status: 'REFUND_INITIATED' });
      expect([metadata.refundAmount, amountsOf(metadata.manualRefunds)]).toEqual(['327.6', parts]);
      await client.must.patch(`/invoices/${id}`, { status: 'REFUND_COMPLETED' });
    }
    expect(await fundsOf(client, 'partly-p')).toEqual([20, 0]);
    const { id } = await billOf('paid');
    const { metadata } = await client.must.patch(`/invoices/${id}`, { status: 'REFUND_INITIATED' });
    expect(amountsOf(metadata.manualRefunds)).toEqual([327.6]);
  });

  it('the note is complete when somebody has given it back, once', async () => {
    const note = await noteOf('partly-p');
    for (const _ of ['first', 'second']) {
      const { status, metadata } = await client.must.patch(`/invoices/${note.id}`, {
        status: 'REFUND_COMPLETED',
      });
      expect([status, metadata.refundedAmount]).toEqual(['REFUND_COMPLETED', '12.4']);
    }
    const again = await client.patch(`/invoices/${note.id}`, { status: 'REFUND_INITIATED' });
    expect([again.status, (await client.patch(`/invoices/${note.id}`, { status: 'VOID' })).status]).toEqual([
      400, 400,
    ]);
  });

  it('a payment that is given back in part is not reversed', async () => {
    const { data } = await client.must.get('/payments?account_id=mixed-p');
    const { status, body } = await client.post(`/ext/v1/payments/${data[0].id}/reverse`, { reason: 'Wrong' });
    expect([status, body.message]).toEqual([
      400,
      expect.stringMatching(/credit note inv\..* has given part of it back/),
    ]);
  });

  it('the bill cannot be void: its note holds', async () => {
    const { id } = await billOf('unpaid');
    expect((await client.patch(`/invoices/${id}`, { status: 'VOID' })).status).toBe(400);
  });

  it('the books agree', async () => {
    expect(await findMismatches(service)).toEqual([]);
  });
});
