import { describe, expect, it } from 'vitest';
import { addPerson, clientsOf, cookieIn, inviteWithToken } from '#test/people.ts';
import { forgetting } from '#test/portal.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const PATH = '/ext/v1/session/memberships';

describe('POST /ext/v1/session/memberships', () => {
  it('200 and the session continues there with another cookie; the old organization stays', async () => {
    await service.createOrganization('joined');
    const person = await addPerson(service);
    const { token } = await inviteWithToken(service, { organization: 'joined', role: 'SUPPORT' });
    const { status, body, headers } = await person.production.post(PATH, { token });
    expect([status, body.organization.id, body.role]).toEqual([200, 'joined', 'SUPPORT']);
    const organizations = body.memberships.map((each: { organizationId: string }) => each.organizationId);
    expect(organizations.sort()).toEqual(['default', 'joined']);
    const there = clientsOf(service, cookieIn(headers) ?? '').production;
    expect((await there.post(PATH, { token })).headers['error-code']).toBe('ONE_TIME_LINK_INVALID');
    await forgetting();
    expect((await person.production.get('/ext/v1/session')).status).toBe(401);
    expect((await there.post('/ext/v1/session/organization', { organizationId: 'default' })).status).toBe(
      200,
    );
  });

  it('409 for a member, whose invitation stays', async () => {
    const person = await addPerson(service);
    const { token } = await inviteWithToken(service, { email: 'alias@acme.example' });
    const { status, headers } = await person.production.post(PATH, { token });
    expect([status, headers['error-code']]).toEqual([409, 'ALREADY_MEMBER']);
    expect((await person.production.get('/ext/v1/session')).status).toBe(200);
    expect((await service.production.must.get('/ext/v1/invitations')).data).toHaveLength(1);
  });

  it('400 for a token that is none', async () => {
    const person = await addPerson(service);
    expect((await person.production.post(PATH, { token: 'x' })).status).toBe(400);
  });
});
