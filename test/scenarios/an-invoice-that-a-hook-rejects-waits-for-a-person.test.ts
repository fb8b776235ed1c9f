import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { onlyInvoice } from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { dayOf, formGroup, listComposites, membersOf, openPayer } from '#test/group-scenario.ts';
import { publishBundle } from '#test/purchase-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';
import {
  AS_AGREED,
  callAllHooks,
  callHooks,
  removeHooks,
  setHook,
  useScriptedHook,
} from '#test/scripted-hook.ts';
import { LOCAL_CONNECTOR } from '#test/scripted-provider.ts';
import { startSecondProcess } from '#test/second-process.ts';

/*
 * Each test has accounts of its own, whose one cycle is the month in which they are opened.
 */
const service = useService(LOCAL_CONNECTOR, { own: 'counts alarms from the start of the process' });
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

/** The id of the invoice of an account for a month that has just ended. */
async function bill(id: string): Promise<string> {
  await openPayer(client(), id, { rate: 100, ...thisMonth() });
  await nextMonth();
  return (await onlyInvoice(client(), id)).id;
}

const stateOf = ({ status, finalizingStatus = '-', totalAmount, autoAdvance }: Reply['body']) =>
  `${status} ${finalizingStatus} ${totalAmount}${autoAdvance ? '' : ' waits'}`;
const stateNow = async (id: string, from: Client = client()) =>
  stateOf(await from.must.get(`/invoices/${id}`));
/** The drafts that wait for a hook, and those that one has refused. */
const listed = async () => {
  const of = async (state: string) => {
    const { data } = await client().must.get(`/invoices?finalization=${state}`);
    return data.map(({ id }: { id: string }) => id);
  };
  return { waiting: await of('WAITING'), failed: await of('FAILED') };
};
const infoNow = async (id: string) => (await client().must.get(`/invoices/${id}`)).info;
/** The events published about its finalization, with the count of each type. */
const messages = async (id: string) => {
  const { data } = await client().must.get(`/ext/v1/webhooks/events?resource_id=${id}`);
  const types = data.map(({ type }: { type: string }) => type);
  const count = (type: string) => types.filter((each: string) => each === type).length;
  return [count('invoice.finalizing'), count('invoice.finalization_failed'), count('invoice.due')];
};

const RETRIES: [how: string, retry: (id: string) => Promise<unknown>, isWaiting: boolean][] = [
  ['PATCH to DUE', (id) => client().must.patch(`/invoices/${id}`, { status: 'DUE' }), true],
  ['autoAdvance', (id) => client().must.patch(`/invoices/${id}`, { autoAdvance: true }), false],
  ['a bill run', () => client().must.post('/invoices/bill_runs'), true],
];

