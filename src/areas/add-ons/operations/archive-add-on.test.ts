import { describe, expect, it } from 'vitest';
import { publishPlan } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const create = async (name: string): Promise<string> =>
  (await service.sandbox.must.post('/addons', { name, type: 'FIXED_FEE' })).id;

describe('DELETE /addons/{addon_id}', () => {
  it('200 and the add-on is archived, also a second time', async () => {
    const id = await create('Old fee');
    for (let i = 0; i < 2; i++) {
      const { status, body } = await service.sandbox.delete(`/addons/${id}`);
      expect([status, body]).toEqual([200, { success: true }]);
    }
    expect((await service.sandbox.must.get(`/addons/${id}`)).status).toBe('ARCHIVED');
  });

  it('200 and its name is free for a new one', async () => {
    await service.sandbox.must.delete(`/addons/${await create('Freed')}`);
    expect((await service.sandbox.post('/addons', { name: 'freed', type: 'LICENSE' })).status).toBe(200);
  });

  it('400 while a price plan bills it', async () => {
    const id = await create('Priced');
    await publishPlan(service.sandbox, {
      name: 'Standard',
      cards: [{ type: 'FIXED_FEE', billableId: id, fee: { rate: 1 } }],
    });
    const { status, headers } = await service.sandbox.delete(`/addons/${id}`);
    expect([status, headers['error-code']]).toEqual([400, 'ADD_ON_IN_USE']);
    expect((await service.sandbox.must.get(`/addons/${id}`)).status).toBe('ACTIVE');
  });

  it('404 for an id that nobody has', async () => {
    const { status, body } = await service.sandbox.delete('/addons/nobody');
    expect([status, body]).toEqual([404, { message: 'add-on nobody not found' }]);
  });
});
