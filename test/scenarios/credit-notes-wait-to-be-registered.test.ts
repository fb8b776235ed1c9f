import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  editTimeline,
  listInvoices,
  openAccount,
  publishPlan,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { licenseCard, sellSeats, setSeats } from '#test/license-scenario.ts';
import { fundsOf, payInvoice } from '#test/payment-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';
import { AS_AGREED, callAllHooks, removeHooks, setHook, useScriptedHook } from '#test/scripted-hook.ts';
import { LOCAL_CONNECTOR } from '#test/scripted-provider.ts';

/*
 * Calls of January cost 1 each, and 20 % of tax; on 1 February every account has a bill of 100 and 20. What
 * comes late adjusts it.
 */
const service = useService(LOCAL_CONNECTOR);
const hook = useScriptedHook();
const client = () => service.sandbox;
const ACCOUNTS = ['noted', 'hooked', 'twice', 'refused', 'run', 'void', 'late', 'left', 'refunding'];

beforeAll(async () => {
  await client().setClock('2030-01-01T00:00:00Z');
  const org = { entityType: 'ORGANIZATION', entityId: 'default', namespace: 'PLATFORM' };
  await client().must.post('/settings', {
    ...{ ...org, id: 'LATE_USAGE', name: 'Late', dataType: 'STRING', value: 'ADJUST' },
  });
  await client().must.post('/settings', {
    ...{ ...org, id: 'TAX_RATES', name: 'Taxes', dataType: 'JSON' },
    value: JSON.stringify([{ name: 'VAT', rate: '0.20' }]),
  });
  const meter = await sellUsage(client(), 'calls');
  const usage = { model: 'TIERED' as const, slabs: [{ rate: 1 }] };
  const planId = await publishPlan(client(), {
    ...{ name: 'Calls', cards: [{ type: 'USAGE', billableId: meter, usage }] },
  });
  for (const id of ACCOUNTS) {
    await openAccount(client(), id);
    await editTimeline(client(), id, [{ planId, from: '2030-01-01', until: '2030-02-01' }]);
    await use(client(), { meter: 'calls', account: id, at: '2030-01-01T00:00:00Z', amount: '100' });
  }
  await client().must.post('/credits', {
    creditRequests: [
      ...[
        {
          accountId: 'void',
          purpose: 'Goodwill',
          effectiveFrom: '2030-01-01',
          priority: 1,
          creditAmount: 105,
        },
      ],
    ],
  });
  await client().setClock('2030-02-01T00:00:00Z');
});
afterEach(async () => {
  await removeHooks(client());
  await client().settle();
  expect(await findMismatches(service)).toEqual([]);
});

const billOf = async (id: string): Promise<Reply['body']> =>
  (await listInvoices(client(), id)).find(({ metadata }) => !metadata?.adjusts);
const advanceOf = async (id: string): Promise<Reply['body']> =>
  (await listInvoices(client(), id)).find(({ invoiceType }) => invoiceType === 'STANDARD_ADVANCED');
/** Of what was not used. */
const refundOf = async (id: string): Promise<Reply['body']> =>
  (await adjustmentsOf(id)).find(({ metadata }) => metadata.refundMode);
const adjustmentsOf = async (id: string): Promise<Reply['body'][]> =>
  (await listInvoices(client(), id)).filter(({ metadata }) => metadata?.adjusts);
const stateOf = ({ status, finalizingStatus = '-', totalAmount }: Reply['body']) =>
  `${status} ${finalizingStatus} ${totalAmount}`;
const now = async (id: string) => client().must.get(`/invoices/${id}`);
const owedOf = async (id: string) => {
  const { status, paidAmount } = await now(id);
  return `${status} ${paidAmount}`;
};
const note = (invoiceId: string, body: object = {}) =>
  client().must.post(`/ext/v1/invoices/${invoiceId}/credit_notes`, { reason: 'Outage', amount: 50, ...body });
