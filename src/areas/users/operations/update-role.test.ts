import { describe, expect, it } from 'vitest';
import { addPerson } from '#test/people.ts';
import { forgetting } from '#test/portal.ts';
import { client, useService } from '#test/running-app.ts';

const service = useService();
const create = (name: string, scopes: string[]) =>
  service.production.must.post('/ext/v1/roles', { name, scopes });

describe('PATCH /ext/v1/roles/{role_id}', () => {
  it('200 and counts for those who have the role', async () => {
    const { id } = await create('Growing', ['catalog:read']);
    const { production } = await addPerson(service, { customRoleId: id });
    expect((await production.get('/invoices')).status).toBe(403);
    const path = `/ext/v1/roles/${id}`;
    const { body } = await service.production.patch(path, { scopes: ['invoices:read'] });
    expect(body).toEqual({ id, name: 'Growing', isCustom: true, scopes: ['invoices:read'] });
    await forgetting();
    expect((await production.get('/invoices')).status).toBe(200);
    expect((await production.get('/addons')).status).toBe(403);
  });

  it('403 for scopes that the caller does not hold, in the old role or the new one', async () => {
    const { id } = await create('Wide', ['payments:write']);
    const { id: narrowId } = await create('Narrow', ['org:read']);
    const { secret } = await service.production.must.post('/ext/v1/api_keys', {
      ...{ name: 'x', scopes: ['org:write', 'org:read'] },
    });
    const narrow = client(service.app, '', secret);
    expect((await narrow.patch(`/ext/v1/roles/${id}`, { scopes: ['org:read'] })).status).toBe(403);
    expect((await narrow.patch(`/ext/v1/roles/${narrowId}`, { scopes: ['payments:write'] })).status).toBe(
      403,
    );
    expect((await narrow.patch(`/ext/v1/roles/${narrowId}`, { name: 'N' })).status).toBe(200);
  });

  it('409 for a name that is taken, 404 for an unknown role', async () => {
    await create('Taken', ['org:read']);
    const { id } = await create('Free', ['org:read']);
    expect((await service.production.patch(`/ext/v1/roles/${id}`, { name: 'Taken' })).status).toBe(409);
    expect((await service.production.patch('/ext/v1/roles/ADMINISTRATOR', { name: 'x' })).status).toBe(404);
  });
});
