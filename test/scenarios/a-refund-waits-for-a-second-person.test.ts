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
import { useService } from '#test/running-app.ts';

const service = useService();
let office: Office;
let count = 0;

beforeAll(async () => {
  office = await openOffice(service, 'refunds');
  await setPolicy(office, [{ kind: 'REFUND', limits: [{ currency: 'USD', amount: 50 }] }]);
});

/** A credit note of an amount on a new paid invoice, as Ann sends it. */
async function credit(amount: number, headers: Record<string, string> = {}) {
  const accountId = `account-${++count}`;
  const { invoice } = await openPaid(office.program, accountId);
  const path = `/ext/v1/invoices/${invoice.id}/credit_notes`;
  const send = () => office.ann.sandbox.post(path, { reason: 'Outage', amount }, headers);
  return { reply: await send(), accountId, send };
}

const notesOf = async (accountId: string) => {
  const { data } = await office.program.must.get(`/invoices?owner_id=${accountId}`);
  return data.filter(({ totalAmount }: { totalAmount: number }) => totalAmount < 0);
};

describe('a credit note', () => {
  it.each([
    [49.99, '201'],
    [50, '201'],
    [50.01, '409 APPROVAL_REQUIRED'],
  ])('of %d: %s', async (amount, outcome) => {
    const { reply, accountId } = await credit(amount);
    expect(outcomeOf(reply)).toBe(outcome);
    expect(await notesOf(accountId)).toHaveLength(reply.status === 201 ? 1 : 0);
  });

  it('is previewed as it will be issued, although it waits', async () => {
    const accountId = `account-${++count}`;
    await openAccount(office.program, accountId);
    const { id } = await issue(office.program, accountId);
    const path = `/ext/v1/invoices/${id}/credit_notes/preview`;
    const preview = await office.ann.sandbox.must.post(path, { reason: 'Outage', amount: 80 });
    expect(preview).toMatchObject({ isRegisteredFirst: false, paysInvoice: 80, toWallet: 0, toRefund: 0 });
  });

  it('is issued once it is approved, in the name of the one who asked', async () => {
    const { reply, accountId } = await credit(80);
    expect(reply.body.message).toBe(
      'nothing has changed yet: a refund of 80.00 USD has to be approved by a second person (Bob Sample); ' +
        `see GET /ext/v1/approvals/${idOf(reply)}`,
    );
    const approved = await office.bob.sandbox.must.post(`/ext/v1/approvals/${idOf(reply)}/approve`, {
      comment: 'Fine',
    });
    expect(approved).toMatchObject({
      ...{ status: 'APPROVED', responseStatus: 201, comment: 'Fine', kinds: ['REFUND'], reason: 'Outage' },
      decidedBy: { id: office.bob.id, name: 'Bob Sample' },
      requestedBy: { type: 'USER', id: office.ann.id, name: 'Ann Example', userId: office.ann.id },
    });
    const [note] = await notesOf(accountId);
    expect(JSON.parse(approved.response)).toMatchObject({ id: note.id, totalAmount: -80 });
    const { data } = await office.program.must.get(`/ext/v1/audit_log?entity_id=${note.id}`);
    expect(data[0]).toMatchObject({
      actor: { type: 'USER', id: office.ann.id, name: 'Ann Example' },
      approver: { id: office.bob.id, name: 'Bob Sample', approvalId: approved.id },
      operationId: 'createCreditNote',
    });
  });
});
