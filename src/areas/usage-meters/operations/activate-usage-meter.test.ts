import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const activate = (id: string) => service.production.post(`/usage_meters/${id}/activate`);

async function meter(name: string, more: object = {}): Promise<string> {
  const body = { name, type: 'COUNTER', aggregation: 'COUNT', ...more };
  return (await service.production.must.post('/usage_meters', body)).id;
}

async function schema(name: string, isActive: boolean): Promise<void> {
  const body = {
    name,
    attributes: [],
    dimensions: [{ name: 'city' }, { name: 'zone' }],
    filterFields: ['city'],
  };
  await service.production.must.post('/event_schema', body);
  if (isActive) await service.production.must.post(`/event_schema/${name}/activate`);
}

describe('POST /usage_meters/{usage_meter_id}/activate', () => {
  it('200 and the time of the activation', async () => {
    await schema('ride', true);
    const id = await meter('rides', { eventSchemaName: 'ride', filters: [{ field: 'city', value: 'Riga' }] });
    const { status, body } = await activate(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, status: 'ACTIVE', lastActivatedAt: body.updatedAt });
  });

  it('200 without a schema', async () => {
    expect((await activate(await meter('direct'))).body.status).toBe('ACTIVE');
  });

  it('200 again after a deactivation', async () => {
    const id = await meter('twice');
    await activate(id);
    await service.production.must.post(`/usage_meters/${id}/deactivate`);
    expect((await activate(id)).status).toBe(200);
  });

  it('400 while the schema is a draft or archived', async () => {
    await schema('draft', false);
    const id = await meter('early', { eventSchemaName: 'draft' });
    const { status, headers } = await activate(id);
    expect([status, headers['error-code']]).toEqual([400, 'METER_SCHEMA_NOT_ACTIVE']);
    await service.production.must.delete('/event_schema/draft');
    expect((await activate(id)).status).toBe(400);
  });

  it('400 when a filter is not on a filter field', async () => {
    await schema('zones', true);
    const id = await meter('zoned', { eventSchemaName: 'zones', filters: [{ field: 'zone', value: '1' }] });
    const { status, body, headers } = await activate(id);
    expect([status, headers['error-code']]).toEqual([400, 'METER_FILTER_UNKNOWN']);
    expect(body.message).toMatch(/^filters: zone is not one of the filterFields/);
  });

  it('400 when it is active already, or archived', async () => {
    const id = await meter('active');
    await activate(id);
    expect((await activate(id)).headers['error-code']).toBe('METER_ALREADY_ACTIVE');
    const gone = await meter('gone');
    await service.production.must.delete(`/usage_meters/${gone}`);
    expect((await activate(gone)).headers['error-code']).toBe('METER_ARCHIVED');
  });

  it('404 for an unknown id, and for one of another environment', async () => {
    const id = await meter('mine');
    expect((await activate('um.unknown')).status).toBe(404);
    expect((await service.sandbox.post(`/usage_meters/${id}/activate`)).status).toBe(404);
  });

  it('200 or 400, never an active meter on a schema that is deactivated at the same time', async () => {
    await schema('race', true);
    for (let round = 0; round < 5; round++) {
      const id = await meter(`race ${round}`, { eventSchemaName: 'race' });
      const [meterReply, schemaReply] = await Promise.all([
        activate(id),
        service.production.post('/event_schema/race/deactivate'),
      ]);
      expect([meterReply.status, schemaReply.status].sort()).toEqual([200, 400]);
      if (meterReply.status === 200) await service.production.must.post(`/usage_meters/${id}/deactivate`);
      else await service.production.must.post('/event_schema/race/activate');
    }
  });
});
