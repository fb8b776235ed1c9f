import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  editTimeline,
  listInvoices,
  openAccount,
  publishPlan,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { countWaiting } from '#test/count-waiting.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { fundsOf, payInvoice } from '#test/payment-scenario.ts';
import { useService } from '#test/running-app.ts';

/** Calls cost 1 each; what is paid for the draft of January waits in the wallet. */
const service = useService();
const client = () => service.sandbox;
const draftOf = async (id: string) => (await listInvoices(client(), id))[0];
const call = async (account: string, amount: string) => {
  await use(client(), { meter: 'calls', account, at: '2030-01-01T00:00:00Z', amount });
};
/** A credit of next year makes the drafts of an account be computed anew, and pays none of them. */
const refresh = async (accountId: string) => {
  const credit = {
    accountId,
    purpose: 'Next year',
    effectiveFrom: '2031-01-01',
    creditAmount: 1,
    priority: 1,
  };
  await client().must.post('/credits', { creditRequests: [credit] });
  await client().settle();
};
/** Entries as `DEBITED ON_HOLD 30 → 70`, the oldest first. */
const entriesOf = async (id: string) =>
  (await client().must.get(`/accounts/${id}/wallet/entries`)).data
    .map(
      (each: { transactionType: string; status: string; amount: number; closingBalance: number }) =>
        `${each.transactionType} ${each.status} ${each.amount} → ${each.closingBalance}`,
    )
    .reverse();
const pay = async (accountId: string, amount: number) =>
  payInvoice(client(), { accountId, invoiceId: (await draftOf(accountId)).id, amount });

beforeAll(async () => {
  await client().setClock('2030-01-01T00:00:00Z');
  const meter = await sellUsage(client(), 'calls');
  const usage = { model: 'TIERED' as const, slabs: [{ rate: 1 }] };
  const planId = await publishPlan(client(), {
    ...{ name: 'Calls', cards: [{ type: 'USAGE', billableId: meter, usage }] },
  });
  for (const id of ['grows', 'back', 'gone', 'alone', 'credited', 'locked']) {
    await openAccount(client(), id);
    await editTimeline(client(), id, [{ planId, from: '2030-01-01' }]);
    await call(id, '30');
  }
  await client().setClock('2030-01-11T00:00:00Z');
});

