import { beforeAll, describe, expect, it } from 'vitest';
import { draftOf, idOf, type Office, openOffice, outcomeOf, setPolicy } from '#test/approval-scenario.ts';
import { setAutoAdvance } from '#test/bill-run-scenario.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { formGroup } from '#test/group-scenario.ts';
import { sendPayment } from '#test/payment-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
let office: Office;
let count = 0;
beforeAll(async () => {
  office = await openOffice(service, 'issuing');
  await setPolicy(office, [{ kind: 'FINALIZATION', limits: [{ currency: 'USD', amount: 50 }] }]);
});

interface Way {
  send(): Promise<Reply>;
  read(): Promise<unknown>;
  done: unknown;
}
type MakeWay = (amount: number, account: string) => Promise<Way>;

const ann = (): Client => office.ann.sandbox;
const program = (): Client => office.program;
const LATER = { endDate: '2030-04-01T00:00:00Z' };

/** The status of an invoice once what is due has been done. */
async function statusOf(id: string): Promise<string> {
  await program().settle();
  return (await program().must.get(`/invoices/${id}`)).status;
}
const draft = async (value: number, account: string, members: object = {}): Promise<string> => {
  await openAccount(program(), account);
  return (await program().must.post('/invoices', draftOf(account, { value, status: 'DRAFT', ...members })))
    .id;
};
const countOf = (account: string) => async () =>
  (await program().must.get(`/invoices?owner_id=${account}`)).data.length;
/** An order for wallet money. */
const order = async (topupAmount: number, account: string): Promise<string> => {
  await openAccount(program(), account);
  const body = { type: 'WALLET_TOPUP', walletTopupDetails: { topupAmount } };
  const { invoiceId } = await program().must.post(`/accounts/${account}/purchases`, body);
  return invoiceId;
};

const WAYS: Record<string, MakeWay> = {
  'an invoice that is issued at once': async (value, account) => {
    await openAccount(program(), account);
    const send = () => ann().post('/invoices', draftOf(account, { value, status: 'DUE' }));
    return { send, read: countOf(account), done: 1 };
  },
  'a draft that is issued at its end': async (value, account) => {
    await openAccount(program(), account);
    const body = draftOf(account, { value, status: 'DRAFT', autoAdvance: true, ...LATER });
    return { send: () => ann().post('/invoices', body), read: countOf(account), done: 1 };
  },
  'an edit of such a draft': async (value, account) => {
    const id = await draft(1, account, { autoAdvance: true, ...LATER });
    const { lineItems } = draftOf(account, { value });
    const read = async () => (await program().must.get(`/invoices/${id}`)).totalAmount;
    return { send: () => ann().patch(`/invoices/${id}`, { lineItems }), read, done: value };
  },
  'a draft that is set to DUE': async (value, account) => {
    const id = await draft(value, account);
    const send = () => ann().patch(`/invoices/${id}`, { status: 'DUE' });
    return { send, read: () => statusOf(id), done: 'DUE' };
  },
  'a draft that need not wait any more': async (value, account) => {
    const id = await draft(value, account);
    const send = () => ann().patch(`/invoices/${id}`, { autoAdvance: true });
    return { send, read: () => statusOf(id), done: 'DUE' };
  },
  'a bill run': async (value, account) => {
    const id = await draft(value, account);
    const send = () => ann().post('/invoices/bill_runs', { invoiceIds: [id] });
    return { send, read: () => statusOf(id), done: 'DUE' };
  },
  'a bill run that is confirmed': async (value, account) => {
    const id = await draft(value, account);
    const { jobId } = await ann().must.post('/invoices/bill_runs?require_confirmation=true', {
      invoiceIds: [id],
    });
    return { send: () => ann().post(`/jobs/${jobId}/confirm`), read: () => statusOf(id), done: 'DUE' };
  },
  'an order that is paid by a payment': async (amount, accountId) => {
    const id = await order(amount, accountId);
    const records = [{ type: 'INVOICE', platformId: id, amount, order: 1 } as const];
    const send = () => sendPayment(ann(), { accountId, totalAmount: amount, records });
    const read = async () => (await program().must.get(`/invoices/${id}`)).invoiceClass;
    return { send, read, done: 'INVOICE' };
  },
  'an order that is set to PAID': async (amount, account) => {
    const id = await order(amount, account);
    const send = () => ann().patch(`/invoices/${id}`, { status: 'PAID' });
    const read = async () => (await program().must.get(`/invoices/${id}`)).invoiceClass;
    return { send, read, done: 'INVOICE' };
  },
  'a manual invoice of a group': async (value, account) => {
    await openAccount(program(), account);
    const groupId = await formGroup(program(), { accounts: [account], name: account });
    const body = draftOf(groupId, { value, status: 'DUE', ownerType: 'INVOICE_GROUP' });
    return { send: () => ann().post('/invoices', body), read: countOf(groupId), done: 1 };
  },
};

