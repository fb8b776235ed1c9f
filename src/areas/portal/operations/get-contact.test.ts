import { beforeAll, describe, expect, it } from 'vitest';
import { addContact } from '#test/portal.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let username: string;
const get = (customer: string, name: string) =>
  service.sandbox.get(`/ext/v1/customers/${customer}/contacts/${name}`);

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
  username = await addContact(service.sandbox, {
    ...{ customer: 'acme', email: 'ann@x.y', password: 'blue parrot 42' },
    access: { accountIds: ['acme'], mode: 'WRITE' },
  });
});

describe('GET /ext/v1/customers/{customer_id}/contacts/{username}', () => {
  it('200 with the access, by any id of the customer', async () => {
    const { platformCustomerId } = await service.sandbox.must.get('/customers/acme');
    for (const id of ['acme', platformCustomerId]) {
      const { status, body } = await get(id, username);
      expect([status, body]).toEqual([
        200,
        {
          ...{ username, name: 'Somebody', email: 'ann@x.y', loginAccess: true, verified: false },
          access: { allAccounts: false, accountIds: ['acme'], mode: 'WRITE' },
          createdBy: expect.stringMatching(/^key\./),
          createdAt: '2030-01-01T00:00:00.000Z',
          updatedAt: '2030-01-01T00:00:00.000Z',
        },
      ]);
    }
  });

  it('200 and no login once the customer is archived', async () => {
    const temporary = await addContact(service.sandbox, { customer: 'other', email: 'x@x.y' });
    expect((await get('other', temporary)).body.loginAccess).toBe(true);
    await service.sandbox.must.delete('/customers/other');
    expect((await get('other', temporary)).body.loginAccess).toBe(false);
  });

  it.each([
    ['acme', 'nobody', 'contact nobody not found'],
    ['nobody', 'nobody', 'customer nobody not found'],
  ])('404 for %s %s', async (customer, name, message) => {
    const { status, body } = await get(customer, name);
    expect([status, body]).toEqual([404, { message }]);
  });

  it('404 for a contact of another customer', async () => {
    expect((await get('other', username)).status).toBe(404);
  });
});
