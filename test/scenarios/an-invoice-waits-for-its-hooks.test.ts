import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  editTimeline,
  lastEventStatus,
  listInvoices,
  onlyInvoice,
  openAccount,
  publishPlan,
  sellUsage,
  use,
  valuesOf,
} from '#test/billing-scenario.ts';
import { makeSellerEntity, RECORD } from '#test/examples/seller-entities.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { openPayer } from '#test/group-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';
import {
  AS_AGREED,
  callAllHooks,
  callHooks,
  removeHooks,
  setHook,
  useScriptedHook,
} from '#test/scripted-hook.ts';
import { LOCAL_CONNECTOR } from '#test/scripted-provider.ts';

/*
 * Each test has an account of its own, whose one cycle is the month in which it is opened.
 */
const service = useService(LOCAL_CONNECTOR);
const hook = useScriptedHook();
const client = () => service.sandbox;
let month = Temporal.PlainYearMonth.from('2030-01');

beforeAll(() => client().setClock('2030-01-01T00:00:00Z'));
afterEach(async () => {
  await removeHooks(client());
  await client().settle();
  expect(await findMismatches(service)).toEqual([]);
});

const nextMonth = async () => {
  month = month.add({ months: 1 });
  await client().setClock(`${month}-01T00:00:00Z`);
};
const thisMonth = () => ({ from: `${month}-01`, until: `${month.add({ months: 1 })}-01` });
const set = (accountId: string, id: string, value: object) =>
  client().must.post('/settings', {
    ...{ entityType: 'ACCOUNT', entityId: accountId, namespace: 'PLATFORM', id, name: id },
    ...{ dataType: 'JSON' },
    value: JSON.stringify(value),
  });

/** The invoice of an account for a month that has just ended. */
async function bill(id: string, rate = 100): Promise<Reply['body']> {
  await openPayer(client(), id, { rate, ...thisMonth() });
  await nextMonth();
  return onlyInvoice(client(), id);
}

const stateOf = ({ status, finalizingStatus = '-', totalAmount, autoAdvance }: Reply['body']) =>
  `${status} ${finalizingStatus} ${totalAmount}${autoAdvance ? '' : ' waits'}`;
const stateNow = async (id: string) => stateOf(await client().must.get(`/invoices/${id}`));

