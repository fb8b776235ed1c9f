import { describe, expect, it } from 'vitest';
import { addPerson, clientsOf, cookieIn } from '#test/people.ts';
import { forgetting } from '#test/portal.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const PATH = '/ext/v1/session/organization';

describe('POST /ext/v1/session/organization', () => {
  it('200 with another cookie and the role there, until the session would have ended', async () => {
    const { production } = await service.createOrganization('other');
    await production.must.patch('/ext/v1/organization', { name: 'The other' });
    const person = await addPerson(service, { role: 'ADMINISTRATOR' });
    await addPerson(service, { organization: 'other', role: 'ANALYST', of: person });
    const before = (await person.production.must.get('/ext/v1/session')).session;
    const { status, body, headers } = await person.production.post(PATH, { organizationId: 'other' });
    expect([status, body.organization.name, body.role]).toEqual([200, 'The other', 'ANALYST']);
    expect(body.session).toMatchObject({ createdAt: before.createdAt, expiresAt: before.expiresAt });
    const there = clientsOf(service, cookieIn(headers) ?? '');
    expect((await there.production.must.get('/ext/v1/organization')).name).toBe('The other');
    expect((await there.production.patch('/ext/v1/organization', { name: 'x' })).status).toBe(403);
    await forgetting();
    expect((await person.production.get('/ext/v1/session')).status).toBe(401);
  });

  it('403 for an organization of others, and one that nobody has', async () => {
    await service.createOrganization('theirs');
    const person = await addPerson(service);
    for (const organizationId of ['theirs', 'nobody']) {
      const { status, headers } = await person.production.post(PATH, { organizationId });
      expect([status, headers['error-code']]).toEqual([403, 'NOT_A_MEMBER']);
    }
    expect((await person.production.get('/ext/v1/session')).status).toBe(200);
  });
});
