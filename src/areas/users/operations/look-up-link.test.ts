import { describe, expect, it } from 'vitest';
import { createSetupToken } from '#areas/users/index.ts';
import { addPerson, inviteWithToken, sendAsPage } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const lookUp = (token: string) => sendAsPage(service, '/ext/v1/links/lookup', { token });

describe('POST /ext/v1/links/lookup', () => {
  it('200 for an invitation, as often as it is asked', async () => {
    const { email, token } = await inviteWithToken(service, { role: 'PRODUCT_MANAGER' });
    for (let i = 0; i < 2; i++) {
      const { status, body } = await lookUp(token);
      expect([status, body]).toMatchObject([
        200,
        { organizationId: 'default', email, roleName: 'Product manager', hasUser: false },
      ]);
    }
  });

  it('200 and whether the person is a user; without an e-mail for a setup link', async () => {
    await service.createOrganization('here');
    const { email } = await addPerson(service, { organization: 'here' });
    expect((await lookUp((await inviteWithToken(service, { email })).token)).body.hasUser).toBe(true);
    const wanted = { id: 'here', environment: 'production' } as const;
    const token = await createSetupToken(service.app.database, wanted);
    const { body } = await lookUp(token ?? '');
    expect([body.organizationId, body.email, body.roleName]).toEqual(['here', undefined, 'Administrator']);
  });

  it.each(['x', `live.default.${'A'.repeat(43)}`, `live.nobody.${'A'.repeat(43)}`])(
    '400 for %j',
    async (token) => {
      expect((await lookUp(token)).headers['error-code']).toBe('ONE_TIME_LINK_INVALID');
    },
  );
});
