import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { asSandbox } from '#test/metering-scenario.ts';
import { addContact, claimsOf, enterPortal, forgetting, withPortalToken } from '#test/portal.ts';
import { client, useService } from '#test/running-app.ts';

const service = useService();
const request = (sent: unknown, organization = 'default') =>
  service.sandbox.post(`/organizations/${organization}/token`, sent);
const address = { line1: '1 Main Street' };
const customer = (id: string) => ({ id, name: `Customer ${id}`, primaryEmail: 'c@x.y', address });

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  for (const id of ['acme', 'other', 'closed']) await service.sandbox.must.post('/customers', customer(id));
  const add = (terms: Parameters<typeof addContact>[1]) => addContact(service.sandbox, terms);
  await add({ customer: 'acme', email: 'ann@x.y', access: { accountIds: ['acme'], mode: 'WRITE' } });
  await add({ customer: 'acme', email: 'all@x.y', access: { allAccounts: true } });
  await add({ customer: 'acme', email: 'off@x.y', access: { allAccounts: true }, loginAccess: false });
  await add({ customer: 'acme', email: 'none@x.y' });
  await add({ customer: 'closed', email: 'gone@x.y', access: { allAccounts: true } });
  await add({ customer: 'closed', email: 'ann@x.y', access: { allAccounts: true } });
  for (const id of ['acme', 'other'])
    await add({ customer: id, email: 'twice@x.y', access: { allAccounts: true } });
  await service.sandbox.must.delete('/customers/closed');
});

