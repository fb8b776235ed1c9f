import { describe, expect, it } from 'vitest';
import { addPerson, logInAs, reads } from '#test/people.ts';
import { forgetting } from '#test/portal.ts';
import { client, useService } from '#test/running-app.ts';

const service = useService();

describe('DELETE /ext/v1/users/{user_id}/sessions', () => {
  it('200 and all cookies of the member are rejected, in this organization', async () => {
    await service.createOrganization('apart');
    const person = await addPerson(service, { role: 'SUPPORT' });
    const there = await addPerson(service, { organization: 'apart', of: person });
    await logInAs(service, { email: person.email, organizationId: 'default' });
    const { status, body } = await service.production.delete(`/ext/v1/users/${person.id}/sessions`);
    expect([status, body]).toEqual([200, { ended: 2 }]);
    await forgetting();
    expect([await reads(person), await reads(there)]).toEqual([401, 200]);
    expect((await logInAs(service, { email: person.email })).status).toBe(201);
  });

  it('403 for a caller with fewer rights than the member', async () => {
    const admin = await addPerson(service);
    const { secret } = await service.production.must.post('/ext/v1/api_keys', {
      ...{ name: 'x', scopes: ['org:write'] },
    });
    const { headers } = await client(service.app, '', secret).delete(`/ext/v1/users/${admin.id}/sessions`);
    expect(headers['error-code']).toBe('MEMBER_OUT_OF_REACH');
    expect(await reads(admin)).toBe(200);
  });
});
