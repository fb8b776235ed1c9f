import { beforeAll, describe, expect, it } from 'vitest';
import {
  editTimeline,
  listInvoices,
  onlyInvoice,
  openAccount,
  publishPlan,
  sellUsage,
  use,
  valuesOf,
} from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let calls: string;
let plan: string;
beforeAll(async () => {
  await service.sandbox.setClock('2030-01-20T00:00:00Z');
  calls = await sellUsage(service.sandbox, 'calls');
  plan = await publishPlan(service.sandbox, {
    name: 'Standard',
    cards: [{ type: 'USAGE', billableId: calls, usage: { model: 'TIERED', slabs: [{ rate: 0.1 }] } }],
  });
});

const charge = (invoice: string, items: object[]) =>
  service.sandbox.must.put(`/invoices/${invoice}/miscellaneous_charges`, { items });

async function subscribe(account: string, from = '2030-01-01'): Promise<void> {
  await openAccount(service.sandbox, account);
  await editTimeline(service.sandbox, account, [{ planId: plan, from }]);
}

describe('miscellaneous charges of a draft', () => {
  it('are computed from its amounts and follow its usage to the issued invoice', async () => {
    await subscribe('acme');
    const { id } = await onlyInvoice(service.sandbox, 'acme');
    await use(service.sandbox, {
      meter: 'calls',
      account: 'acme',
      at: '2030-01-10T00:00:00Z',
      amount: '1000',
    });
    const { data } = await charge(id, [
      { name: 'Ten percent', value: JSON.stringify({ '*': [{ var: calls }, 0.1] }) },
      { name: 'Support', rate: 20, quantity: 2.5 },
      { name: 'Discount', value: '-15.50' },
    ]);
    expect(data).toEqual([
      { name: 'Ten percent', value: JSON.stringify({ '*': [{ var: calls }, 0.1] }) },
      { name: 'Support', value: '50', rate: 20, quantity: 2.5 },
      { name: 'Discount', value: '-15.5' },
    ]);
    // 100 of usage + 10 + 50 − 15.50.
    expect((await onlyInvoice(service.sandbox, 'acme')).totalAmount).toBe(144.5);
    await use(service.sandbox, {
      meter: 'calls',
      account: 'acme',
      at: '2030-01-11T00:00:00Z',
      amount: '500',
    });
    // 150 of usage + 15 + 50 − 15.50.
    expect((await onlyInvoice(service.sandbox, 'acme')).totalAmount).toBe(199.5);
  });

  it('are replaced as a whole', async () => {
    const { id } = await onlyInvoice(service.sandbox, 'acme');
    await charge(id, [{ name: 'Only this', value: '1' }]);
    const draft = await onlyInvoice(service.sandbox, 'acme');
    expect(valuesOf(draft, 'TOTAL_MISCELLANEOUS_CHARGES', 'MISCELLANEOUS_CHARGE')).toEqual([
      ['TOTAL_MISCELLANEOUS_CHARGES', 1],
      ['MISCELLANEOUS_CHARGE', 1],
    ]);
    await charge(id, []);
    expect((await onlyInvoice(service.sandbox, 'acme')).totalAmount).toBe(150);
  });

  it('count an absent line as 0 and say so, and are issued so', async () => {
    await subscribe('absent');
    const { id } = await onlyInvoice(service.sandbox, 'absent');
    await charge(id, [{ name: 'Tenth', value: '{"+":[{"var":"um.gone"},3]}' }]);
    const draft = await onlyInvoice(service.sandbox, 'absent');
    expect(draft).toMatchObject({
      totalAmount: 3,
      info: [{ type: 'MISC_CHARGE_VARIABLE_MISSING', value: 'Tenth:um.gone' }],
    });
  });

  it('that cannot be computed keep the draft from being issued', async () => {
    await subscribe('broken');
    const { id } = await onlyInvoice(service.sandbox, 'broken');
    await charge(id, [{ name: 'Ratio', value: JSON.stringify({ '/': [1, { var: calls }] }) }]);
    const draft = await onlyInvoice(service.sandbox, 'broken');
    expect(draft).toMatchObject({ totalAmount: 0, info: [{ type: 'MISC_CHARGE_ERROR' }] });
  });

  it('wait for the next invoice, are moved to it once, and leave the running draft', async () => {
    await subscribe('upcoming');
    const put = (items: object[]) =>
      service.sandbox.must.put('/accounts/upcoming/miscellaneous_charges', { items });
    await put([{ name: 'First thought', value: '5' }]);
    await put([{ name: 'Setup', rate: 7, quantity: 1 }]);
    const waiting = { data: [{ name: 'Setup', value: '7', rate: 7, quantity: 1 }] };
    const read = () => service.sandbox.must.get('/ext/v1/accounts/upcoming/miscellaneous_charges');
    expect(await read()).toEqual(waiting);
    expect((await onlyInvoice(service.sandbox, 'upcoming')).totalAmount).toBe(0);
    await service.sandbox.setClock('2030-02-01T00:00:00Z');
    await service.sandbox.setClock('2030-03-01T00:00:00Z');
    const invoices = await listInvoices(service.sandbox, 'upcoming');
    expect(invoices.map((each) => [each.status, each.totalAmount])).toEqual([
      ['PAID', 0],
      ['DUE', 7],
      ['DRAFT', 0],
    ]);
    expect(await read()).toEqual({ data: [] });
  });

  it('were issued with January, all but the one that could not be computed', async () => {
    const [absent] = await listInvoices(service.sandbox, 'absent');
    expect(absent).toMatchObject({ status: 'DUE', totalAmount: 3 });
    const [broken] = await listInvoices(service.sandbox, 'broken');
    expect(broken).toMatchObject({ status: 'DRAFT' });
    expect(broken).not.toHaveProperty('finalizingStatus');
    await charge(broken.id, [{ name: 'Ratio', value: '2' }]);
    await service.sandbox.setClock('2030-03-02T00:00:00Z'); // it is tried again every day
    expect((await listInvoices(service.sandbox, 'broken'))[0]).toMatchObject({
      status: 'DUE',
      totalAmount: 2,
    });
  });

  it('400 on an issued invoice', async () => {
    const [{ id }] = (await listInvoices(service.sandbox, 'absent')) as [{ id: string }];
    const { status, body } = await service.sandbox.put(`/invoices/${id}/miscellaneous_charges`, {
      items: [],
    });
    expect(status).toBe(400);
    expect(body.message).toBe(`invoice ${id} is DUE: its charges can only be changed while it is a DRAFT`);
  });

  it('of the settings are on every cycle invoice, the account before the organization', async () => {
    const standing = (entityType: string, entityId: string, value: string) =>
      service.sandbox.must.post('/settings', {
        ...{ id: 'MISC_CHARGES', name: 'Charges', namespace: 'PLATFORM', dataType: 'JSON' },
        ...{ entityType, entityId, value },
      });
    await standing('ORGANIZATION', 'default', '[{"name":"Levy","rate":0.1,"quantity":3}]');
    await standing('ACCOUNT', 'absent', '[{"name":"Own","value":"4"}]');
    const drafts = await Promise.all(
      ['upcoming', 'absent'].map(
        async (account) => (await listInvoices(service.sandbox, account)).at(-1)?.totalAmount,
      ),
    );
    expect(drafts).toEqual([0.3, 4]);
  });
});