const register = () => setHook(client(), hook, 'E_INVOICE');
const use1 = (account: string, amount: string) =>
  use(client(), { meter: 'calls', account, at: '2030-01-20T00:00:00Z', amount });
const nextDay = async () => {
  const clock = await client().must.get('/ext/v1/clock');
  await client().setClock(Temporal.Instant.from(clock.now).add({ hours: 24 }).toString());
};

describe('a credit note', () => {
  it('is issued, and lowers what is owed, once it is registered', async () => {
    await register();
    const bill = await billOf('noted');
    const made = await note(bill.id);
    expect([stateOf(made), made.sequenceId]).toEqual(['DRAFT FINALIZING -60', undefined]);
    expect(await owedOf(bill.id)).toBe('DUE 0');
    await callAllHooks(service, hook);
    const issued = await now(made.id);
    expect([stateOf(issued), issued.metadata.eInvoice.reference]).toEqual([
      'REFUND_COMPLETED FINALIZED -60',
      'REG -60',
    ]);
    expect(issued.sequenceId).toMatch(/^2030-02-/);
    expect([await owedOf(bill.id), await fundsOf(client(), 'noted')]).toEqual(['PARTIALLY_PAID 60', [0, 0]]);
    const [requested] = hook.requested;
    expect([hook.requested.length, requested?.type, requested?.content.invoice]).toMatchObject([
      1,
      'e_invoice.register',
      {
        ...{ id: made.id, type: 'CUSTOM', netAmount: '-50', totalAmount: '-60' },
        taxes: [{ name: 'VAT', amount: '-10', rate: '0.2' }],
        adjusts: {
          ...{ id: bill.id, number: bill.sequenceId, date: bill.invoiceDate.replace('.000', '') },
          ...{ isCreditNote: true, reason: 'Outage' },
        },
      },
    ]);
  });

  it('names what the original is registered as, and is not taxed anew', async () => {
    await register();
    await setHook(client(), hook, 'TAX');
    const { id } = await client().must.post('/invoices', {
      ...{ accountId: 'hooked', ownerType: 'ACCOUNT', status: 'DUE', applyCredits: false },
      ...{ startDate: '2030-01-01T00:00:00Z', endDate: '2030-02-01T00:00:00Z' },
      lineItems: [{ description: 'Work', value: 10 }],
    });
    await callAllHooks(service, hook);
    const original = await now(id);
    hook.requested.length = 0;
    const made = await note(id, { amount: 10 });
    await callAllHooks(service, hook);
    expect([hook.requested.map(({ type }) => type), stateOf(await now(made.id))]).toEqual([
      ['e_invoice.register'],
      'REFUND_COMPLETED FINALIZED -12',
    ]);
    expect(hook.requested[0]?.content.invoice.adjusts.reference).toBe(original.metadata.eInvoice.reference);
  });

  it('is made once for its key, cannot be changed while it waits, and goes on without a hook', async () => {
    await register();
    const { id: billId } = await billOf('twice');
    const key = { idempotencyKey: 'once' };
    const [first, second] = [await note(billId, key), await note(billId, key)];
    expect(second.id).toBe(first.id);
    for (const reply of [
      await client().patch(`/invoices/${first.id}`, { status: 'DUE' }),
      await client().delete(`/invoices/${first.id}`),
      await client().patch(`/invoices/${billId}`, { status: 'VOID' }),
    ])
      expect(reply.status).toBe(400);
    await removeHooks(client());
    await client().settle();
    expect([stateOf(await now(first.id)), await owedOf(billId)]).toEqual([
      'REFUND_COMPLETED FINALIZED -60',
      'PARTIALLY_PAID 60',
    ]);
    expect(hook.requested).toEqual([]);
  });

  it('is counted by a refund that begins while it waits', async () => {
    await register();
    const { id: billId } = await billOf('refunding');
    await payInvoice(client(), { accountId: 'refunding', invoiceId: billId, amount: 120 });
    const made = await note(billId);
    await client().must.patch(`/invoices/${billId}`, { status: 'REFUND_INITIATED' });
    expect((await now(billId)).metadata.refundAmount).toBe('60');
    await client().must.patch(`/invoices/${billId}`, { status: 'REFUND_COMPLETED' });
    await callAllHooks(service, hook);
    expect([stateOf(await now(made.id)), await fundsOf(client(), 'refunding')]).toEqual([
      'REFUND_COMPLETED FINALIZED -60',
      [60, 0],
    ]);
  });
});

