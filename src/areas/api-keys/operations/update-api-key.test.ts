import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const create = () => service.production.must.post('/ext/v1/api_keys', { name: 'x', scopes: ['org:read'] });
const update = (id: string, body: unknown) => service.production.patch(`/ext/v1/api_keys/${id}`, body);

describe('PATCH /ext/v1/api_keys/{api_key_id}', () => {
  it('200 and the key is renamed, deactivated and activated', async () => {
    const { id } = await create();
    expect((await update(id, { name: 'y' })).body).toMatchObject({ id, name: 'y', status: 'ACTIVE' });
    expect((await update(id, { status: 'INACTIVE' })).body).toMatchObject({ name: 'y', status: 'INACTIVE' });
    const { status, body } = await update(id, { status: 'ACTIVE' });
    expect([status, body.status]).toEqual([200, 'ACTIVE']);
    expect(body).not.toHaveProperty('secret');
  });

  it('200 with the time of the change, as a rotation has it', async () => {
    const { sandbox } = service;
    await sandbox.setClock('2030-01-01T00:00:00Z');
    const { id } = await sandbox.must.post('/ext/v1/api_keys', { name: 'x', scopes: ['org:read'] });
    const path = `/ext/v1/api_keys/${id}`;
    for (const [day, change] of [
      [2, () => sandbox.must.patch(path, { name: 'y' })],
      [3, () => sandbox.must.post(`${path}/rotate`)],
    ] as const) {
      await sandbox.setClock(`2030-01-0${day}T00:00:00Z`);
      expect(await change()).toMatchObject({
        ...{ id, name: 'y', createdAt: '2030-01-01T00:00:00.000Z' },
        updatedAt: `2030-01-0${day}T00:00:00.000Z`,
      });
    }
  });

  it('400 when a key would lock itself out', async () => {
    const { data } = await service.production.must.get('/ext/v1/api_keys?_search=administrator');
    const own = data[0].id;
    expect((await update(own, { status: 'INACTIVE' })).headers['error-code']).toBe('OWN_KEY');
    expect((await update(own, { name: 'administrator' })).status).toBe(200);
  });

  it.each([
    [{ status: 'DELETED' }, 'status: must be one of ACTIVE, INACTIVE'],
    [{ scopes: ['org:write'] }, 'unknown field scopes'],
    [{ name: '' }, 'name: must not be empty'],
  ])('400 for %j', async (body, message) => {
    const reply = await update((await create()).id, body);
    expect([reply.status, reply.body.message]).toEqual([400, message]);
  });

  it('404 for an unknown key and for a deleted one', async () => {
    expect((await update('key.nobody', { name: 'y' })).body).toEqual({
      message: 'API key key.nobody not found',
    });
    const { id } = await create();
    await service.production.must.delete(`/ext/v1/api_keys/${id}`);
    expect((await update(id, { status: 'ACTIVE' })).status).toBe(404);
  });
});