describe('what is paid for a draft', () => {
  it('is held, as much as the draft comes to', async () => {
    const payment = await pay('grows', 100);
    expect(payment.lineItemRecords).toMatchObject([{ type: 'INVOICE', amount: 100 }]);
    // 100 came in, 30 of it are held.
    expect(await fundsOf(client(), 'grows')).toEqual([70, 30]);
    expect(await entriesOf('grows')).toEqual(['CREDITED COMPLETED 100 → 100', 'DEBITED ON_HOLD 30 → 70']);
    expect((await draftOf('grows')).paidAmount).toBe(0);
  });

  it('grows with the draft, and a wallet that holds money stays ACTIVE', async () => {
    await call('grows', '15');
    await refresh('grows');
    expect(await fundsOf(client(), 'grows')).toEqual([55, 45]);
    const { status, body } = await client().patch('/accounts/grows/wallet', { status: 'INACTIVE' });
    expect([status, body.message]).toEqual([
      400,
      'status: the wallet holds 45 for draft invoices; wait until they are issued, or reverse ' +
        'their payments from the wallet',
    ]);
  });

  it('is taken back with the payment, while the draft is one', async () => {
    const first = await pay('back', 10);
    await pay('back', 5);
    expect(await fundsOf(client(), 'back')).toEqual([0, 15]);
    await client().must.post(`/ext/v1/payments/${first.id}/reverse`, { reason: 'Wrong draft' });
    expect(await fundsOf(client(), 'back')).toEqual([0, 5]);
  });

  it('waits with a draft that waits for a bill run', async () => {
    await pay('gone', 20);
    expect(await fundsOf(client(), 'gone')).toEqual([0, 20]);
    await client().must.patch(`/invoices/${(await draftOf('gone')).id}`, { autoAdvance: false });
    await client().must.post('/settings', {
      ...{ id: 'WALLET_AUTO_NET_OFF', namespace: 'PLATFORM', name: 'net off', dataType: 'STRING' },
      ...{ value: 'false', entityType: 'ACCOUNT', entityId: 'alone' },
    });
    await pay('alone', 20);
    await client().must.post('/accounts/alone/wallet_topup', { topupAmount: 50 });
    expect(await fundsOf(client(), 'alone')).toEqual([50, 20]);
  });

  it('is less by what credits pay, which come first', async () => {
    await pay('credited', 30);
    const grant = (creditAmount: number) =>
      client().must.post('/credits', {
        creditRequests: [
          {
            accountId: 'credited',
            purpose: 'Goodwill',
            effectiveFrom: '2030-01-01',
            priority: 1,
            creditAmount,
          },
        ],
      });
    const [credit] = await grant(12);
    await client().settle();
    expect(await fundsOf(client(), 'credited')).toEqual([12, 18]); // of 30 the credit pays 12
    await client().must.post(`/credits/${credit.id}/void`);
    await client().settle();
    expect(await fundsOf(client(), 'credited')).toEqual([0, 30]);
    await grant(10);
    await client().settle();
    expect(await fundsOf(client(), 'credited')).toEqual([10, 20]);
  });

  it('is held after the credits, whose rows are locked before that of the wallet', async () => {
    await pay('locked', 30);
    await refresh('locked');
    const owner = new pg.Client({ connectionString: service.databaseUrl });
    await owner.connect();
    try {
      await owner.query('begin');
      await owner.query(`select from credits where account_id = 'locked' for update`);
      const refreshed = refresh('locked');
      await expect.poll(() => countWaiting(owner), { timeout: 10_000 }).toBeGreaterThan(0);
      // Who waits for the credits has not locked the wallet.
      const wallet = `select account_id from wallets where account_id = 'locked' for update nowait`;
      expect((await owner.query(wallet)).rows).toHaveLength(1);
      await owner.query('rollback');
      await refreshed;
    } finally {
      await owner.end();
    }
  });

  it('pays the invoice when it is issued', async () => {
    await client().setClock('2030-02-01T00:00:00Z');
    const [issued] = await listInvoices(client(), 'grows');
    expect([issued.status, issued.paidAmount, issued.totalAmount]).toEqual(['PAID', 45, 45]);
    expect(await fundsOf(client(), 'grows')).toEqual([55, 0]);
    expect((await entriesOf('grows')).at(-1)).toBe('DEBITED COMPLETED 45 → 55');
    // Only what is held, where the wallet does not pay by itself.
    const [alone] = await listInvoices(client(), 'alone');
    expect([alone.status, alone.paidAmount]).toEqual(['PARTIALLY_PAID', 20]);
    expect(await fundsOf(client(), 'alone')).toEqual([50, 0]);
    const [back] = await listInvoices(client(), 'back');
    expect([back.status, back.paidAmount]).toEqual(['PARTIALLY_PAID', 5]);
    const [credited] = await listInvoices(client(), 'credited');
    expect([credited.status, credited.paidAmount, credited.totalAmount]).toEqual(['PAID', 20, 20]);
    expect(await fundsOf(client(), 'credited')).toEqual([10, 0]);
  });

  it('is free again when the draft is void', async () => {
    expect(await fundsOf(client(), 'gone')).toEqual([0, 20]);
    await client().must.patch(`/invoices/${(await draftOf('gone')).id}`, { status: 'VOID' });
    expect(await fundsOf(client(), 'gone')).toEqual([20, 0]);
    expect((await entriesOf('gone')).at(-1)).toBe('DEBITED COMPLETED 0 → 20');
  });

  it('the books agree', async () => {
    expect(await findMismatches(service)).toEqual([]);
  });
});
