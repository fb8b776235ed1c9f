import { beforeAll, describe, expect, it } from 'vitest';
import {
  idOf,
  issue,
  type Office,
  openOffice,
  openPaid,
  outcomeOf,
  setPolicy,
} from '#test/approval-scenario.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

/**
 * A credit note waits for Bob while the same invoice is refunded, credited or voided by somebody else: at the
 * same time, in either order. Nothing is given back twice, and of two that cannot both be, one is told why.
 */
const service = useService();
let office: Office;
let count = 0;

beforeAll(async () => {
  office = await openOffice(service, 'held-refunds');
  await setPolicy(office, [{ kind: 'REFUND', limits: [{ currency: 'USD', amount: 50 }] }]);
});

const note = (id: string, amount: number): Promise<Reply> =>
  office.ann.sandbox.post(`/ext/v1/invoices/${id}/credit_notes`, { reason: 'Outage', amount });
const approve = (held: Reply): Promise<Reply> =>
  office.bob.sandbox.post(`/ext/v1/approvals/${idOf(held)}/approve`, { comment: 'Fine' });
const statusOf = async (held: Reply) =>
  (await office.bob.sandbox.must.get(`/ext/v1/approvals/${idOf(held)}`)).status;

/** What credit notes gave back of an account, and the sum of its wallet. */
async function givenBack(accountId: string): Promise<{ notes: number; wallet: number }> {
  await office.program.settle();
  const { data } = await office.program.must.get(`/invoices?owner_id=${accountId}`);
  const wallet = await office.program.must.get(`/accounts/${accountId}/wallet`);
  const notes = data.filter(({ totalAmount }: Reply['body']) => totalAmount < 0);
  return {
    notes: -notes.reduce((sum: number, { totalAmount }: Reply['body']) => sum + totalAmount, 0),
    wallet: wallet.balance + wallet.holdAmount,
  };
}

const ORDERS = ['the approval first', 'the approval second', 'at once', 'at once', 'at once'] as const;

/** In an order, or at once: then the first of the two to lock the account decides. */
async function send(
  order: (typeof ORDERS)[number],
  approval: () => Promise<Reply>,
  other: () => Promise<Reply>,
): Promise<void> {
  if (order === 'at once') await Promise.all([approval(), other()]);
  else
    for (const each of order === 'the approval first' ? [approval, other] : [other, approval]) await each();
}

const EXPECTED = {
  'the approval first': {
    notes: /^80 APPROVED$/,
    annulled: /^PARTIALLY_PAID 80 80 0$/,
    refunds: /^80 \+ (0|20)$/,
  },
  'the approval second': { notes: /^40 STALE$/, annulled: /^VOID 0 0 0$/, refunds: /^0 \+ 100$/ },
  'at once': {
    notes: /^(80 APPROVED|40 STALE)$/,
    annulled: /^(PARTIALLY_PAID 80 80|VOID 0 0) 0$/,
    refunds: /^(80 \+ (0|20)|0 \+ 100)$/,
  },
};

describe('a credit note that waits', () => {
  it.each(ORDERS)('and another one that does not, %s: together at most the invoice', async (order) => {
    const accountId = `credited-${++count}`;
    const { invoice } = await openPaid(office.program, accountId);
    const held = await note(invoice.id, 80);
    expect(outcomeOf(held)).toBe('409 APPROVAL_REQUIRED');
    await send(
      order,
      () => approve(held),
      () => note(invoice.id, 40),
    );
    const { notes } = await givenBack(accountId);
    // 80 and 40 are more than the 100 of the invoice: one of them was too late.
    expect(`${notes} ${await statusOf(held)}`).toMatch(EXPECTED[order].notes);
  });

  it.each(ORDERS)('and the void of an unpaid invoice, %s: one of them happens', async (order) => {
    const accountId = `voided-${++count}`;
    await openAccount(office.program, accountId);
    const invoice = await issue(office.program, accountId);
    const held = await note(invoice.id, 80);
    expect(outcomeOf(held)).toBe('409 APPROVAL_REQUIRED');
    // A void gives up 100, which waits for Bob too.
    const annulled = await office.ann.sandbox.patch(`/invoices/${invoice.id}`, { status: 'VOID' });
    expect(outcomeOf(annulled)).toBe('409 APPROVAL_REQUIRED');
    await send(
      order,
      () => approve(held),
      () => approve(annulled),
    );
    const { notes, wallet } = await givenBack(accountId);
    const { status, paidAmount } = await office.program.must.get(`/invoices/${invoice.id}`);
    // Of a void invoice, nothing is credited; a credited one is paid in part and cannot be void.
    expect(`${status} ${paidAmount} ${notes} ${wallet}`).toMatch(EXPECTED[order].annulled);
  });

  it.each(ORDERS)('and a refund of the whole invoice that waits too, %s: once', async (order) => {
    const accountId = `refunded-${++count}`;
    const { invoice } = await openPaid(office.program, accountId);
    const credit = await note(invoice.id, 80);
    const refund = await office.ann.sandbox.patch(`/invoices/${invoice.id}`, { status: 'REFUND_INITIATED' });
    expect([outcomeOf(credit), outcomeOf(refund)]).toEqual([
      '409 APPROVAL_REQUIRED',
      '409 APPROVAL_REQUIRED',
    ]);
    await send(
      order,
      () => approve(credit),
      () => approve(refund),
    );
    const { notes } = await givenBack(accountId);
    const { status, metadata } = await office.program.must.get(`/invoices/${invoice.id}`);
    const refunded = status === 'REFUND_INITIATED' ? Number(metadata.refundAmount) : 0;
    // A refund takes what the note has left; a note has nothing left after a refund.
    expect(`${notes} + ${refunded}`).toMatch(EXPECTED[order].refunds);
  });
});
