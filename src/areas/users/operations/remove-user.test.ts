import { describe, expect, it } from 'vitest';
import { addPerson, asOwner, logInAs, reads } from '#test/people.ts';
import { forgetting } from '#test/portal.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const remove = (id: string, by = service.production) => by.delete(`/ext/v1/users/${id}`);
const usersWith = (id: string) =>
  asOwner(service, async (owner) => (await owner.query('select from users where id = $1', [id])).rowCount);

describe('DELETE /ext/v1/users/{user_id}', () => {
  it('200, the sessions end within a second, and nothing of the person is left but the log', async () => {
    await addPerson(service);
    const person = await addPerson(service, { role: 'SUPPORT', name: 'Gone Person' });
    await person.production.must.post('/customers', {
      ...{ id: 'c', name: 'Customer', primaryEmail: 'a@b.example', address: {} },
    });
    expect(await reads(person)).toBe(200);
    expect((await remove(person.id)).status).toBe(200);
    await forgetting();
    expect(await reads(person)).toBe(401);
    expect((await logInAs(service, { email: person.email })).status).toBe(401);
    expect(await usersWith(person.id)).toBe(0);
    const { data } = await service.production.must.get(`/ext/v1/audit_log?actor_id=${person.id}`);
    expect(data[0].actor.name).toBe('Gone Person');
    expect((await remove(person.id)).status).toBe(404);
  });

  it('200 and the user keeps other organizations, and its session there', async () => {
    await service.createOrganization('kept');
    const person = await addPerson(service, { role: 'ANALYST' });
    const there = await addPerson(service, { organization: 'kept', of: person });
    await remove(person.id);
    await forgetting();
    expect([await reads(person), await reads(there), await usersWith(person.id)]).toEqual([401, 200, 1]);
  });

  it('400 for the last administrator, also of two who are removed at the same time', async () => {
    const { production } = await service.createOrganization('last');
    const of = { organization: 'last' };
    const [ann, bob] = [await addPerson(service, of), await addPerson(service, of)];
    const replies = await Promise.all([remove(ann.id, production), remove(bob.id, production)]);
    const codes = replies.map(({ status, headers }) => `${status} ${headers['error-code'] ?? ''}`);
    expect(codes.sort()).toEqual(['200 ', '400 LAST_ADMINISTRATOR']);
  });

  it('404 for a member of another organization', async () => {
    await service.createOrganization('strangers');
    const stranger = await addPerson(service, { organization: 'strangers' });
    expect((await remove(stranger.id)).status).toBe(404);
    expect(await reads(stranger)).toBe(200);
  });
});
