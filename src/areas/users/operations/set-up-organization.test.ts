import { describe, expect, it } from 'vitest';
import { createFirstSetupToken, createSetupToken } from '#areas/users/index.ts';
import { addPerson, asOwner, clientsOf, PASSWORD, sendAsPage } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const setUp = (token: string, sent: object = {}) =>
  sendAsPage(service, '/ext/v1/setup', {
    ...{ token, email: 'first@acme.example', name: 'First', password: PASSWORD },
    ...sent,
  });
const tokenFor = async (id: string) => {
  const token = await createSetupToken(service.app.database, { id, environment: 'production' });
  return token ?? '';
};
const INVALID = { status: 400, headers: { 'error-code': 'ONE_TIME_LINK_INVALID' } };

describe('POST /ext/v1/setup', () => {
  it('201 once for the token of a start, and then there is no such token', async () => {
    const token = (await createFirstSetupToken(service.app.database)) ?? '';
    expect(token).toMatch(/^live\.default\.[\w-]{43}$/);
    const replies = await Promise.all(
      Array.from({ length: 5 }, (_, i) => setUp(token, { email: `first-${i}@acme.example` })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
    const { cookie, body } = replies.find(({ status }) => status === 201) ?? {};
    expect([body.role, body.environments.length]).toEqual(['ADMINISTRATOR', 2]);
    expect((await clientsOf(service, cookie ?? '').production.get('/ext/v1/api_keys')).status).toBe(200);
    expect(await createFirstSetupToken(service.app.database)).toBeNull();
  });

  it('400 after 30 minutes, after another link, and for the token of another kind', async () => {
    await service.createOrganization('late');
    const [first, second] = [await tokenFor('late'), await tokenFor('late')];
    expect(await setUp(first)).toMatchObject(INVALID);
    await asOwner(service, (owner) =>
      owner.query(`update setup_links set expires_at = expires_at - interval '30 minutes'`),
    );
    expect(await setUp(second)).toMatchObject(INVALID);
    for (const token of ['x', `live.late.${'A'.repeat(43)}`, `test.${second.slice(5)}`])
      expect(await setUp(token)).toMatchObject(INVALID);
  });

  it('409 for the e-mail of a user, and the link stays good', async () => {
    await service.createOrganization('known');
    const { email } = await addPerson(service);
    const token = await tokenFor('known');
    expect(await setUp(token, { email })).toMatchObject({ headers: { 'error-code': 'USER_EXISTS' } });
    expect((await setUp(token, { email: 'new@acme.example' })).status).toBe(201);
  });

  it('400 for a password that is short or common', async () => {
    await service.createOrganization('weak');
    const token = await tokenFor('weak');
    expect((await setUp(token, { password: 'elevenchars' })).body.message).toContain('password');
    expect(await setUp(token, { password: 'password1234' })).toMatchObject({
      headers: { 'error-code': 'PASSWORD_TOO_COMMON' },
    });
  });
});
