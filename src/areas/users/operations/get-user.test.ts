import { describe, expect, it } from 'vitest';
import { addPerson } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('GET /ext/v1/users/{user_id}', () => {
  it('200 with the role; 404 for a member of another organization', async () => {
    await service.createOrganization('others');
    const { id, email } = await addPerson(service, { role: 'PRODUCT_MANAGER' });
    const { status, body } = await service.production.get(`/ext/v1/users/${id}`);
    expect([status, body]).toMatchObject([
      200,
      { id, email, role: 'PRODUCT_MANAGER', roleName: 'Product manager' },
    ]);
    const stranger = await addPerson(service, { organization: 'others' });
    for (const unknown of [stranger.id, 'usr.nobody']) {
      const reply = await service.production.get(`/ext/v1/users/${unknown}`);
      expect([reply.status, reply.body.message]).toEqual([404, `user ${unknown} not found`]);
    }
  });
});
