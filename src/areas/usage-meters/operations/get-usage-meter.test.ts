import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const meter = { name: 'rides', type: 'COUNTER', aggregation: 'COUNT' };

describe('GET /usage_meters/{usage_meter_id}', () => {
  it('200 with the schema when it is requested', async () => {
    const schema = await service.production.must.post('/event_schema', {
      name: 'ride',
      attributes: [],
      dimensions: [],
    });
    const created = await service.production.must.post('/usage_meters', {
      ...meter,
      eventSchemaName: 'ride',
    });
    const path = `/usage_meters/${created.id}`;
    expect((await service.production.get(path)).body).toEqual(created);
    expect((await service.production.get(`${path}?includeSchema=false`)).body).toEqual(created);
    const { status, body } = await service.production.get(`${path}?includeSchema=true`);
    expect([status, body]).toEqual([200, { ...created, eventSchema: schema }]);
  });

  it('200 for an archived meter, and without a schema', async () => {
    const { id } = await service.production.must.post('/usage_meters', { ...meter, name: 'gone' });
    await service.production.must.delete(`/usage_meters/${id}`);
    const { status, body } = await service.production.get(`/usage_meters/${id}?includeSchema=true`);
    expect([status, body.status]).toEqual([200, 'ARCHIVED']);
    expect(body).not.toHaveProperty('eventSchema');
  });

  it('404 for an unknown id, and for one of another organization', async () => {
    const { id } = await service.production.must.post('/usage_meters', { ...meter, name: 'mine' });
    const other = await service.createOrganization('other');
    expect((await service.production.get('/usage_meters/um.unknown')).status).toBe(404);
    expect((await other.production.get(`/usage_meters/${id}`)).status).toBe(404);
  });

  it('400 for an includeSchema that is neither true nor false', async () => {
    expect((await service.production.get('/usage_meters/um.x?includeSchema=perhaps')).status).toBe(400);
  });
});
