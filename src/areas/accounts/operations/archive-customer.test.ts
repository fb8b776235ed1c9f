import { describe, expect, it } from 'vitest';
import { insertSchedule } from '#test/billing-rows.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const open = async (id: string) => {
  const customer = { id, name: 'Acme', primaryEmail: 'a@acme.example', address: {} };
  await service.production.must.post('/customers', customer);
  const second = { id: `${id}-2`, name: 'Second', customerId: id, aliases: [`${id}-alias`] };
  await service.production.must.post('/accounts', second);
};
const statuses = async (id: string) => {
  const { must } = service.production;
  const paths = [`/customers/${id}`, `/accounts/${id}`, `/accounts/${id}-2`];
  return (await Promise.all(paths.map((path) => must.get(path)))).map(({ status }) => status);
};

describe('DELETE /customers/{customer_id}', () => {
  it('200 and every account is archived with it', async () => {
    await open('leaver');
    await service.production.must.delete('/accounts/leaver');
    const { status, body } = await service.production.delete('/customers/leaver');
    expect([status, body]).toEqual([200, { success: true }]);
    expect(await statuses('leaver')).toEqual(['ARCHIVED', 'ARCHIVED', 'ARCHIVED']);
    expect((await service.production.must.get('/accounts/leaver-2')).aliases).toEqual([]);
  });

  it('400 and nothing changed when one account has a schedule', async () => {
    await open('busy');
    await insertSchedule(service, { accountId: 'busy-2', startAt: '2020-01-01T00:00:00Z' });
    const { status, body } = await service.production.delete('/customers/busy');
    expect(status).toBe(400);
    expect(body.message).toMatch(/^account busy-2 has a current or future schedule/);
    expect(await statuses('busy')).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);
    expect((await service.production.must.get('/accounts/busy-2')).aliases).toHaveLength(1);
  });

  it('400 the second time, and for changes afterwards', async () => {
    await open('twice');
    await service.production.must.delete('/customers/twice');
    const { status, headers } = await service.production.delete('/customers/twice');
    expect([status, headers['error-code']]).toEqual([400, 'CUSTOMER_ARCHIVED']);
    expect((await service.production.patch('/customers/twice', { name: 'Back again' })).status).toBe(400);
  });

  it('404 for an unknown customer', async () => {
    expect((await service.production.delete('/customers/nobody')).status).toBe(404);
  });

  it('an account opened at the same time is archived too, or rejected', async () => {
    for (let i = 0; i < 8; i++) {
      await open(`race-${i}`);
      const account = { id: `race-${i}-3`, name: 'Third', customerId: `race-${i}` };
      const [created, archived] = await Promise.all([
        service.production.post('/accounts', account),
        service.production.delete(`/customers/race-${i}`),
      ]);
      expect(archived.status).toBe(200);
      expect([201, 400]).toContain(created.status);
      const { body } = await service.production.get(`/accounts/${account.id}`);
      if (created.status === 201) expect(body.status).toBe('ARCHIVED');
    }
  });
});