describe.each(Object.entries(WAYS))('%s', (_, make) => {
  it.each([49.99, 50])('of %d is issued without approval', async (amount) => {
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
    expect(approval.totals).toEqual([{ kind: 'FINALIZATION', count: 1, amount: 50.01, currency: 'USD' }]);
    await office.bob.sandbox.must.post(`/ext/v1/approvals/${approval.id}/approve`);
    expect(await read()).toBe(done);
  });
});

describe('drafts that wait by a setting', () => {
  const owner = () => ({ entityType: 'ORGANIZATION', entityId: 'issuing' }) as const;

  it('are not released by its other value, nor by its deletion, without approval', async () => {
    await setAutoAdvance(program(), owner(), false);
    const address = '/settings/setting.PLATFORM.INVOICE_AUTO_ADVANCE.ORGANIZATION.issuing';
    const setting = { id: 'INVOICE_AUTO_ADVANCE', namespace: 'PLATFORM', name: 'Auto advance' };
    const content = await program().must.get('/ext/v1/configuration');
    const isOn = JSON.stringify(content).replace('"value":"false"', '"value":"true"');
    const replies = [
      await ann().post('/settings', { ...owner(), ...setting, dataType: 'STRING', value: 'true' }),
      await ann().patch(address, { value: 'true' }),
      await ann().delete(`/ext/v1${address}`),
      await ann().post('/ext/v1/configuration', { configuration: JSON.parse(isOn) }),
    ];
    const dry = { configuration: JSON.parse(isOn), dryRun: true };
    expect(await ann().post('/ext/v1/configuration', dry)).toMatchObject({
      status: 200,
      body: { updated: 1 },
    });
    for (const reply of replies) {
      expect(outcomeOf(reply), reply.text).toBe('409 APPROVAL_REQUIRED');
      const { totals } = await ann().must.get(`/ext/v1/approvals/${idOf(reply)}`);
      expect(totals).toContainEqual({ kind: 'FINALIZATION', count: 1 });
    }
  });
});

describe('a bill run', () => {
  /** Drafts of 30 each, and a run of them that waits for approval. */
  async function run(accounts: string[]): Promise<{ ids: string[]; approval: string }> {
    const ids = [];
    for (const account of accounts) ids.push(await draft(30, account));
    return { ids, approval: idOf(await ann().post('/invoices/bill_runs', { invoiceIds: ids })) };
  }
  const approve = (id: string) => office.bob.sandbox.post(`/ext/v1/approvals/${id}/approve`);

  it('is approved by the sum of its drafts, which it lists', async () => {
    const { ids, approval } = await run(['sum-1', 'sum-2']);
    const shown = await ann().must.get(`/ext/v1/approvals/${approval}`);
    expect(shown.totals).toEqual([{ kind: 'FINALIZATION', count: 2, amount: 60, currency: 'USD' }]);
    expect(shown.effects.map(({ subjectId }: Reply['body']) => subjectId).sort()).toEqual([...ids].sort());
    await office.bob.sandbox.must.post(`/ext/v1/approvals/${approval}/approve`);
    expect(await Promise.all(ids.map(statusOf))).toEqual(['DUE', 'DUE']);
  });

  it('is STALE once a draft comes to something else', async () => {
    const { ids, approval } = await run(['stale-1', 'stale-2']);
    await program().must.patch(`/invoices/${ids[0]}`, draftLines(31));
    const reply = await approve(approval);
    expect(outcomeOf(reply)).toBe('409 APPROVAL_STALE');
    expect(reply.body.message).toContain(
      'it was sent for 2 finalizations of 60.00 USD, and would be 2 finalizations of 61.00 USD now',
    );
    expect(await Promise.all(ids.map(statusOf))).toEqual(['DRAFT', 'DRAFT']);
  });

  it('issues no invoice with another total than the approved one', async () => {
    const { ids, approval } = await run(['late-1', 'late-2']);
    const { body } = await approve(approval);
    const { jobId } = JSON.parse(body.response);
    // Approved, and the job has not begun.
    await program().must.patch(`/invoices/${ids[0]}`, draftLines(1000));
    expect(await Promise.all(ids.map(statusOf))).toEqual(['DRAFT', 'DUE']);
    const { data } = await ann().must.get(`/jobs/${jobId}/entries?status=FAILED`);
    expect(data[0].metadata.error).toBe(
      `invoice ${ids[0]} stays a draft: its total was 30 USD when its issue was requested, and is now ` +
        '1000 USD; select it in another bill run',
    );
  });
});

const draftLines = (value: number) => ({ lineItems: draftOf('', { value }).lineItems });