describe('a credit note that is rejected', () => {
  it.each<[account: string, how: string, retry: (id: string) => Promise<unknown>]>([
    ['refused', 'PATCH to DUE', (id) => client().must.patch(`/invoices/${id}`, { status: 'DUE' })],
    ['run', 'a bill run', () => client().must.post('/invoices/bill_runs')],
    ['left', 'autoAdvance', (id) => client().must.patch(`/invoices/${id}`, { autoAdvance: true })],
  ])('of %s waits as it is, until somebody tries again by %s', async (account, _how, retry) => {
    await register();
    hook.decide = () => [422, { reason: 'no tax number' }];
    const { id: billId } = await billOf(account);
    const { id } = await note(billId);
    await callAllHooks(service, hook);
    const rejected = await now(id);
    expect([stateOf(rejected), rejected.info.at(-1)]).toEqual([
      'DRAFT - -60',
      { type: 'FINALIZATION_FAILED', value: 'E_INVOICE refused: no tax number' },
    ]);
    const edit = { lineItems: [{ description: 'More', value: 5 }] };
    const charge = { items: [{ name: 'Fee', value: '5' }] };
    for (const reply of [
      await client().patch(`/invoices/${id}`, edit),
      await client().delete(`/invoices/${id}`),
      await client().put(`/invoices/${id}/miscellaneous_charges`, charge),
    ])
      expect(reply.status).toBe(400);
    // Drafts of its account are computed anew, and it is not.
    await client().must.post('/credits', {
      creditRequests: [
        ...[{ accountId: account, purpose: 'x', effectiveFrom: '2031-01-01', priority: 1, creditAmount: 1 }],
      ],
    });
    await client().settle();
    expect([stateOf(await now(id)), await owedOf(billId)]).toEqual(['DRAFT - -60', 'DUE 0']);
    hook.decide = AS_AGREED;
    await retry(id);
    await client().settle();
    await callAllHooks(service, hook);
    expect(new Set(hook.requested.map(({ key }) => key)).size).toBe(2);
    expect([stateOf(await now(id)), await owedOf(billId)]).toEqual([
      'REFUND_COMPLETED FINALIZED -60',
      'PARTIALLY_PAID 60',
    ]);
  });
});

describe('late usage', () => {
  it('is charged once its adjustment is registered; what comes meanwhile goes on from it', async () => {
    await register();
    hook.decide = () => [202, {}];
    await use1('late', '30');
    await nextDay();
    await use1('late', '-200');
    await nextDay();
    const waiting = await adjustmentsOf('late');
    // 30 and 6 of tax; -200 and -40.
    expect(waiting.map(stateOf).toSorted()).toEqual(['DRAFT FINALIZING -240', 'DRAFT FINALIZING 36']);
    await removeHooks(client());
    await client().settle();
    const issued = await adjustmentsOf('late');
    expect(issued.map(stateOf).toSorted()).toEqual(['DUE FINALIZED 36', 'REFUND_COMPLETED FINALIZED -240']);
    expect(await adjustmentsOf('late')).toHaveLength(2);
  });

  it('gives credits back when its adjustment is void before it was registered', async () => {
    await register();
    hook.decide = () => [422, { reason: 'closed' }];
    const balance = async () =>
      (await client().must.get('/accounts/void/credit_balance')).availableBalance as number;
    // The bill of 100 took as much of 105.
    expect(await balance()).toBe(5);
    await use1('void', '30');
    await nextDay();
    await callAllHooks(service, hook);
    const [waiting] = await adjustmentsOf('void');
    expect([stateOf(waiting), await balance()]).toEqual(['DRAFT - 30', 0]);
    await client().must.patch(`/invoices/${waiting.id}`, { status: 'VOID' });
    expect([stateOf(await now(waiting.id)), await balance()]).toEqual(['VOID - 30', 5]);
    hook.decide = AS_AGREED;
    const again = await client().must.post(`/ext/v1/invoices/${waiting.id}/reissue`);
    await callAllHooks(service, hook);
    expect([stateOf(await now(again.id)), await balance()]).toEqual(['DUE FINALIZED 30', 0]);
  });
});

