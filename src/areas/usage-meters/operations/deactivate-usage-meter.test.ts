import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const deactivate = (id: string) => service.production.post(`/usage_meters/${id}/deactivate`);
const create = async (name: string): Promise<string> =>
  (await service.production.must.post('/usage_meters', { name, type: 'COUNTER', aggregation: 'COUNT' })).id;

describe('POST /usage_meters/{usage_meter_id}/deactivate', () => {
  it('200 and the time of the last activation stays', async () => {
    const id = await create('active');
    const { lastActivatedAt } = await service.production.must.post(`/usage_meters/${id}/activate`);
    const { status, body } = await deactivate(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, status: 'INACTIVE', lastActivatedAt });
  });

  it('400 when it is not active', async () => {
    const id = await create('draft');
    expect((await deactivate(id)).body.message).toBe(`usage meter ${id} is DRAFT, not ACTIVE`);
    await service.production.must.delete(`/usage_meters/${id}`);
    expect((await deactivate(id)).headers['error-code']).toBe('METER_ARCHIVED');
  });

  it('404 for an unknown id', async () => {
    expect((await deactivate('um.unknown')).body.message).toBe('usage meter um.unknown not found');
  });
});
