import { describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { makeSellerEntity } from '#test/examples/seller-entities.ts';
import { formGroup } from '#test/group-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const remove = (id: string) => service.sandbox.delete(`/ext/v1/organization/seller_entities/${id}`);
const setting = (value: string, entityType: string, entityId: string) => ({
  ...{ id: 'SELLER_ENTITY_ID', name: 'Seller', namespace: 'PLATFORM', dataType: 'STRING' },
  ...{ value, entityType, entityId },
});

describe('DELETE /ext/v1/organization/seller_entities/{seller_entity_id}', () => {
  it('400 for the default while there are others; the last one goes', async () => {
    const first = await makeSellerEntity(service.sandbox);
    const second = await makeSellerEntity(service.sandbox);
    expect(await remove(first)).toMatchObject({
      status: 400,
      headers: { 'error-code': 'DEFAULT_SELLER_ENTITY_NEEDED' },
    });
    expect((await remove(second)).status).toBe(200);
    expect((await remove(first)).status).toBe(200);
  });

  it('400 while a setting names it', async () => {
    const { sandbox } = service;
    await makeSellerEntity(sandbox);
    const id = await makeSellerEntity(sandbox);
    await openAccount(sandbox, 'payer');
    const { customerId } = await sandbox.must.get('/accounts/payer');
    await sandbox.must.post('/settings', setting(id, 'CUSTOMER', customerId));
    const { status, body } = await remove(id);
    expect([status, body.message]).toEqual([
      400,
      expect.stringContaining(`in use by customer ${customerId}; change or delete the setting`),
    ]);
  });

  it('200 when the customer whose setting names it is archived', async () => {
    const { sandbox } = service;
    await makeSellerEntity(sandbox);
    const id = await makeSellerEntity(sandbox);
    await openAccount(sandbox, 'left');
    const { customerId } = await sandbox.must.get('/accounts/left');
    await sandbox.must.post('/settings', setting(id, 'CUSTOMER', customerId));
    expect((await remove(id)).status).toBe(400);
    await sandbox.must.delete(`/customers/${customerId}`);
    expect((await remove(id)).status).toBe(200);
  });

  it('400 while the setting of a group names it; 200 when the group is gone', async () => {
    const { sandbox } = service;
    await makeSellerEntity(sandbox);
    const id = await makeSellerEntity(sandbox);
    await openAccount(sandbox, 'member');
    const group = await formGroup(sandbox, { accounts: ['member'] });
    await sandbox.must.post('/settings', setting(id, 'INVOICE_GROUP', group));
    expect((await remove(id)).status).toBe(400);
    await sandbox.must.post(`/invoice_groups/${group}/remove_accounts`, { accountIds: ['member'] });
    expect((await remove(id)).status).toBe(200);
  });

  it('of a setting and a deletion at one instant one is rejected', async () => {
    const { sandbox } = service;
    await openAccount(sandbox, 'raced');
    for (let i = 0; i < 10; i++) {
      const id = await makeSellerEntity(sandbox);
      const [named, deleted] = await Promise.all([
        sandbox.post('/settings', setting(id, 'ACCOUNT', 'raced')),
        remove(id),
      ]);
      expect([named.status, deleted.status].filter((status) => status >= 400)).toEqual([400]);
    }
  });

  it('404 for one that is not there', async () => {
    expect((await remove('brec.none')).status).toBe(404);
  });
});
