import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('GET /addons/{addon_id}', () => {
  it('200 and the add-on as it was created', async () => {
    const created = await service.production.must.post('/addons', { name: 'Seat', type: 'LICENSE' });
    const { status, body } = await service.production.get(`/addons/${created.id}`);
    expect([status, body]).toEqual([200, created]);
  });

  it('200 for an archived one', async () => {
    const { id } = await service.production.must.post('/addons', { name: 'Old', type: 'FIXED_FEE' });
    await service.production.must.delete(`/addons/${id}`);
    expect(await service.production.must.get(`/addons/${id}`)).toMatchObject({ id, status: 'ARCHIVED' });
  });

  it('404 for an id that nobody has', async () => {
    const { status, body, headers } = await service.production.get('/addons/addon.nobody');
    expect([status, headers['error-code']]).toEqual([404, 'ADD_ON_NOT_FOUND']);
    expect(body).toEqual({ message: 'add-on addon.nobody not found' });
  });

  it('404 in the sandbox for an id of production', async () => {
    const { id } = await service.production.must.post('/addons', { name: 'Real', type: 'LICENSE' });
    expect((await service.sandbox.get(`/addons/${id}`)).status).toBe(404);
  });
});