describe('a rejection', () => {
  it.each(RETRIES)(
    'is published, and the draft waits until a person retries by %s',
    async (how, retry, isWaiting) => {
      await setHook(client(), hook, 'TAX');
      hook.decide = () => [422, { reason: 'no tax number' }];
      const id = await bill(`refused by ${how}`.replaceAll(' ', '-'));
      expect(await listed()).toEqual({ waiting: [id], failed: [] });
      await callHooks(service);
      expect(await listed()).toEqual({ waiting: [], failed: [id] });
      expect(await stateNow(id)).toBe('DRAFT - 100 waits');
      const info = [{ type: 'FINALIZATION_FAILED', value: 'TAX refused: no tax number' }];
      expect(await infoNow(id)).toEqual(info);
      await client().setClock(`${month}-02T00:00:00Z`);
      expect([await stateNow(id), await infoNow(id)]).toEqual(['DRAFT - 100 waits', info]);
      expect(await messages(id)).toEqual([1, 1, 0]);
      hook.decide = AS_AGREED;
      await retry(id);
      await client().settle();
      const waits = isWaiting ? ' waits' : '';
      expect(await stateNow(id)).toBe(`DRAFT FINALIZING 100${waits}`);
      await callAllHooks(service, hook);
      expect([await stateNow(id), await infoNow(id)]).toEqual([`DUE FINALIZED 120${waits}`, []]);
      // Another key: under the first it would be refused again.
      expect(new Set(hook.requested.map(({ key }) => key)).size).toBe(2);
      expect(await listed()).toEqual({ waiting: [], failed: [] });
      expect(await messages(id)).toEqual([2, 1, 1]);
    },
  );

  it('of a registration no longer counts after a retry, which requests taxes anew', async () => {
    await setHook(client(), hook, 'TAX');
    await setHook(client(), hook, 'E_INVOICE');
    const isRejected = (type: string) => type === 'e_invoice.register' && hook.requested.length < 3;
    hook.decide = (content, type) =>
      isRejected(type) ? [400, { reason: 'closed' }] : AS_AGREED(content, type);
    const id = await bill('registered-later');
    await callAllHooks(service, hook);
    expect(await stateNow(id)).toBe('DRAFT - 100 waits');
    await client().must.patch(`/invoices/${id}`, { status: 'DUE' });
    await callAllHooks(service, hook);
    expect(await stateNow(id)).toBe('DUE FINALIZED 120 waits');
    expect(hook.requested.map(({ type }) => type.split('.')[0])).toEqual([
      ...['tax', 'e_invoice', 'tax', 'e_invoice'],
    ]);
  });

  it('of the invoice of a group leaves its members merged, and it is tried again', async () => {
    await setHook(client(), hook, 'TAX');
    await setHook(client(), hook, 'E_INVOICE');
    for (const id of ['m1', 'm2']) await openPayer(client(), id, { rate: 10, ...thisMonth() });
    const group = await formGroup(client(), { accounts: ['m1', 'm2'] });
    await nextMonth();
    const { id: member } = await onlyInvoice(client(), 'm1');
    expect(await stateNow(member)).toBe('DRAFT FINALIZING 10');
    await callAllHooks(service, hook);
    // Members are taxed and merged; what is registered is the invoice of the group.
    expect([await stateNow(member), hook.requested.map(({ type }) => type)]).toEqual([
      'MERGED FINALIZED 12',
      ['tax.calculate', 'tax.calculate'],
    ]);
    hook.decide = () => [400, { reason: 'unknown buyer' }];
    await client().setClock(`${month}-02T00:00:00Z`);
    const [{ id }] = await listComposites(client(), group);
    expect(await stateNow(id)).toBe('DRAFT FINALIZING 24');
    for (const body of [{ status: 'DUE' }, { status: 'VOID' }, { autoAdvance: false }])
      expect((await client().patch(`/invoices/${id}`, body)).headers['error-code']).toBe(
        'INVOICE_FINALIZING',
      );
    await callHooks(service);
    expect([await stateNow(id), await infoNow(id)]).toEqual([
      'DRAFT - 24 waits',
      [{ type: 'FINALIZATION_FAILED', value: 'E_INVOICE refused: unknown buyer' }],
    ]);
    hook.decide = AS_AGREED;
    await client().must.patch(`/invoices/${id}`, { autoAdvance: true });
    await client().settle();
    // Taxes of the members, and none on the group itself.
    await client().setClock(`${month}-03T12:00:00Z`);
    await callAllHooks(service, hook);
    const [issued] = await listComposites(client(), group);
    expect([dayOf(issued), membersOf(issued)]).toEqual([`${month}-01 DUE 24`, ['m1 12', 'm2 12']]);
    expect(issued).toMatchObject({ info: [], metadata: { eInvoice: { reference: 'REG 24' } } });
    expect(hook.requested.at(-1)?.content.invoice).toMatchObject({
      ...{ type: 'COMPOSITE', netAmount: '20', totalAmount: '24' },
      taxes: [
        { taxable: '10', amount: '2' },
        { taxable: '10', amount: '2' },
      ],
    });
  });
});

