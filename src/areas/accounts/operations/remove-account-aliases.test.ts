import { beforeAll, describe, expect, it } from 'vitest';
import { insertInvoice } from '#test/billing-rows.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const T = (day: string) => `2030-${day}T00:00:00Z`;
let count = 0;
/** An account with one alias in the given range. */
const open = async (from?: string, until?: string) => {
  const id = `Account-${count++}`;
  const alias = {
    value: `alias of ${id}`,
    ...(from && { effectiveFrom: T(from) }),
    ...(until && { effectiveUntil: T(until) }),
  };
  await service.sandbox.must.post('/accounts', {
    id,
    name: 'Acme',
    customerId: 'acme',
    accountAliases: [alias],
  });
  return { id, value: alias.value, row: (await rows(id))[0] };
};
const rows = async (id: string) => (await service.sandbox.must.get(`/accounts/${id}/account_aliases`)).data;
const remove = (id: string, sent: object) => service.sandbox.post(`/accounts/${id}/remove_aliases`, sent);

beforeAll(async () => {
  await service.sandbox.setClock(T('06-01'));
  const customer = { id: 'acme', name: 'Acme', primaryEmail: 'a@acme.example', address: {} };
  await service.sandbox.must.post('/customers', customer);
});

describe('POST /accounts/{account_id}/remove_aliases', () => {
  it('200 by value: it ends now, the past stays', async () => {
    const { id, value } = await open();
    const { status, body } = await remove(id, { aliases: [value.toUpperCase()] });
    expect(status).toBe(200);
    expect(body.aliases).toEqual([]);
    expect(await rows(id)).toMatchObject([{ effectiveUntil: '2030-06-01T00:00:00.000Z' }]);
    const before = await service.sandbox.must.get(`/accounts/${id}?effectiveOn=2030-05-31T23:59:59.999Z`);
    expect(before.aliases).toHaveLength(1);
  });

  it('200 by id among the values, also a second time', async () => {
    const { id, row } = await open('01-01');
    expect((await remove(id, { aliases: [row.id.toUpperCase()] })).body.aliases).toEqual([]);
    expect((await remove(id, { aliases: [row.id] })).status).toBe(200);
    expect(await rows(id)).toMatchObject([{ effectiveUntil: '2030-06-01T00:00:00.000Z' }]);
  });

  it.each([
    //  range               from      ends at
    [['01-01', '12-01'], undefined, '2030-06-01'], // absent: now
    [['01-01', '12-01'], '06-15', '2030-06-15'],
    [['01-01', '12-01'], '02-01', '2030-02-01'],
    [['01-01', '12-01'], '12-01', '2030-12-01'], // over by then: stays
    [['01-01', '12-01'], '12-02', '2030-12-01'],
    [['01-01', '12-01'], '01-01', null], // begins then: deleted
    [['02-01', '12-01'], '01-01', null],
    [[undefined, '12-01'], '01-01', '2030-01-01'],
    [['07-01', undefined], undefined, null], // begins later than now: deleted
  ])('a range %j removed from %s', async ([start, end], from, until) => {
    const { id, row } = await open(start, end);
    const sent = { accountAliases: [{ id: row.id, ...(from && { from: T(from) }) }] };
    expect((await remove(id, sent)).status).toBe(200);
    const left = await rows(id);
    expect(left.map(({ effectiveUntil }: { effectiveUntil: string }) => effectiveUntil.slice(0, 10))).toEqual(
      until ? [until] : [],
    );
  });

  it('the earlier instant holds when a range is named twice', async () => {
    const { id, value, row } = await open('01-01', '12-01');
    await remove(id, { aliases: [value], accountAliases: [{ id: row.id, from: T('07-01') }] });
    expect(await rows(id)).toMatchObject([{ effectiveUntil: '2030-06-01T00:00:00.000Z' }]);
  });

  it('404 and nothing removed when one of them is unknown', async () => {
    const { id, value } = await open();
    const other = await open();
    for (const unknown of ['unknown', other.value, other.row.id]) {
      const { status, body } = await remove(id, { aliases: [value, unknown] });
      expect([status, body.message]).toEqual([404, `alias ${unknown} not found`]);
    }
    expect((await remove(id, { aliases: [value], accountAliases: [{ id: other.row.id }] })).status).toBe(404);
    expect((await service.sandbox.must.get(`/accounts/${id}`)).aliases).toHaveLength(1);
  });

  it('400 for the own id, in any case', async () => {
    const { id } = await open();
    for (const alias of [id, id.toLowerCase()]) {
      const { status, headers } = await remove(id, { aliases: [alias] });
      expect([status, headers['error-code']]).toEqual([400, 'ALIAS_IMPLICIT']);
    }
  });

  it('400 when a finalized invoice counted what would leave the account', async () => {
    const { id, row } = await open('01-01');
    const march = { startAt: T('03-01'), endAt: T('04-01') };
    const invoice = { environment: 'sandbox', id, accountId: id, status: 'DUE', isFinalized: true } as const;
    await insertInvoice(service, { ...invoice, ...march });
    const from = (day: string) => ({ accountAliases: [{ id: row.id, from: T(day) }] });
    expect((await remove(id, from('03-31'))).headers['error-code']).toBe('ALIAS_SPAN_INVOICED');
    expect((await remove(id, from('04-01'))).status).toBe(200);
  });

  it.each([
    [{}, 400],
    [{ aliases: [], accountAliases: [] }, 200],
    [{ aliases: ['x'.repeat(51)] }, 400],
    [{ aliases: Array(101).fill('x') }, 400],
    [{ accountAliases: [{}] }, 400],
    [{ accountAliases: [{ id: 'not-a-uuid' }] }, 404],
    [{ accountAliases: [{ id: 'x', from: '9999-12-31T23:59:59-12:00' }] }, 400],
  ])('%j', async (sent, expected) => {
    const { id } = await open();
    expect((await remove(id, sent)).status).toBe(expected);
  });

  it('404 for an unknown account, 400 for an archived one', async () => {
    const { id, value } = await open();
    await service.sandbox.must.delete(`/accounts/${id}`);
    expect((await remove(id, { aliases: [value] })).status).toBe(400);
    expect((await remove('nobody', { aliases: [value] })).status).toBe(404);
  });
});
