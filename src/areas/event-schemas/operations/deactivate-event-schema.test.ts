import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const deactivate = (name: string) => service.production.post(`/event_schema/${name}/deactivate`);

async function createActive(name: string): Promise<void> {
  await service.production.must.post('/event_schema', { name, attributes: [], dimensions: [] });
  await service.production.must.post(`/event_schema/${name}/activate`);
}

describe('POST /event_schema/{event_schema_name}/deactivate', () => {
  it('200 without active meters', async () => {
    await createActive('ride');
    const meter = { name: 'draft', type: 'COUNTER', aggregation: 'COUNT', eventSchemaName: 'ride' };
    await service.production.must.post('/usage_meters', meter);
    const { status, body } = await deactivate('ride');
    expect([status, body.status, body.version]).toEqual([200, 'INACTIVE', 1]);
  });

  it('400 until its active meters are deactivated', async () => {
    await createActive('metered');
    const meter = { name: 'rides', type: 'COUNTER', aggregation: 'COUNT', eventSchemaName: 'metered' };
    const { id } = await service.production.must.post('/usage_meters', meter);
    await service.production.must.post(`/usage_meters/${id}/activate`);
    const { status, headers } = await deactivate('metered');
    expect([status, headers['error-code']]).toEqual([400, 'SCHEMA_HAS_ACTIVE_METERS']);
    await service.production.must.post(`/usage_meters/${id}/deactivate`);
    expect((await deactivate('metered')).status).toBe(200);
  });

  it('400 for a draft, and for an archived schema', async () => {
    await service.production.must.post('/event_schema', { name: 'draft', attributes: [], dimensions: [] });
    expect((await deactivate('draft')).headers['error-code']).toBe('SCHEMA_NOT_ACTIVE');
    await service.production.must.delete('/event_schema/draft');
    expect((await deactivate('draft')).headers['error-code']).toBe('SCHEMA_ARCHIVED');
  });

  it('404 for an unknown name', async () => {
    expect((await deactivate('unknown')).status).toBe(404);
  });
});
