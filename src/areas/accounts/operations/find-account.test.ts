import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-10T00:00:00Z');
  await openAccount(sandbox, 'a1', {
    accountAliases: [{ value: 'cluster-7' }, { value: 'former', effectiveUntil: '2030-01-10T00:00:00Z' }],
  });
});
const find = (reference: string) =>
  service.sandbox.get(`/ext/v1/account_references/${encodeURIComponent(reference)}`);

describe('GET /ext/v1/account_references/{account_id}', () => {
  const account = { id: 'a1', name: 'Account a1', customerId: 'customer-a1', customerName: 'Customer a1' };
  it.each([
    ['a1', account],
    ['cluster-7', { ...account, alias: 'cluster-7' }],
    [' CLUSTER-7', { ...account, alias: 'cluster-7' }],
  ])('200 for %s', async (reference, expected) => {
    const { status, body } = await find(reference);
    expect([status, body]).toEqual([200, expected]);
  });

  it('404 for an alias whose time is over, for an unknown one, and for another organization', async () => {
    for (const reference of ['former', 'nobody']) {
      const { status, body } = await find(reference);
      expect([status, body.message]).toEqual([404, `account ${reference} not found`]);
    }
    const other = await service.createOrganization('other');
    expect((await other.sandbox.get('/ext/v1/account_references/a1')).status).toBe(404);
  });
});