describe('POST /organizations/{organization_id}/token', () => {
  it('200 with a token of the contact for 24 hours, whatever the case of the e-mail', async () => {
    const { status, body } = await request({ email: 'ANN@x.y' });
    expect([status, Object.keys(body)]).toEqual([200, ['token']]);
    const header = JSON.parse(Buffer.from(body.token.split('.')[0], 'base64url').toString());
    expect(header).toMatchObject({ alg: 'ES256', typ: 'JWT' });
    const claims = claimsOf(body.token);
    expect(claims).toMatchObject({
      ...{ iss: 'tallymark', aud: 'portal', org: 'default', env: 'sandbox', cus: 'acme', mode: 'WRITE' },
      acc: ['acme'],
      con: expect.stringMatching(/^[0-9a-f-]{36}$/),
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(claims.exp - claims.iat).toBe(86_400);
    expect(Math.abs(claims.iat - Date.now() / 1000)).toBeLessThan(10); // real time, not the sandbox's 2030
    expect(claims).not.toHaveProperty('email');
  });

  it('200 with "*" for a contact of all accounts, which is resolved when the token is used', async () => {
    const portal = await enterPortal(service, {
      ...{ caller: service.sandbox, organization: 'default' },
      email: 'all@x.y',
    });
    expect(claimsOf(portal.key)).toMatchObject({ acc: '*', mode: 'READ' });
    await service.sandbox.must.post('/accounts', { id: 'later', name: 'Later', customerId: 'acme' });
    await forgetting();
    expect((await portal.get('/accounts/later')).status).toBe(200);
  });

  it('200 for one customer of several that have the e-mail, by any of its ids', async () => {
    const { platformCustomerId } = await service.sandbox.must.get('/customers/other');
    for (const customerId of ['other', platformCustomerId]) {
      const { body } = await request({ email: 'twice@x.y', customerId });
      expect(claimsOf(body.token)).toMatchObject({ cus: 'other', acc: '*' });
    }
  });

  it.each<[string, object, number, string]>([
    ['an unknown e-mail', { email: 'nobody@x.y' }, 404, 'contact nobody@x.y not found'],
    ['another customer', { email: 'ann@x.y', customerId: 'other' }, 404, 'contact ann@x.y not found'],
    ['an unknown customer', { email: 'ann@x.y', customerId: 'nobody' }, 404, 'contact ann@x.y not found'],
    ['several customers', { email: 'Twice@x.y' }, 409, 'email belongs to several customers; send customerId'],
    [
      'an archived customer',
      { email: 'gone@x.y' },
      403,
      'customer closed is archived; portal tokens are issued for active customers only',
    ],
    ['no e-mail', {}, 400, 'email: is required'],
    [
      'what is no e-mail',
      { email: 'nobody' },
      400,
      'email: must be an e-mail address such as name@example.com',
    ],
    ['a further member', { email: 'ann@x.y', mode: 'WRITE' }, 400, 'unknown field mode'],
  ])('refuses %s', async (_, sent, status, message) => {
    const reply = await request(sent);
    expect([reply.status, reply.body.message]).toEqual([status, message]);
  });

  it('403 without login or without any account, with what to do about it', async () => {
    const off = await request({ email: 'off@x.y' });
    expect([off.status, off.body.message]).toEqual([
      403,
      expect.stringMatching(/^contact [\w-]{36} has no portal login; set loginAccess to true first$/),
    ]);
    const none = await request({ email: 'none@x.y' });
    expect([none.status, none.body.message]).toEqual([
      403,
      expect.stringMatching(/^contact [\w-]{36} has access to no account; grant access to accounts first$/),
    ]);
  });

  it('404 for any other organization, before anything is said of the contact', async () => {
    for (const email of ['ann@x.y', 'nobody@x.y']) {
      const { status, body } = await request({ email }, 'another');
      expect([status, body]).toEqual([404, { message: 'organization another not found' }]);
    }
  });

  it('the token is of its environment, and rejected in the other', async () => {
    const { body } = await request({ email: 'ann@x.y' });
    expect((await client(service.app, '', body.token).get('/accounts')).status).toBe(401);
    expect((await withPortalToken(service, body.token).get('/accounts')).status).toBe(200);
  });

  it('the token ends with the key that requested it, also when a token of the key did', async () => {
    const { id, secret } = await service.sandbox.must.post('/ext/v1/api_keys', {
      name: 'portal',
      scopes: ['portal:write'],
    });
    const key = client(service.app, '/sandbox', secret);
    const access = client(service.app, '/sandbox', (await key.must.post('/authenticate')).token);
    const requested = { organization: 'default', email: 'ann@x.y' };
    const portals = [await enterPortal(service, { caller: key, ...requested })];
    portals.push(await enterPortal(service, { caller: access, ...requested }));
    const statuses = () => Promise.all(portals.map(async (each) => (await each.get('/accounts')).status));
    expect(await statuses()).toEqual([200, 200]);
    await service.sandbox.must.patch(`/ext/v1/api_keys/${id}`, { status: 'INACTIVE' });
    await forgetting();
    expect(await statuses()).toEqual([401, 401]);
  });

  it('the token ends when its customer is archived', async () => {
    await service.sandbox.must.post('/customers', customer('brief'));
    await addContact(service.sandbox, { customer: 'brief', email: 'b@x.y', access: { allAccounts: true } });
    const requested = { caller: service.sandbox, organization: 'default', email: 'b@x.y' };
    const portal = await enterPortal(service, requested);
    expect((await portal.get('/customers/brief')).status).toBe(200);
    await service.sandbox.must.delete('/customers/brief');
    await forgetting();
    expect((await portal.get('/customers/brief')).status).toBe(401);
  });

  it('a token is never stored: an Idempotency-Key gives another one', async () => {
    const key = { 'idempotency-key': 'once' };
    const [first, second] = [
      await service.sandbox.post('/organizations/default/token', { email: 'ann@x.y' }, key),
      await service.sandbox.post('/organizations/default/token', { email: 'ann@x.y' }, key),
    ];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.token).not.toBe(first.body.token);
    const kept = await asSandbox(service, (tx) =>
      sql<{ n: number }>`select count(*) as n from idempotency_keys`.execute(tx),
    );
    expect(kept.rows[0]?.n).toBe(0);
  });
});
