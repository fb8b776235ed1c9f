import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const client = () => service.sandbox;
const unarchive = (id: string) => client().post(`/ext/v1/customers/${id}/unarchive`);

beforeAll(() => client().setClock('2030-01-01T00:00:00Z'));

describe('POST /ext/v1/customers/{customer_id}/unarchive', () => {
  it('200 and active; its accounts stay archived, and come back one by one', async () => {
    await openAccount(client(), 'a');
    await client().must.delete('/customers/customer-a');
    await client().settle();
    const { status, body } = await unarchive('customer-a');
    expect([status, body.id, body.status]).toEqual([200, 'customer-a', 'ACTIVE']);
    expect((await client().must.get('/accounts/a')).status).toBe('ARCHIVED');
    expect((await client().post('/ext/v1/accounts/a/unarchive')).status).toBe(200);
    await client().must.patch('/customers/customer-a', { name: 'Again' });
  });

  it('400 for one that is not archived', async () => {
    await openAccount(client(), 'b');
    const { status, headers } = await unarchive('customer-b');
    expect([status, headers['error-code']]).toEqual([400, 'CUSTOMER_NOT_ARCHIVED']);
  });

  it('404 for an unknown customer', async () => {
    expect((await unarchive('nobody')).status).toBe(404);
  });
});
