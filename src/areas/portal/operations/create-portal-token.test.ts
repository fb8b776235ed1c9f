import { beforeAll, describe, expect, it, vi } from 'vitest';
import { claimsOf, withPortalToken } from '#test/portal.ts';
import { type Client, client, useService } from '#test/running-app.ts';

const service = useService();
const request = (sent: unknown, caller: Client = service.sandbox) => caller.post('/portal/token', sent);
const life = (token: string) => claimsOf(token).exp - claimsOf(token).iat;
const allOf = { customerId: 'acme', allAccountsAccess: true };

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  const address = { line1: '1 Main Street' };
  for (const id of ['acme', 'other', 'closed'])
    await service.sandbox.must.post('/customers', {
      id,
      name: `Customer ${id}`,
      primaryEmail: 'c@x.y',
      address,
    });
  for (const n of [2, 3, 4, 5, 6])
    await service.sandbox.must.post('/accounts', { id: `acme-${n}`, name: `Acme ${n}`, customerId: 'acme' });
  await service.sandbox.must.delete('/customers/closed');
});

describe('POST /portal/token', () => {
  it('200 with a token that reads the accounts', async () => {
    const { platformAccountId } = await service.sandbox.must.get('/accounts/acme-2');
    const { status, body } = await request({ customerId: 'acme', accountIds: ['acme', platformAccountId] });
    expect([status, Object.keys(body)]).toEqual([200, ['token']]);
    const claims = claimsOf(body.token);
    expect(claims).toMatchObject({ aud: 'portal', cus: 'acme', acc: ['acme', 'acme-2'], mode: 'READ' });
    expect(claims).not.toHaveProperty('con');
    const portal = withPortalToken(service, body.token);
    const { data } = await portal.must.get('/accounts?_sort=account_id:ASC');
    expect(data.map(({ id }: { id: string }) => id)).toEqual(['acme', 'acme-2']);
    expect((await portal.get('/accounts/acme-3')).status).toBe(403);
    expect((await portal.patch('/accounts/acme', { primaryEmail: 'p@x.y' })).status).toBe(403);
  });

  it.each(['allAccountsAccess', 'allAccountAccess'])('200 for all accounts by %s', async (name) => {
    const { body } = await request({ customerId: 'acme', [name]: true });
    expect(claimsOf(body.token).acc).toBe('*');
    expect((await withPortalToken(service, body.token).get('/accounts/acme-6')).status).toBe(200);
  });

  it.each<[string, object, number, string]>([
    ['neither', { customerId: 'acme' }, 400, 'accountIds: send either accountIds or allAccountsAccess true'],
    [
      'both',
      { ...allOf, accountIds: ['acme'] },
      400,
      'accountIds: send either accountIds or allAccountsAccess true',
    ],
    [
      'false alone',
      { customerId: 'acme', allAccountsAccess: false },
      400,
      'accountIds: send either accountIds or allAccountsAccess true',
    ],
    ['no accounts', { customerId: 'acme', accountIds: [] }, 400, 'accountIds: must have at least 1 entries'],
    [
      'six accounts',
      { customerId: 'acme', accountIds: ['acme', 'acme-2', 'acme-3', 'acme-4', 'acme-5', 'acme-6'] },
      400,
      'accountIds: must have at most 5 entries',
    ],
    [
      "another customer's account",
      { customerId: 'acme', accountIds: ['acme', 'other'] },
      404,
      'account other not found',
    ],
    ['an unknown account', { customerId: 'acme', accountIds: ['x'] }, 404, 'account x not found'],
    ['an unknown customer', { ...allOf, customerId: 'nobody' }, 404, 'customer nobody not found'],
    [
      'an archived customer',
      { ...allOf, customerId: 'closed' },
      403,
      'customer closed is archived; portal tokens are issued for active customers only',
    ],
    ['an expiry of 59 s', { ...allOf, expiry: 59 }, 400, 'expiry: must be at least 60'],
    ['an expiry of 86401 s', { ...allOf, expiry: 86_401 }, 400, 'expiry: must be at most 86400'],
    ['half a second', { ...allOf, expiry: 60.5 }, 400, 'expiry: must be an integer'],
    ['no customer', { allAccountsAccess: true }, 400, 'customerId: is required'],
  ])('refuses %s', async (_, sent, status, message) => {
    const reply = await request(sent);
    expect([reply.status, reply.body.message]).toEqual([status, message]);
  });

  it('200 with five accounts', async () => {
    const accountIds = ['acme', 'acme-2', 'acme-3', 'acme-4', 'acme-5'];
    expect((await request({ customerId: 'acme', accountIds })).status).toBe(200);
  });

  it('200 with the life that is requested, a day by default', async () => {
    for (const [expiry, seconds] of [
      [60, 60],
      [86_400, 86_400],
      [undefined, 86_400],
    ])
      expect(life((await request({ ...allOf, expiry })).body.token)).toBe(seconds);
  });

  it('200 and never beyond the end of the token that asks, which is the default', async () => {
    const { token } = await service.sandbox.must.post('/authenticate');
    const caller = client(service.app, '/sandbox', token);
    const end = claimsOf(token).exp;
    for (const expiry of [undefined, 86_400])
      expect(claimsOf((await request({ ...allOf, expiry }, caller)).body.token).exp).toBe(end);
    expect(life((await request({ ...allOf, expiry: 60 }, caller)).body.token)).toBe(60);
  });

  it('200 and never beyond the end of a key', async () => {
    const expiresAt = new Date(Math.floor(Date.now() / 1000) * 1000 + 3_600_000).toISOString();
    const { secret } = await service.sandbox.must.post('/ext/v1/api_keys', {
      ...{ name: 'brief', scopes: ['portal:write'], expiresAt },
    });
    const { body } = await request(allOf, client(service.app, '/sandbox', secret));
    expect(claimsOf(body.token).exp * 1000).toBe(Date.parse(expiresAt));
  });

  it('401 when it has ended', async () => {
    const { token } = (await request({ ...allOf, expiry: 60 })).body;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    try {
      expect((await withPortalToken(service, token).get('/accounts')).status).toBe(401);
    } finally {
      vi.useRealTimers();
    }
  });
});
