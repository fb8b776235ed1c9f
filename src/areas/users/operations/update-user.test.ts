import { describe, expect, it } from 'vitest';
import { addPerson, clientsOf, cookieIn } from '#test/people.ts';
import { forgetting } from '#test/portal.ts';
import { client, useService } from '#test/running-app.ts';

const service = useService();
const codeOf = ({ status, headers }: { status: number; headers: Record<string, unknown> }) =>
  `${status} ${headers['error-code'] ?? ''}`.trim();

describe('PATCH /ext/v1/users/{user_id}', () => {
  it('200 and the session has the new rights, with another cookie at its next use', async () => {
    const admin = await addPerson(service);
    const person = await addPerson(service, { role: 'DEVELOPER' });
    const create = () => person.production.post('/addons', { name: 'x', type: 'LICENSE' });
    expect((await create()).status).toBe(200);
    const { body } = await admin.production.patch(`/ext/v1/users/${person.id}`, { role: 'ANALYST' });
    expect([body.role, body.roleName]).toEqual(['ANALYST', 'Analyst']);
    await forgetting();
    expect((await create()).status).toBe(403);
    const { headers } = await person.production.get('/addons');
    const cookie = cookieIn(headers) ?? '';
    expect([cookie.length, cookie === person.cookie]).toEqual([43, false]);
    expect((await clientsOf(service, cookie).production.get('/addons')).status).toBe(200);
  });

  it('200 with a role of the organization', async () => {
    const role = await service.production.must.post('/ext/v1/roles', {
      name: 'Clerk',
      scopes: ['customers:read'],
    });
    const person = await addPerson(service, { role: 'ANALYST' });
    const { body } = await service.production.patch(`/ext/v1/users/${person.id}`, { customRoleId: role.id });
    expect([body.role, body.customRoleId, body.roleName]).toEqual([undefined, role.id, 'Clerk']);
    expect((await person.production.must.get('/ext/v1/session')).scopes).toEqual(['customers:read']);
  });

  it('403 for a role or a member with more rights than the caller has', async () => {
    const { secret } = await service.production.must.post('/ext/v1/api_keys', {
      ...{ name: 'x', scopes: ['org:write', 'org:read'] },
    });
    const narrow = client(service.app, '', secret);
    const admin = await addPerson(service);
    const role = await service.production.must.post('/ext/v1/roles', {
      name: 'Reader',
      scopes: ['org:read'],
    });
    const reader = await addPerson(service, { customRoleId: role.id });
    const patch = async (id: string, body: object) => codeOf(await narrow.patch(`/ext/v1/users/${id}`, body));
    expect(await patch(reader.id, { role: 'ADMINISTRATOR' })).toBe('403 ROLE_SCOPE_NOT_HELD');
    expect(await patch(admin.id, { customRoleId: role.id })).toBe('403 MEMBER_OUT_OF_REACH');
    expect(await patch(reader.id, { customRoleId: role.id })).toBe('200');
  });

  it('400 for no role, two, and an unknown one is 404', async () => {
    const { id } = await addPerson(service);
    const patch = async (body: object) => codeOf(await service.production.patch(`/ext/v1/users/${id}`, body));
    expect(await patch({})).toBe('400 ROLE_AMBIGUOUS');
    expect(await patch({ role: 'ANALYST', customRoleId: 'x' })).toBe('400 ROLE_AMBIGUOUS');
    expect(await patch({ customRoleId: 'role.nobody' })).toBe('404 ROLE_NOT_FOUND');
  });

  it('400 for the last administrator, also of two who are demoted at the same time', async () => {
    const { production } = await service.createOrganization('last');
    const of = { organization: 'last' };
    const [ann, bob] = [await addPerson(service, of), await addPerson(service, of)];
    const demote = ({ id }: typeof ann) => production.patch(`/ext/v1/users/${id}`, { role: 'ANALYST' });
    const replies = (await Promise.all([demote(ann), demote(bob)])).map(codeOf);
    expect(replies.sort()).toEqual(['200', '400 LAST_ADMINISTRATOR']);
    const { data } = await production.must.get('/ext/v1/users?role=ADMINISTRATOR');
    expect(data).toHaveLength(1);
  });
});