describe('no response', () => {
  it('is retried for a day, in growing pauses, under one key; then it is given up', async () => {
    await setHook(client(), hook, 'TAX');
    hook.decide = () => null;
    const id = await bill('silent');
    const start = Temporal.Now.instant().add({ seconds: 5 });
    // 0, 5 s, 35, 155, 755, 2555 s, then hourly.
    const attempts = [0, 5, 35, 155, 755, 2555];
    for (let hour = 1; hour < 25; hour++) attempts.push(2555 + hour * 3600);
    const counts: number[] = [];
    for (const seconds of attempts) {
      await callHooks(service, { at: start.add({ seconds }), timeoutMs: 30 });
      counts.push(hook.requested.length);
    }
    // The 28th is sent after 81,755 s, the 29th after 85,355; an hour later a day is over.
    expect(counts.findIndex((count, index) => count !== index + 1)).toBe(29);
    expect(new Set(hook.requested.map(({ key }) => key)).size).toBe(1);
    expect([await stateNow(id), (await infoNow(id))[0].value]).toEqual([
      'DRAFT - 100 waits',
      expect.stringMatching(/^TAX did not respond within 24 hours: no complete response/),
    ]);
    expect(await messages(id)).toEqual([1, 1, 0]);
    const metrics = (await service.app.server.inject({ url: '/metrics' })).body;
    expect(metrics).toMatch(/FINALIZATION_HOOK_SILENT"\} 1/);
  });

  it.each<[string, [number, object | string]]>([
    ['202', [202, '']],
    ['PENDING', [200, { status: 'PENDING' }]],
    ['an error', [500, {}]],
    ['429', [429, { reason: 'slowly' }]],
    ['no JSON', [200, 'taxes']],
    ['a rate that is no fraction', [200, { taxes: [{ name: 'VAT', rate: '20' }] }]],
    ['a rate that is no text', [200, { taxes: [{ name: 'VAT', rate: 0.2 }] }]],
    ['a name twice', [200, { taxes: ['0.1', '0.2'].map((rate) => ({ name: 'VAT', rate })) }]],
    ['21 taxes', [200, { taxes: Array.from({ length: 21 }, (_, n) => ({ name: `T${n}`, rate: '0.01' })) }]],
    ['control characters', [200, { taxes: [{ name: 'V\u0000T', rate: '0.2' }] }]],
  ])('%s is no answer yet', async (_, [status, body]) => {
    await setHook(client(), hook, 'TAX');
    const id = await bill(`waiting-${hook.url.length}-${month}`);
    hook.decide = () => [status, body];
    await callHooks(service);
    expect(await stateNow(id)).toBe('DRAFT FINALIZING 100');
    hook.effects.clear();
    hook.decide = () => [200, { taxes: [] }];
    await callHooks(service, { at: Temporal.Now.instant().add({ seconds: 7 }) });
    expect(await stateNow(id)).toBe('DUE FINALIZED 100');
  });
});

describe('every kind of invoice that is issued', () => {
  it('in advance, of a purchase, manual, and manual for a group waits for its hooks', async () => {
    await setHook(client(), hook, 'TAX');
    await setHook(client(), hook, 'E_INVOICE');
    await openPayer(client(), 'early', { rate: 30, ...thisMonth(), isInAdvance: true });
    const { data } = await client().must.get('/invoices?owner_id=early');
    const early = data.find((each: Reply['body']) => each.invoiceType === 'STANDARD_ADVANCED');
    const fee = (await client().must.post('/addons', { name: 'Setup', type: 'FIXED_FEE' })).id;
    const pricePlanId = await publishBundle(client(), { name: 'Bundle', fees: { [fee]: 50 } });
    const sold = await purchase('early', pricePlanId);
    const group = await formGroup(client(), { accounts: ['early'], isDaily: false });
    const dates = { startDate: '2029-12-01T00:00:00Z', endDate: '2030-01-01T00:00:00Z' };
    const lineItems = [{ description: 'Work', value: 5 }];
    const custom = { accountId: group, ownerType: 'INVOICE_GROUP', status: 'DUE', ...dates, lineItems };
    const typed = await client().must.post('/invoices', custom);
    const paid = await client().post('/invoices', { ...custom, status: 'PAID' });
    expect([paid.status, paid.body.message]).toEqual([400, expect.stringMatching(/^status: /)]);
    const ids = [early.id, sold.invoiceId, typed.id];
    expect(await Promise.all(ids.map((id) => stateNow(id)))).toEqual([
      'DRAFT FINALIZING 30',
      'DRAFT FINALIZING 50',
      'DRAFT FINALIZING 5 waits',
    ]);
    await callAllHooks(service, hook);
    const issued = await Promise.all(ids.map((id) => client().must.get(`/invoices/${id}`)));
    // The first is of an account that is in a group by now: it is registered with the group's.
    expect(issued.map(stateOf)).toEqual(['MERGED FINALIZED 36', 'DUE FINALIZED 60', 'DUE FINALIZED 6 waits']);
    expect(issued.map(({ metadata }) => metadata.eInvoice?.reference)).toEqual([
      undefined,
      'REG 60',
      'REG 6',
    ]);
  });
});

it('two processes call each hook once, and issue each invoice once', async () => {
  const { sandbox } = await service.createOrganization('two-processes');
  await sandbox.setClock('2030-01-01T00:00:00Z');
  await setHook(sandbox, hook, 'TAX');
  await setHook(sandbox, hook, 'E_INVOICE');
  const names = Array.from({ length: 8 }, (_, index) => `p${index}`);
  for (const id of names) await openPayer(sandbox, id, { rate: 10, until: '2030-02-01' });
  await sandbox.setClock('2030-02-01T00:00:00Z');
  const second = await startSecondProcess(service);
  try {
    const processes = [service, { ...service, app: second.app }];
    for (let round = 0; round < 4; round++) {
      await Promise.all(processes.map((each) => callHooks(each)));
      await Promise.all([sandbox.settle(), second.as(sandbox).settle()]);
    }
  } finally {
    await second.stop();
  }
  const ids = await Promise.all(names.map(async (name) => (await onlyInvoice(sandbox, name)).id));
  const states = await Promise.all(ids.map((id) => stateNow(id, sandbox)));
  expect(new Set(states)).toEqual(new Set(['DUE FINALIZED 12']));
  expect([hook.requested.length, hook.effects.size]).toEqual([16, 16]);
});

/** Granted at once, and billed to be paid later. */
async function purchase(accountId: string, pricePlanId: string): Promise<Reply['body']> {
  const proposal = { type: 'ENTITLEMENT_GRANT', pricePlanId, paymentMode: 'POSTPAID' };
  const { id } = await client().must.post(`/accounts/${accountId}/purchase_proposals`, proposal);
  await client().must.post(`/purchase_proposals/${id}/update_status`, { status: 'APPROVE' });
  await client().settle();
  return client().must.get(`/purchase_proposals/${id}`);
}
