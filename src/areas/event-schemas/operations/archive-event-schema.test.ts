import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const archive = (name: string) => service.production.delete(`/event_schema/${name}`);
const create = (name: string) =>
  service.production.post('/event_schema', { name, attributes: [], dimensions: [] });

describe('DELETE /event_schema/{event_schema_name}', () => {
  it('200 for a draft, which stays readable and keeps its name', async () => {
    await create('draft');
    const { status, body } = await archive('draft');
    expect([status, body]).toEqual([200, { success: true }]);
    expect((await service.production.get('/event_schema/draft')).body.status).toBe('ARCHIVED');
    expect((await create('draft')).status).toBe(409);
  });

  it('400 while it is active, 200 once it is inactive', async () => {
    await create('ride');
    await service.production.must.post('/event_schema/ride/activate');
    const { status, headers } = await archive('ride');
    expect([status, headers['error-code']]).toEqual([400, 'SCHEMA_STILL_ACTIVE']);
    await service.production.must.post('/event_schema/ride/deactivate');
    expect((await archive('ride')).status).toBe(200);
  });

  it('400 while it has active meters', async () => {
    await create('metered');
    await service.production.must.post('/event_schema/metered/activate');
    const meter = { name: 'rides', type: 'COUNTER', aggregation: 'COUNT', eventSchemaName: 'metered' };
    const { id } = await service.production.must.post('/usage_meters', meter);
    await service.production.must.post(`/usage_meters/${id}/activate`);
    expect((await archive('metered')).headers['error-code']).toBe('SCHEMA_HAS_ACTIVE_METERS');
  });

  it('400 when it is archived already', async () => {
    await create('gone');
    await archive('gone');
    const { status, body } = await archive('gone');
    expect([status, body.message]).toEqual([400, 'event schema gone is archived and cannot be changed']);
  });

  it('404 for an unknown name', async () => {
    const { status, body } = await archive('unknown');
    expect([status, body.message]).toEqual([404, 'event schema unknown not found']);
  });
});
