import { describe, expect, it } from 'vitest';
import { addPerson } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('GET /ext/v1/users/{user_id}/sessions', () => {
  it('200 with the sessions in this organization only', async () => {
    await service.createOrganization('apart');
    const person = await addPerson(service, { role: 'SUPPORT' });
    await addPerson(service, { organization: 'apart', of: person });
    const admin = await addPerson(service);
    const { status, body } = await admin.production.get(`/ext/v1/users/${person.id}/sessions`);
    expect([status, body.data.map(({ id }: { id: string }) => id)]).toEqual([200, [person.sessionId]]);
    expect(body.data[0].isCurrent).toBe(false);
  });

  it('403 for those who may read the users only, 404 for a stranger', async () => {
    const { id } = await addPerson(service);
    const analyst = await addPerson(service, { role: 'ANALYST' });
    expect((await analyst.production.get(`/ext/v1/users/${id}/sessions`)).status).toBe(403);
    expect((await service.production.get('/ext/v1/users/usr.nobody/sessions')).status).toBe(404);
  });
});
