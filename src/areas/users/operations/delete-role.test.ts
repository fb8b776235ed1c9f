import { describe, expect, it } from 'vitest';
import { addPerson } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const create = (name: string) =>
  service.production.must.post('/ext/v1/roles', { name, scopes: ['org:read'] });

describe('DELETE /ext/v1/roles/{role_id}', () => {
  it('200 once', async () => {
    const { id } = await create('Unused');
    expect((await service.production.delete(`/ext/v1/roles/${id}`)).status).toBe(200);
    expect((await service.production.delete(`/ext/v1/roles/${id}`)).status).toBe(404);
  });

  it('409 while a member or an invitation has it', async () => {
    const [used, offered] = [await create('Used'), await create('Offered')];
    await addPerson(service, { customRoleId: used.id });
    await service.production.must.post('/ext/v1/invitations', {
      ...{ email: 'z@acme.example', customRoleId: offered.id },
    });
    for (const { id } of [used, offered]) {
      const { status, headers } = await service.production.delete(`/ext/v1/roles/${id}`);
      expect([status, headers['error-code']]).toEqual([409, 'ROLE_IN_USE']);
    }
  });
});
