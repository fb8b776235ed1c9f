import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { expectRejected, expectRequired } from '#test/borders.ts';
import { addContact, claimsOf, forgetting, withPortalToken } from '#test/portal.ts';
import { type Client, useService } from '#test/running-app.ts';

/** POST /organizations/{organization_id}/token, and what its token reaches. */
const service = useService();
let client: Client;
let username: string;
beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  await openAccount(client, 'granted');
  await openAccount(client, 'stranger');
  const customerId = 'customer-granted';
  await client.must.post('/accounts', { id: 'other', name: 'Not granted', customerId });
  const access = { accountIds: ['granted'] };
  username = await addContact(client, { customer: customerId, email: 'ann@acme.example', access });
});

const request = (members: Record<string, unknown>, organization = 'default') =>
  client.post(`/organizations/${organization}/token`, { email: 'ann@acme.example', ...members });
const enter = async () => withPortalToken(service, (await request({})).body.token);

describe('POST /organizations/{organization_id}/token', () => {
  it('email: a required string, the e-mail address of a contact', async () => {
    await expectRequired((members) => request(members), ['email']);
    expectRejected(await request({ email: 7 }), 400, 'email: must be a string');
    expectRejected(await request({ email: 'nobody@acme.example' }), 404, /nobody@acme\.example not found/);
    expect((await request({ email: 'ANN@acme.example' })).status).toBe(200);
  });

  it('organization_id: the tenant of the caller, and no other', async () => {
    await service.createOrganization('elsewhere');
    for (const organization of ['elsewhere', 'nothing'])
      expectRejected(await request({}, organization), 404, `organization ${organization} not found`);
  });

  it('returns token, a JWT of that contact', async () => {
    const { status, body } = await request({});
    expect([status, Object.keys(body)]).toEqual([200, ['token']]);
    expect(body.token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(claimsOf(body.token)).toMatchObject({ con: username, acc: ['granted'], cus: 'customer-granted' });
  });
});

describe('the token', () => {
  it('is presented in the same header', async () => {
    const { token } = (await request({})).body;
    const response = await service.app.server.inject({
      url: '/sandbox/accounts/granted',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.statusCode).toBe(200);
    const wrong = await service.app.server.inject({
      url: '/sandbox/accounts/granted',
      headers: { authorization: token },
    });
    expect(wrong.statusCode).toBe(401);
  });

  it('reaches the accounts to which access was granted, and no other', async () => {
    const portal = await enter();
    expect((await portal.get('/accounts/granted')).status).toBe(200);
    expectRejected(await portal.get('/accounts/other'), 403, /.+/);
    expectRejected(await portal.get('/accounts/stranger'), 404, 'account stranger not found');
    const { data } = await portal.must.get('/accounts');
    expect(data.map(({ id }: { id: string }) => id)).toEqual(['granted']);
  });

  it('reaches nothing else of the organization', async () => {
    const portal = await enter();
    for (const path of ['/addons', '/settings', '/jobs', '/invoice_groups', '/invoices/bill_runs'])
      expectRejected(await portal.get(path), 403, /.+/);
    expectRejected(
      await portal.post('/accounts', { id: 'x', name: 'New', customerId: 'customer-granted' }),
      403,
      /.+/,
    );
  });

  it('follows the grants: what is taken away is out of reach', async () => {
    const path = `/ext/v1/customers/customer-granted/contacts/${username}`;
    const grantOnly = (...accountIds: string[]) => client.must.patch(path, { access: { accountIds } });
    await grantOnly('granted', 'other');
    await forgetting();
    const portal = await enter();
    expect((await portal.get('/accounts/granted')).status).toBe(200);
    await grantOnly('other');
    await forgetting();
    expectRejected(await portal.get('/accounts/granted'), 403, /.+/);
    expect((await portal.get('/accounts/other')).status).toBe(200);
    await grantOnly('granted');
  });
});