describe('with hooks', () => {
  it('an invoice is taxed to the cent as the hook says, then registered, then issued', async () => {
    hook.decide = (content, type) =>
      type === 'tax.calculate'
        ? [
            200,
            {
              taxes: [
                { name: 'State', rate: '0.0725' },
                { name: 'City', rate: '0.0025' },
              ],
            },
          ]
        : AS_AGREED(content, type);
    await setHook(client(), hook, 'TAX');
    await setHook(client(), hook, 'E_INVOICE');
    const { id, ...draft } = await bill('taxed', 99.99);
    expect([stateOf(draft), draft.sequenceId, draft.dueDate]).toEqual([
      'DRAFT FINALIZING 99.99',
      undefined,
      undefined,
    ]);
    await callHooks(service);
    // 99.99 × 0.0725 = 7.249275, 99.99 × 0.0025 = 0.249975; 99.99 + 7.25 + 0.25 = 107.49
    expect(await stateNow(id)).toBe('DRAFT FINALIZING 107.49');
    await callHooks(service);
    const issued = await client().must.get(`/invoices/${id}`);
    expect(stateOf(issued)).toBe('DUE FINALIZED 107.49');
    expect(valuesOf(issued, 'TAX_AMOUNT')).toEqual([
      ['TAX_AMOUNT', 7.25],
      ['TAX_AMOUNT', 0.25],
    ]);
    expect(issued).toMatchObject({
      ...{ sequenceId: '2030-02-0001', invoiceDate: '2030-02-01T00:00:00.000Z', info: [] },
      metadata: { eInvoice: { reference: 'REG 107.49', url: 'https://tax.example/reg' } },
    });
    expect(hook.requested.map(({ type }) => type)).toEqual(['tax.calculate', 'e_invoice.register']);
    expect(new Set(hook.requested.map(({ key }) => key)).size).toBe(2);
    const invoice = {
      ...{ id, type: 'STANDARD', currency: 'USD' },
      ...{
        startDate: '2030-01-01T00:00:00Z',
        endDate: '2030-02-01T00:00:00Z',
        pricePlanName: 'Plan of taxed',
      },
      lines: [{ id: expect.any(String), description: 'Fee of taxed', amount: '99.99', quantity: '1' }],
      ...{ credits: [], netAmount: '99.99', charges: [], taxableAmount: '99.99' },
    };
    expect(hook.requested[0]?.content).toEqual({
      ...{ organizationId: 'default', environment: 'sandbox', date: '2030-02-01', invoice },
      payer: {
        ...{ accountId: 'taxed', customerId: 'customer-taxed', groupId: null },
        customer: expect.objectContaining({ name: 'Customer taxed' }),
        account: expect.objectContaining({ address: expect.objectContaining({ country: 'US' }) }),
      },
      seller: { name: expect.any(String), address: expect.any(Object) },
    });
    expect(hook.requested[1]?.content.invoice).toEqual({
      ...invoice,
      taxes: [
        { name: 'State', rate: '0.0725', taxable: '99.99', amount: '7.25' },
        { name: 'City', rate: '0.0025', taxable: '99.99', amount: '0.25' },
      ],
      ...{ totalAmount: '107.49', netTermDays: 0 },
    });
    const { isReproducible } = await client().must.get(`/ext/v1/invoices/${id}/explain`);
    expect(isReproducible).not.toBe(false);
  });

  it('a connector receives the tax ids of the seller entity of the invoice', async () => {
    await setHook(client(), hook, 'TAX');
    const path = `/ext/v1/organization/seller_entities/${await makeSellerEntity(client())}`;
    await bill('recorded');
    await callHooks(service);
    expect(hook.requested[0]?.content.seller).toEqual({
      ...{ name: RECORD.name, address: RECORD.address, taxIds: RECORD.taxIds },
    });
    await client().must.delete(path);
  });

  it('nothing about it can be changed meanwhile, and a bill run passes over it', async () => {
    await setHook(client(), hook, 'TAX');
    const { id } = await bill('frozen');
    const custom = await typed('frozen', 'DUE');
    expect(custom).toMatchObject({ status: 201, body: { status: 'DRAFT', finalizingStatus: 'FINALIZING' } });
    const items = [{ name: 'Handling', value: '5' }];
    const changes = [id, custom.body.id].flatMap((each) => [
      client().patch(`/invoices/${each}`, { autoAdvance: false }),
      client().patch(`/invoices/${each}`, { status: 'DUE' }),
      client().patch(`/invoices/${each}`, { status: 'VOID' }),
      client().delete(`/invoices/${each}`),
      client().put(`/invoices/${each}/miscellaneous_charges`, { items }),
    ]);
    for (const { status, headers, body } of await Promise.all(changes))
      expect([status, headers['error-code'], body.message]).toEqual([
        400,
        'INVOICE_FINALIZING',
        expect.stringMatching(/^invoice is finalizing/),
      ]);
    const run = await client().post('/invoices/bill_runs');
    expect([run.status, run.headers['error-code']]).toEqual([400, 'NO_ELIGIBLE_INVOICES']);
    await callAllHooks(service, hook);
    expect([await stateNow(id), await stateNow(custom.body.id)]).toEqual([
      'DUE FINALIZED 120',
      'DUE FINALIZED 12 waits',
    ]);
  });

  it('what changes in the window is asked about again, under another key', async () => {
    await setHook(client(), hook, 'TAX');
    hook.decide = () => [202, {}];
    const { id } = await bill('changed');
    await callHooks(service);
    await set('changed', 'MISC_CHARGES', [{ name: 'Handling', value: '7.7' }]);
    // Drafts of the account are computed anew for a credit that is of no use yet.
    await grant('changed', 5, '2035-01-01');
    await client().settle();
    // Looked at meanwhile, it is what the hook is asked about.
    expect(await stateNow(id)).toBe('DRAFT FINALIZING 100');
    hook.decide = AS_AGREED;
    await callHooks(service, { at: inSeconds(10) });
    expect(await stateNow(id)).toBe('DRAFT FINALIZING 107.7');
    await callHooks(service);
    // (100 + 7.7) × 1.2 = 129.24
    expect(await stateNow(id)).toBe('DUE FINALIZED 129.24');
    const requested = hook.requested.map(({ key, content }) => [
      key,
      content.invoice.taxableAmount,
      content.supersedes,
    ]);
    const [first, , second] = hook.requested.map(({ key }) => key);
    expect(requested).toEqual([
      [first, '100', undefined],
      [first, '100', undefined],
      [second, '107.7', first],
    ]);
    expect(second).not.toBe(first);
  });

  it('an event that comes in the window is late, as after the deadline', async () => {
    const meter = await sellUsage(client(), 'calls');
    const usage = { model: 'TIERED' as const, slabs: [{ rate: 2 }] };
    const planId = await publishPlan(client(), {
      name: 'Calls',
      cards: [{ type: 'USAGE', billableId: meter, usage }],
    });
    await setHook(client(), hook, 'TAX');
    await openAccount(client(), 'late');
    const { from, until } = thisMonth();
    await editTimeline(client(), 'late', [{ planId, from, until }]);
    const at = `${from}T00:00:00Z`;
    await use(client(), { meter: 'calls', account: 'late', at, amount: '5' });
    await nextMonth();
    const { id } = await onlyInvoice(client(), 'late');
    expect(await stateNow(id)).toBe('DRAFT FINALIZING 10');
    await use(client(), { meter: 'calls', account: 'late', at, amount: '100' });
    expect(await lastEventStatus(client(), 'late')).toBe('INGESTION_FAILED_PAST_GRACE_PERIOD');
    await callAllHooks(service, hook);
    expect([await stateNow(id), hook.requested.length]).toEqual(['DUE FINALIZED 12', 1]);
  });

  it('a hook that is removed is waited for no longer', async () => {
    await setHook(client(), hook, 'TAX');
    await setHook(client(), hook, 'E_INVOICE');
    await openPayer(client(), 'removed', { rate: 100, ...thisMonth() });
    await set('removed', 'TAX_RATES', [{ name: 'Estimate', rate: '0.1' }]);
    await nextMonth();
    const { id } = await onlyInvoice(client(), 'removed');
    expect(await stateNow(id)).toBe('DRAFT FINALIZING 110');
    await client().must.delete('/ext/v1/finalization_hooks/TAX');
    await client().settle();
    expect(await stateNow(id)).toBe('DRAFT FINALIZING 110');
    await client().must.delete('/ext/v1/finalization_hooks/E_INVOICE');
    await client().settle();
    expect([await stateNow(id), hook.requested]).toEqual(['DUE FINALIZED 110', []]);
  });

  it('an invoice in advance whose cycle is shortened in the window is asked about again', async () => {
    await setHook(client(), hook, 'TAX');
    hook.decide = () => [202, {}];
    await openPayer(client(), 'shortened', { rate: 30, ...thisMonth(), isInAdvance: true });
    await callHooks(service);
    const { until } = thisMonth();
    await editTimeline(client(), 'shortened', [{ from: `${month}-16`, until }]);
    const [{ id, endDate }] = await listInvoices(client(), 'shortened');
    expect([endDate, await stateNow(id)]).toEqual([`${month}-16T00:00:00.000Z`, 'DRAFT FINALIZING 30']);
    hook.decide = AS_AGREED;
    await callAllHooks(service, hook);
    expect(await stateNow(id)).toBe('DUE FINALIZED 36');
    expect(hook.requested.map(({ content }) => content.invoice.endDate)).toEqual([
      `${until}T00:00:00Z`,
      `${month}-16T00:00:00Z`,
    ]);
    await nextMonth();
  });

  it('two that share a credit are each asked once, and what the first takes is taken', async () => {
    await setHook(client(), hook, 'TAX');
    await openPayer(client(), 'credited', { rate: 60, ...thisMonth() });
    await grant('credited', 100);
    await nextMonth();
    const second = (await typed('credited', 'DUE', 50)).body;
    const { id } =
      (await listInvoices(client(), 'credited')).find((each) => each.invoiceType === 'STANDARD') ?? {};
    // 60 of the credit pay all of the first; 40 are left for the 50 of the second.
    expect([await stateNow(id), await stateNow(second.id)]).toEqual([
      'DRAFT FINALIZING 0',
      'DRAFT FINALIZING 10 waits',
    ]);
    await callAllHooks(service, hook);
    // 10 × 1.2
    expect([await stateNow(id), await stateNow(second.id)]).toEqual([
      'PAID FINALIZED 0',
      'DUE FINALIZED 12 waits',
    ]);
    expect(hook.requested).toHaveLength(2);
  });
});

const inSeconds = (seconds: number) => Temporal.Now.instant().add({ seconds });

function typed(accountId: string, status: string, value = 10): Promise<Reply> {
  return client().post('/invoices', {
    ...{ accountId, ownerType: 'ACCOUNT', status },
    ...{ startDate: '2029-12-01T00:00:00Z', endDate: '2030-01-01T00:00:00Z' },
    lineItems: [{ description: 'Work', value }],
  });
}

function grant(accountId: string, creditAmount: number, effectiveFrom = '2029-01-01') {
  const terms = { purpose: 'welcome', priority: 1, effectiveFrom, creditAmount };
  return client().must.post('/credits', { creditRequests: [{ accountId, ...terms }] });
}
