import { describe, expect, it } from 'vitest';
import { addPerson } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('GET /ext/v1/users', () => {
  it('200 with the members of the organization, without secrets and without others', async () => {
    await service.createOrganization('strangers');
    const ann = await addPerson(service, { name: 'Ann' });
    await addPerson(service, { name: 'Bob', role: 'SUPPORT' });
    await addPerson(service, { organization: 'strangers', name: 'Stranger' });
    await addPerson(service, { environment: 'sandbox', name: 'Boxed' });
    const { status, body, text } = await service.production.get('/ext/v1/users?_sort=created_at:ASC');
    const shown = body.data.map(({ name, role }: { name: string; role: string }) => `${name} ${role}`);
    expect([status, shown]).toEqual([200, ['Ann ADMINISTRATOR', 'Bob SUPPORT']]);
    expect(text).not.toMatch(/argon2|cookie|hash/);
    const { data } = await service.sandbox.must.get('/ext/v1/users');
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['Boxed']);
    const found = await service.production.must.get(`/ext/v1/users?_search=email:${ann.email}`);
    expect(found.data.map(({ id }: { id: string }) => id)).toEqual([ann.id]);
    const supporters = await service.production.must.get('/ext/v1/users?role=SUPPORT');
    expect(supporters.data.map(({ name }: { name: string }) => name)).toEqual(['Bob']);
  });
});
