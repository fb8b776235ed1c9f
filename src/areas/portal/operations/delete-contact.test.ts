import { beforeAll, describe, expect, it } from 'vitest';
import { addContact, enterPortal, forgetting } from '#test/portal.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const add = () =>
  addContact(service.sandbox, { customer: 'acme', email: 'ann@x.y', access: { accountIds: ['acme'] } });

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  const address = { line1: '1 Main Street' };
  for (const id of ['acme', 'other'])
    await service.sandbox.must.post('/customers', {
      id,
      name: `Customer ${id}`,
      primaryEmail: 'c@x.y',
      address,
    });
});

describe('DELETE /ext/v1/customers/{customer_id}/contacts/{username}', () => {
  it('200, its tokens end within a second, and its e-mail is free again', async () => {
    const username = await add();
    const portal = await enterPortal(service, {
      ...{ caller: service.sandbox, organization: 'default' },
      email: 'ann@x.y',
    });
    expect((await portal.get('/accounts')).status).toBe(200);
    const path = `/ext/v1/customers/acme/contacts/${username}`;
    expect((await service.sandbox.delete(`/ext/v1/customers/other/contacts/${username}`)).status).toBe(404);
    expect((await service.sandbox.delete(path)).body).toEqual({ success: true });
    await forgetting();
    expect((await portal.get('/accounts')).status).toBe(401);
    expect((await service.sandbox.get(path)).status).toBe(404);
    // Its tokens go with it: nothing tells any more whose they were.
    expect((await service.sandbox.must.get('/ext/v1/portal/tokens')).data).toEqual([]);
    expect(await add()).not.toBe(username);
    expect((await portal.get('/accounts')).status).toBe(401);
  });

  it('404 for an unknown contact, also one that was deleted', async () => {
    const { status, body } = await service.sandbox.delete('/ext/v1/customers/acme/contacts/nobody');
    expect([status, body]).toEqual([404, { message: 'contact nobody not found' }]);
  });
});
