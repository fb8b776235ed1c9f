import { beforeAll, describe, expect, it } from 'vitest';
import {
  draftOf,
  idOf,
  issue,
  type Office,
  openOffice,
  openPaid,
  outcomeOf,
  setPolicy,
} from '#test/approval-scenario.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { formGroup } from '#test/group-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
let office: Office;
let count = 0;
beforeAll(async () => {
  office = await openOffice(service, 'money');
  await setPolicy(office, [{ kind: 'REFUND', limits: [{ currency: 'USD', amount: 50 }] }]);
});

const ISSUED = { status: 'DUE', applyWalletBalance: false };

/** A request of Ann about an amount, and the status and the value that show whether it was executed. */
interface Way {
  send(): Promise<Reply>;
  read(): Promise<unknown>;
  done: unknown;
}
type MakeWay = (amount: number, account: string) => Promise<Way>;

const ann = (): Client => office.ann.sandbox;
const program = (): Client => office.program;
const statusOf = async (id: string) => (await program().must.get(`/invoices/${id}`)).status;
const balanceOf = async (account: string) =>
  (await program().must.get(`/accounts/${account}/wallet`)).balance;

const change =
  (to: string, members: object = {}): MakeWay =>
  async (value, account) => {
    await openAccount(program(), account);
    const { id } = await issue(program(), account, { value, ...members });
    const send = () => ann().patch(`/invoices/${id}`, { status: to });
    return { send, read: () => statusOf(id), done: to };
  };

/** Each on an account of its own. */
const WAYS: Record<string, MakeWay> = {
  'a credit note': async (amount, account) => {
    const { invoice } = await openPaid(program(), account);
    const path = `/ext/v1/invoices/${invoice.id}/credit_notes`;
    return {
      send: () => ann().post(path, { reason: 'Outage', amount }),
      read: () => balanceOf(account),
      done: amount,
    };
  },
  'a refund': async (amount, account) => {
    const { invoice } = await openPaid(program(), account, amount);
    const send = () => ann().patch(`/invoices/${invoice.id}`, { status: 'REFUND_INITIATED' });
    return { send, read: () => statusOf(invoice.id), done: 'REFUND_INITIATED' };
  },
  'a reversed payment': async (amount, account) => {
    const { invoice, payment } = await openPaid(program(), account, amount);
    const send = () => ann().post(`/ext/v1/payments/${payment.id}/reverse`, { reason: 'Wrong account' });
    return { send, read: () => statusOf(invoice.id), done: 'DUE' };
  },
  'a conversion of wallet money': async (amount, account) => {
    await openAccount(program(), account);
    await program().must.post(`/accounts/${account}/wallet_topup`, { topupAmount: 100 });
    return {
      send: () => ann().post(`/ext/v1/accounts/${account}/wallet/convert`, { amount }),
      read: () => balanceOf(account),
      done: Number((100 - amount).toFixed(2)),
    };
  },
  'a credit for nothing': async (creditAmount, accountId) => {
    await openAccount(program(), accountId);
    const credit = { accountId, purpose: 'Gift', effectiveFrom: '2030-03-01', creditAmount, priority: 1 };
    const read = async () =>
      (await program().must.get(`/accounts/${accountId}/credit_balance`)).availableBalance;
    return { send: () => ann().post('/credits', { creditRequests: [credit] }), read, done: creditAmount };
  },
  'wallet money below its price': async (amount, account) => {
    await openAccount(program(), account);
    const walletTopupDetails = { topupAmount: 100, purchaseAmount: Number((100 - amount).toFixed(2)) };
    const send = () =>
      ann().post(`/accounts/${account}/purchases`, { type: 'WALLET_TOPUP', walletTopupDetails });
    const read = async () => (await program().must.get(`/accounts/${account}/purchases`)).data.length;
    return { send, read, done: 1 };
  },
  'a void invoice': change('VOID', ISSUED),
  'an invoice that is written off': change('UN_COLLECTIBLE', ISSUED),
  'a manual invoice with a negative total': async (amount, account) => {
    await openAccount(program(), account);
    const send = () => ann().post('/invoices', draftOf(account, { value: -amount, status: 'DUE' }));
    return { send, read: () => balanceOf(account), done: amount };
  },
  'a negative draft that is issued': async (amount, account) => {
    await openAccount(program(), account);
    const { id } = await issue(program(), account, { value: -amount, status: 'DRAFT' });
    return {
      send: () => ann().patch(`/invoices/${id}`, { status: 'DUE' }),
      read: () => statusOf(id),
      done: 'REFUND_COMPLETED',
    };
  },
  'a negative draft that is issued at its end': async (amount, account) => {
    await openAccount(program(), account);
    const later = { endDate: '2030-04-01T00:00:00Z', autoAdvance: true, status: 'DRAFT' };
    const send = () => ann().post('/invoices', draftOf(account, { value: -amount, ...later }));
    const read = async () => (await program().must.get(`/invoices?owner_id=${account}`)).data.length;
    return { send, read, done: 1 };
  },
  'a bill run with a negative draft': async (amount, account) => {
    await openAccount(program(), account);
    const { id } = await issue(program(), account, { value: -amount, status: 'DRAFT' });
    const read = async () => {
      await program().settle();
      return statusOf(id);
    };
    return {
      send: () => ann().post('/invoices/bill_runs', { invoiceIds: [id] }),
      read,
      done: 'REFUND_COMPLETED',
    };
  },
  'a void invoice of a group': async (value, account) => {
    await openAccount(program(), account);
    const groupId = await formGroup(program(), { accounts: [account], name: account });
    const { id } = await issue(program(), groupId, { value, ownerType: 'INVOICE_GROUP' });
    return {
      send: () => ann().patch(`/invoices/${id}`, { status: 'VOID' }),
      read: () => statusOf(id),
      done: 'VOID',
    };
  },
};

describe.each(Object.entries(WAYS))('%s', (_, make) => {
  it.each([49.99, 50])('of %d is given at once', async (amount) => {
    const { send, read, done } = await make(amount, `account-${++count}`);
    const reply = await send();
    expect(reply.status, reply.text).toBeLessThan(300);
    expect(await read()).toBe(done);
  });

  it('of 50.01 waits for a second person', async () => {
    const { send, read, done } = await make(50.01, `account-${++count}`);
    const before = await read();
    const reply = await send();
    expect(outcomeOf(reply), reply.text).toBe('409 APPROVAL_REQUIRED');
    expect(await read()).toBe(before);
    const approval = await office.bob.sandbox.must.get(`/ext/v1/approvals/${idOf(reply)}`);
    expect(approval.totals).toEqual([{ kind: 'REFUND', count: 1, amount: 50.01, currency: 'USD' }]);
    const path = `/ext/v1/approvals/${approval.id}/approve`;
    expect(outcomeOf(await ann().post(path))).toBe('403 APPROVER_IS_REQUESTER');
    await office.bob.sandbox.must.post(path);
    expect(await read()).toBe(done);
  });
});
