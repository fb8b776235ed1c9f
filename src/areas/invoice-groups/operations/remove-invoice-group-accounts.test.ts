import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let id: string;
const GROUP = { name: 'G', email: 'g@example.com', dailyInvoiceConsolidation: true, address: {} };
const open = async (accountIds: string[]): Promise<string> =>
  (await service.sandbox.must.post('/invoice_groups', { ...GROUP, accountIds })).id;
const remove = (accountIds: unknown) =>
  service.sandbox.post(`/invoice_groups/${id}/remove_accounts`, { accountIds });
const groupOf = async (account: string, at = '') =>
  (
    await service.sandbox.must.get(
      `/accounts/${account}?includeGroupDetails=true${at && `&effectiveOn=${at}`}`,
    )
  ).invoiceGroupDetails?.id;

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  for (const account of ['a', 'b', 'c', 'outside']) await openAccount(service.sandbox, account);
});

beforeEach(async () => {
  id = await open(['a', 'b', 'c']);
  return () => remove(['a', 'b', 'c']);
});

describe('POST /invoice_groups/{invoice_group_id}/remove_accounts', () => {
  it('200, the others stay, and those outside are passed over', async () => {
    const { status, body } = await remove(['b', 'outside', 'b']);
    expect([status, body]).toEqual([200, { success: true }]);
    expect(await service.sandbox.must.get(`/invoice_groups/${id}`)).toMatchObject({
      accountsCount: 2,
      accounts: ['a', 'c'],
    });
    expect((await remove(['b'])).body).toEqual({ success: true });
    expect((await service.sandbox.must.get(`/invoice_groups/${id}`)).accountsCount).toBe(2);
  });

  it('200 by platform id', async () => {
    const { platformAccountId } = await service.sandbox.must.get('/accounts/a');
    await remove([platformAccountId]);
    expect((await service.sandbox.must.get(`/invoice_groups/${id}`)).accounts).toEqual(['b', 'c']);
  });

  it('200 for all of them, and the group is gone', async () => {
    expect((await remove(['a', 'b', 'c'])).body).toEqual({ success: true });
    const { sandbox } = service;
    expect((await sandbox.get(`/invoice_groups/${id}`)).status).toBe(404);
    expect((await sandbox.must.get(`/invoice_groups?id=${id}`)).data).toEqual([]);
    expect((await remove(['a'])).status).toBe(404);
    const add = await sandbox.post(`/invoice_groups/${id}/add_accounts`, { accountIds: ['a'] });
    expect([add.status, add.body]).toEqual([404, { message: `invoice group ${id} not found` }]);
    expect((await sandbox.patch(`/ext/v1/invoice_groups/${id}`, { name: 'x' })).status).toBe(404);
  });

  it('404 for an unknown account, and all stay', async () => {
    const { status, body } = await remove(['a', 'nobody']);
    expect([status, body]).toEqual([404, { message: 'account nobody not found' }]);
    expect((await service.sandbox.must.get(`/invoice_groups/${id}`)).accountsCount).toBe(3);
  });

  it.each([[[]], [Array.from({ length: 101 }, () => 'a')], ['a'], [[7]], [null]])(
    '400 for %j',
    async (accountIds) => {
      expect((await remove(accountIds)).status).toBe(400);
    },
  );

  it('200 and the account shows the group for the time that it was in it', async () => {
    await service.sandbox.setClock('2030-02-01T00:00:00Z');
    await remove(['a']);
    expect(await groupOf('a')).toBeUndefined();
    expect(await groupOf('b')).toBe(id);
    expect(await groupOf('a', '2030-01-31T23:59:59.999Z')).toBe(id);
    expect(await groupOf('a', '2030-02-01T00:00:00Z')).toBeUndefined();
    const next = await open(['a']);
    expect(await groupOf('a')).toBe(next);
    expect(await groupOf('a', '2030-01-31T23:59:59.999Z')).toBe(id);
    expect((await service.sandbox.must.get('/accounts/b')).invoiceGroupDetails).toBeUndefined();
    await service.sandbox.must.post(`/invoice_groups/${next}/remove_accounts`, { accountIds: ['a'] });
  });

  it('200 for coming and going at one instant as often as one likes', async () => {
    for (let i = 0; i < 3; i++) {
      await remove(['a']);
      expect(await groupOf('a')).toBeUndefined();
      await service.sandbox.must.post(`/invoice_groups/${id}/add_accounts`, { accountIds: ['a'] });
      expect(await groupOf('a')).toBe(id);
    }
    expect((await service.sandbox.must.get(`/invoice_groups/${id}`)).accountsCount).toBe(3);
  });

  it('an archived account leaves, and the last one ends the group', async () => {
    const { sandbox } = service;
    await remove(['a', 'b']);
    await openAccount(sandbox, 'leaver');
    await sandbox.must.post(`/invoice_groups/${id}/add_accounts`, { accountIds: ['leaver'] });
    await sandbox.must.delete('/accounts/leaver');
    await sandbox.settle();
    const group = await sandbox.must.get(`/invoice_groups/${id}`);
    expect(group).toMatchObject({ accountsCount: 1, accounts: ['c'] });
    expect(await groupOf('leaver')).toBeUndefined();
    await openAccount(sandbox, 'last');
    const single = await open(['last']);
    await sandbox.must.delete('/customers/customer-last');
    await sandbox.settle();
    expect((await sandbox.get(`/invoice_groups/${single}`)).status).toBe(404);
  });

  it('200 once for each account, whoever removes at the same time', async () => {
    await Promise.all([remove(['a', 'b']), remove(['b', 'a']), remove(['a'])]);
    expect(await service.sandbox.must.get(`/invoice_groups/${id}`)).toMatchObject({
      accountsCount: 1,
      accounts: ['c'],
    });
  });
});