describe('unused licences', () => {
  // 10 seats at 30 are 300 and 60 of tax; 3 of them for 9 of 30 days are 27 and 5.40. A note by hand of 10
  // counts as given back of these days: 17 and 3.40 are left.
  const LEFT = { WALLET: '20.4', PAYMENT: '32.4' } as const;

  it('go back to the wallet, or to who paid, once their credit note is registered', async () => {
    await client().setClock('2030-04-01T00:00:00Z');
    const seats = await sellSeats(client(), 'Seats');
    for (const mode of ['WALLET', 'PAYMENT'] as const) {
      const terms = { slabs: [{ rate: 30 }], timing: 'IN_ADVANCE' as const, refundMode: mode };
      const planId = await publishPlan(client(), { name: mode, cards: [licenseCard(seats, terms)] });
      await openAccount(client(), mode);
      await setSeats(client(), seats, { account: mode, quantity: '10', from: '2030-04-01T00:00:00Z' });
      await editTimeline(client(), mode, [{ planId, from: '2030-04-01', until: '2030-05-01' }]);
      const { id: invoiceId } = await advanceOf(mode);
      await payInvoice(client(), { accountId: mode, invoiceId, amount: 360 });
    }
    await register();
    hook.decide = () => [422, { reason: 'closed' }];
    await client().setClock('2030-04-21T12:00:00Z');
    for (const account of ['WALLET', 'PAYMENT'])
      await setSeats(client(), seats, { account, quantity: '-3', from: '2030-04-21T12:00:00Z' });
    // One by hand, of days that are not over: it is tried again whenever somebody wants.
    const early = await note((await advanceOf('WALLET')).id, { amount: 10 });
    await callAllHooks(service, hook);
    await client().must.patch(`/invoices/${early.id}`, { status: 'DUE' });
    expect(stateOf(await now(early.id))).toBe('DRAFT FINALIZING -12');
    await client().setClock('2030-05-01T00:00:00Z');
    await callAllHooks(service, hook);
    for (const account of ['WALLET', 'PAYMENT'] as const) {
      const waiting = await refundOf(account);
      expect([stateOf(waiting), await fundsOf(client(), account)]).toEqual([
        `DRAFT - -${LEFT[account]}`,
        [0, 0],
      ]);
      await client().must.patch(`/invoices/${waiting.id}`, { status: 'DUE' });
    }
    hook.decide = AS_AGREED;
    await callAllHooks(service, hook);
    const [toWallet, toPayer] = [await refundOf('WALLET'), await refundOf('PAYMENT')];
    expect([stateOf(toWallet), await fundsOf(client(), 'WALLET')]).toEqual([
      'REFUND_COMPLETED FINALIZED -20.4',
      [20.4, 0],
    ]);
    expect([stateOf(toPayer), toPayer.metadata.refundAmount, toPayer.metadata.manualRefunds.length]).toEqual([
      ...['REFUND_INITIATED FINALIZED -32.4', '32.4', 1],
    ]);
  });
});
