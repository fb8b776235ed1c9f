import { describe, expect, it } from 'vitest';
import { addPerson, asOwner, clientsOf, inviteWithToken, PASSWORD, sendAsPage } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const accept = (token: string, sent: object = {}) =>
  sendAsPage(service, '/ext/v1/invitations/accept', { token, name: 'Guest', password: PASSWORD, ...sent });
const INVALID = { status: 400, headers: { 'error-code': 'ONE_TIME_LINK_INVALID' } };

describe('POST /ext/v1/invitations/accept', () => {
  it('201 and the person is logged in with the role, in both environments', async () => {
    const { token, email } = await inviteWithToken(service, { role: 'FINANCE' });
    const { status, body, cookie } = await accept(token);
    expect([status, body.user.email, body.role]).toEqual([201, email, 'FINANCE']);
    const { production, sandbox } = clientsOf(service, cookie ?? '');
    expect((await production.get('/invoices')).status).toBe(200);
    expect((await sandbox.get('/invoices')).status).toBe(200);
    expect((await production.get('/ext/v1/api_keys')).status).toBe(200);
    expect((await production.post('/ext/v1/api_keys', { name: 'x', scopes: ['org:read'] })).status).toBe(403);
    expect((await service.production.must.get('/ext/v1/invitations')).data).toEqual([]);
  });

  it('201 for one of many who use the link at the same time', async () => {
    const { token } = await inviteWithToken(service);
    const replies = await Promise.all(Array.from({ length: 5 }, () => accept(token)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 500)).toEqual([]);
  });

  it('409 for two invitations of one person at the same time: one user comes of it', async () => {
    await service.createOrganization('twice');
    const email = 'twice@acme.example';
    const [here, there] = [
      await inviteWithToken(service, { email }),
      await inviteWithToken(service, { email, organization: 'twice' }),
    ];
    const replies = await Promise.all([here, there].map(({ token }) => accept(token)));
    const codes = replies.map(({ status, headers }) => `${status} ${headers['error-code'] ?? ''}`).sort();
    expect(codes).toEqual(['201 ', '409 USER_EXISTS']);
  });

  it('201 in the sandbox only for an invitation of the sandbox', async () => {
    const { token } = await inviteWithToken(service, { environment: 'sandbox', role: 'ADMINISTRATOR' });
    const { cookie } = await accept(token);
    const { production, sandbox } = clientsOf(service, cookie ?? '');
    expect((await sandbox.get('/customers')).status).toBe(200);
    expect((await production.get('/customers')).status).toBe(401);
  });

  it('400 after seven days, a revocation, and for the token of the other environment', async () => {
    const late = await inviteWithToken(service);
    await asOwner(service, (owner) =>
      owner.query(`update invitations set expires_at = expires_at - interval '7 days' where id = $1`, [
        late.id,
      ]),
    );
    expect(await accept(late.token)).toMatchObject(INVALID);
    const revoked = await inviteWithToken(service);
    await service.production.must.delete(`/ext/v1/invitations/${revoked.id}`);
    expect(await accept(revoked.token)).toMatchObject(INVALID);
    const other = await inviteWithToken(service);
    expect(await accept(other.token.replace(/^live/, 'test'))).toMatchObject(INVALID);
  });

  it('409 for a user, who joins after a login, and 400 for a common password', async () => {
    await service.createOrganization('old');
    const { email } = await addPerson(service, { organization: 'old' });
    const { token } = await inviteWithToken(service, { email });
    expect((await accept(token)).headers['error-code']).toBe('USER_EXISTS');
    const fresh = await inviteWithToken(service);
    expect((await accept(fresh.token, { password: 'password1234' })).headers['error-code']).toBe(
      'PASSWORD_TOO_COMMON',
    );
    expect((await accept(fresh.token)).status).toBe(201);
  });
});
