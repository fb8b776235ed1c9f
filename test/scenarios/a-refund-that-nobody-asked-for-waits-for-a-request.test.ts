import { beforeAll, describe, expect, it } from 'vitest';
import { idOf, type Office, outcomeOf, setPolicy } from '#test/approval-scenario.ts';
import {
  editTimeline,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { fundsOf, payInvoice } from '#test/payment-scenario.ts';
import { addPerson } from '#test/people.ts';
import { type Reply, useService } from '#test/running-app.ts';

/*
 * January has 31 days, and a plan charges 31.00 for it in advance. It ends after 10 days: 21.00 are unused,
 * and go back as money, without anybody asking for a credit note.
 */
const service = useService();
let office: Office;
let plan: string;

beforeAll(async () => {
  const { sandbox: program } = await service.createOrganization('automatic');
  const of = { organization: 'automatic' };
  const [ann, bob] = [
    await addPerson(service, { ...of, name: 'Ann Example' }),
    await addPerson(service, { ...of, name: 'Bob Sample' }),
  ];
  office = { organization: 'automatic', ann, bob, program };
  await program.setClock('2030-01-01T00:00:00Z');
  const fee = { rate: 31, isProrated: true, refundMode: 'WALLET' as const };
  const cards = [
    {
      type: 'FIXED_FEE' as const,
      billableId: await sellFee(program, 'Fee'),
      timing: 'IN_ADVANCE' as const,
      fee,
    },
  ];
  plan = await publishPlan(program, { name: 'In advance', cards });
  await setPolicy(office, [{ kind: 'REFUND', limits: [{ currency: 'USD', amount: 20 }] }]);
});

const notes = async (account: string): Promise<Reply['body'][]> =>
  (await listInvoices(office.program, account)).filter(({ totalAmount }) => totalAmount < 0);

/** Paid on the 2nd, and given up on the 11th or later. */
async function cut(account: string, until: string): Promise<void> {
  const { program } = office;
  await openAccount(program, account);
  await editTimeline(program, account, [{ planId: plan, from: '2030-01-01' }]);
  const [{ id: invoiceId }] = await listInvoices(program, account);
  await payInvoice(program, { accountId: account, invoiceId, amount: 31 });
  await editTimeline(program, account, [{ from: until }]);
}

describe('a credit note of unused days', () => {
  it('is issued at once below the limit, and waits as a draft above it', async () => {
    await cut('small', '2030-01-12');
    await cut('large', '2030-01-11');
    await office.program.setClock('2030-01-12T00:00:00Z');
    // 31 − 11 = 20, and 31 − 10 = 21.
    expect((await notes('small')).map(({ status, totalAmount }) => [status, totalAmount])).toEqual([
      ['REFUND_COMPLETED', -20],
    ]);
    const [note] = await notes('large');
    expect(note).toMatchObject({ status: 'DRAFT', totalAmount: -21, autoAdvance: false });
    expect(note.info.map(({ type }: Reply['body']) => type)).toEqual(['APPROVAL_REQUIRED']);
    expect([await fundsOf(office.program, 'small'), await fundsOf(office.program, 'large')]).toEqual([
      [20, 0],
      [0, 0],
    ]);
  });

  it('is issued by a request that a second person approves', async () => {
    const [{ id }] = await notes('large');
    const reply = await office.ann.sandbox.patch(`/invoices/${id}`, { status: 'DUE' });
    expect(outcomeOf(reply)).toBe('409 APPROVAL_REQUIRED');
    const approval = await office.bob.sandbox.must.post(`/ext/v1/approvals/${idOf(reply)}/approve`);
    expect(approval.totals).toEqual([{ kind: 'REFUND', count: 1, amount: 21, currency: 'USD' }]);
    const [issued] = await notes('large');
    expect(issued.status).toBe('REFUND_COMPLETED');
    expect(issued.sequenceId).not.toBeNull();
    expect(await fundsOf(office.program, 'large')).toEqual([21, 0]);
    expect(await findMismatches(service, { organization: 'automatic' })).toEqual([]);
  });
});

describe('an invoice of a cycle', () => {
  it('with a negative total waits for a request, too', async () => {
    const { program, ann, bob } = office;
    const meter = await sellUsage(program, 'calls');
    const usage = await publishPlan(program, {
      name: 'Usage',
      cards: [{ type: 'USAGE', billableId: meter, usage: { model: 'TIERED', slabs: [{ rate: 1 }] } }],
    });
    await openAccount(program, 'negative');
    await editTimeline(program, 'negative', [{ planId: usage, from: '2030-01-01' }]);
    await use(program, { meter: 'calls', account: 'negative', at: '2030-01-10T00:00:00Z', amount: '5' });
    const [{ id }] = await listInvoices(program, 'negative');
    // A charge of −30 beside 5 of usage: −25.
    await program.must.put(`/invoices/${id}/miscellaneous_charges`, {
      items: [{ name: 'Goodwill', value: '-30' }],
    });
    await program.setClock('2030-02-01T00:00:00Z');
    const january = async () => program.must.get(`/invoices/${id}`);
    expect(await january()).toMatchObject({ status: 'DRAFT', totalAmount: -25, autoAdvance: false });
    await program.setClock('2030-02-03T00:00:00Z');
    expect((await january()).status).toBe('DRAFT');
    const reply = await ann.sandbox.patch(`/invoices/${id}`, { status: 'DUE' });
    await bob.sandbox.must.post(`/ext/v1/approvals/${idOf(reply)}/approve`);
    expect((await january()).status).toBe('REFUND_COMPLETED');
    expect(await fundsOf(program, 'negative')).toEqual([25, 0]);
  });
});
