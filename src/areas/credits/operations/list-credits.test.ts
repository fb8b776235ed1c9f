import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { consume, insertDraft } from '#test/credit-rows.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const list = (query: string) => service.sandbox.get(`/credits${query}`);
const names = new Map<string, string>();
const idOf = (name: string) => [...names].find(([, each]) => each === name)?.[0] ?? '';
/** The credits of a list by the names of this test, or its refusal. */
const shown = async (query: string): Promise<string> => {
  const { status, body } = await list(query);
  if (status !== 200) return `${status} ${body.message}`;
  return body.data.map(({ id }: { id: string }) => names.get(id)).join(' ');
};
const grant = async (accountId: string, name: string) => {
  const credit = { accountId, purpose: name, effectiveFrom: '2030-01-01', creditAmount: 10, priority: 1 };
  const [{ id }] = await service.sandbox.must.post('/credits', { creditRequests: [credit] });
  names.set(id, name);
};

beforeAll(async () => {
  const { sandbox } = service;
  // Local midnight is five hours behind.
  await sandbox.must.patch('/ext/v1/organization', { timezone: 'America/New_York' });
  await sandbox.setClock('2030-01-01T05:00:00Z');
  for (const id of ['acme', 'globex']) await openAccount(sandbox, id);
  await grant('acme', 'first');
  await sandbox.setClock('2030-01-02T04:59:59.999Z');
  await grant('globex', 'second');
  await sandbox.setClock('2030-01-02T05:00:00Z');
  await grant('acme', 'third');
  await grant('acme', 'fourth');
  await insertDraft(service, 'acme', 'inv-1');
  const used = { accountId: 'acme', invoiceId: 'inv-1', creditId: idOf('third'), amount: '10' };
  await consume(service, used);
  await sandbox.must.post(`/credits/${idOf('fourth')}/void`);
});

describe('GET /credits', () => {
  it('200 and credits without transactions, the newest first, then by id', async () => {
    const { status, body } = await list('');
    expect(status).toBe(200);
    const sameInstant = [idOf('third'), idOf('fourth')].sort();
    const ids = body.data.map(({ id }: { id: string }) => id);
    expect(ids).toEqual([...sameInstant, idOf('second'), idOf('first')]);
    expect(body.nextToken).toBeNull();
    expect(Object.keys(body).sort()).toEqual(['data', 'nextToken']);
    expect(body.data[0]).not.toHaveProperty('transactions');
    const stored = await service.sandbox.must.get(`/credits/${idOf('first')}`);
    const { transactions: _, ...credit } = stored;
    expect(body.data[3]).toEqual(credit);
  });

  it.each([
    ['?account_id=globex', 'second'],
    ['?account_id=acme&status=ACTIVE', 'first'],
    ['?account_id=acme&status=CONSUMED', 'third'],
    ['?account_id=acme&status=VOIDED', 'fourth'],
    ['?account_id=acme&status=EXPIRED', ''],
    ['?account_id=globex&status=ACTIVE,VOIDED', 'second'],
    // A local day of New York is 05:00 to 05:00.
    ['?account_id=acme&created_at=2030-01-01', 'first'],
    ['?account_id=globex&created_at=2030-01-01', 'second'],
    ['?account_id=globex&created_at=2030-01-02', ''],
    ['?account_id=acme&created_at=lt:2030-01-02', 'first'],
    ['?account_id=acme&created_at=gte:2030-01-01T05:00:00Z&created_at=lt:2030-01-02T05:00:00Z', 'first'],
    ['?account_id=acme&status=VOIDED&created_at=gte:2030-01-02', 'fourth'],
    ['?account_id=nobody', ''],
    ['?_sort=created_at:ASC&account_id=globex', 'second'],
  ])('200 for %s', async (query, expected) => {
    expect(await shown(query)).toBe(expected);
  });

  it('200 for one by its id, and for a search in ids', async () => {
    expect(await shown(`?id=${idOf('second')}`)).toBe('second');
    expect(await shown(`?_search=${idOf('first').slice(5).toLowerCase()}`)).toBe('first');
    expect(await shown(`?_search=id:${idOf('fourth')}&account_id=acme&status=VOIDED`)).toBe('fourth');
    expect(await shown('?_search=first')).toBe('');
  });

  it('200 sorted by id in both directions', async () => {
    const sorted = [...names.keys()].sort().map((id) => names.get(id));
    expect(await shown('?_sort=id')).toBe(sorted.join(' '));
    expect(await shown('?_sort=id:DESC')).toBe(sorted.reverse().join(' '));
  });

  it.each([
    ['?status=ACTIVE', /^400 filter combination \[status\] is not supported; use one of id, account_id, /],
    ['?created_at=2030-01-01', /^400 filter combination \[created_at\]/],
    ['?id=x&account_id=acme', /^400 filter combination \[id, account_id\]/],
    ['?id=x&status=ACTIVE', /^400 filter combination \[id, status\]/],
    ['?account_id=acme&status=GONE', /^400 status: must be one of ACTIVE, CONSUMED, EXPIRED, VOIDED$/],
    ['?account_id=acme&created_at=soon', /^400 created_at: must be a date/],
    ['?_sort=priority', /^400 _sort: cannot sort by priority; use created_at, id$/],
    ['?_search=purpose:x', /^400 /],
    ['?pageSize=0', /^400 pageSize: must be a whole number from 1 to 50$/],
    ['?pageSize=51', /^400 pageSize: must be a whole number from 1 to 50$/],
    ['?nextToken=abc', /^400 invalid nextToken/],
  ])('400 for %s', async (query, message) => {
    expect(await shown(query)).toMatch(message);
  });

  it('200 with 50 a page unless fewer are requested', async () => {
    await openAccount(service.sandbox, 'many');
    const credit = {
      accountId: 'many',
      purpose: 'p',
      effectiveFrom: '2030-01-01',
      creditAmount: 1,
      priority: 1,
    };
    await service.sandbox.must.post('/credits', { creditRequests: Array.from({ length: 51 }, () => credit) });
    const first = (await list('?account_id=many')).body;
    expect(first.data).toHaveLength(50);
    expect((await list('?account_id=many&pageSize=50')).body.data).toHaveLength(50);
    const second = (await list(`?nextToken=${first.nextToken}`)).body;
    expect([second.data.length, second.nextToken]).toEqual([1, null]);
  });
});
