import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const patch = (id: string, body: unknown) => service.production.patch(`/usage_meters/${id}`, body);

const computation = { computation: '{"var":"attribute.distance"}', order: 1 };
const sum = { type: 'COUNTER', aggregation: 'SUM', computations: [computation], eventSchemaName: 'ride' };

let made = 0;

async function create(name: string): Promise<string> {
  made += 1;
  return (await service.production.must.post('/usage_meters', { ...sum, name, billableName: 'Rides' })).id;
}

async function createActive(name: string): Promise<string> {
  const id = await create(name);
  await service.production.must.post(`/usage_meters/${id}/activate`);
  return id;
}

beforeAll(async () => {
  const schema = {
    attributes: [{ name: 'distance' }],
    dimensions: [{ name: 'city' }],
    filterFields: ['city'],
  };
  for (const name of ['ride', 'trip', 'gone'])
    await service.production.must.post('/event_schema', { ...schema, name });
  await service.production.must.post('/event_schema/ride/activate');
  await service.production.must.delete('/event_schema/gone');
});

describe('PATCH /usage_meters/{usage_meter_id}', () => {
  it('200 for the unit, which null takes away', async () => {
    const id = await create('with-unit');
    expect((await patch(id, { unit: 'km' })).body.unit).toBe('km');
    expect((await patch(id, { description: 'Far' })).body.unit).toBe('km');
    expect((await service.production.must.get(`/usage_meters/${id}`)).unit).toBe('km');
    expect((await patch(id, { unit: null })).body).not.toHaveProperty('unit');
    expect((await patch(id, { unit: 'k'.repeat(21) })).status).toBe(400);
  });

  it('200 for everything of a draft', async () => {
    const id = await create('draft');
    const { status, body } = await patch(id, {
      name: 'renamed',
      billableName: null,
      description: 'Counts',
      aggregation: 'COUNT',
      computations: [],
      filters: [{ field: 'city', value: 'Riga' }],
      eventSchemaName: 'trip',
      type: 'COUNTER',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      name: 'renamed',
      displayName: 'renamed',
      description: 'Counts',
      status: 'DRAFT',
      aggregation: 'COUNT',
      computations: [],
      filters: [{ field: 'city', value: 'Riga' }],
    });
    expect(body).not.toHaveProperty('billableName');
    const { eventSchema } = await service.production.must.get(`/usage_meters/${id}?includeSchema=true`);
    expect(eventSchema.name).toBe('trip');
  });

  it('200 for what an inactive meter computes', async () => {
    const id = await createActive('inactive');
    await service.production.must.post(`/usage_meters/${id}/deactivate`);
    const { status, body } = await patch(id, { computations: [{ computation: '2', order: 1 }] });
    expect([status, body.computations[0].computation]).toEqual([200, '2']);
  });

  it('200 for the names of an active meter, also when the rest is sent as it is', async () => {
    const id = await createActive('active');
    const spaced = [{ ...computation, computation: ' {"var": "attribute.distance"}' }];
    const { status, body } = await patch(id, { ...sum, computations: spaced, billableName: 'Trips' });
    expect([status, body.displayName, body.status]).toEqual([200, 'Trips', 'ACTIVE']);
  });

  it.each([
    { aggregation: 'COUNT', computations: [] },
    { computations: [{ computation: '2', order: 1 }] },
    { filters: [{ field: 'city', value: 'Riga' }] },
    { eventSchemaName: null },
    { eventSchemaName: 'trip' },
  ])('400 for %j of an active meter, which stays as it is', async (change) => {
    const id = await createActive(`locked ${made}`);
    const before = await service.production.must.get(`/usage_meters/${id}`);
    const { status, headers } = await patch(id, { ...change, description: 'changed' });
    expect([status, headers['error-code']]).toEqual([400, 'METER_ACTIVE_LOCKED']);
    expect(await service.production.must.get(`/usage_meters/${id}`)).toEqual(before);
  });

  it.each([
    // change                                        message
    [{ name: '' }, /^name: must not be empty/],
    [{ name: null }, /^name: must be a string$/],
    [{ computations: [] }, /^computations: is required, because the aggregation SUM needs/],
    [{ aggregation: 'COUNT' }, /^computations\[0\]\.computation: must be 1/],
    [{ computations: [{ computation: '{', order: 1 }] }, /is not valid JSON/],
    [{ type: 'GAUGE' }, /^type: must be one of COUNTER$/],
    [{ id: 'um.x' }, /^unknown field id$/],
    [{ eventSchemaName: 'gone' }, /^eventSchemaName: event schema gone is archived/],
  ])('400 for %j', async (change, message) => {
    const id = await create(`bad ${made}`);
    const { status, body } = await patch(id, change);
    expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
  });

  it('200 for COUNT in place of SUM of a meter that was active, 400 for other aggregations', async () => {
    const id = await createActive('fixed');
    await service.production.must.post(`/usage_meters/${id}/deactivate`);
    const refused = await patch(id, { aggregation: 'MAX' });
    expect([refused.status, refused.headers['error-code']]).toEqual([400, 'METER_AGGREGATION_FIXED']);
    expect(refused.body.message).toMatch(/has been active; only COUNT and SUM are interchangeable/);
    expect((await patch(id, { aggregation: 'COUNT', computations: [] })).status).toBe(200);
    const draft = await create('not fixed');
    expect((await patch(draft, { aggregation: 'MAX' })).body.aggregation).toBe('MAX');
    expect((await patch(draft, { aggregation: 'SUM' })).status).toBe(200);
  });

  it('400 when it is archived', async () => {
    const id = await create('archived');
    await service.production.must.delete(`/usage_meters/${id}`);
    expect((await patch(id, { name: 'x' })).headers['error-code']).toBe('METER_ARCHIVED');
  });

  it('409 when the name is taken', async () => {
    await create('taken');
    const { status, body } = await patch(await create('other'), { name: ' taken' });
    expect([status, body.message]).toEqual([409, 'name: a usage meter named taken already exists']);
  });

  it('404 for an unknown meter or schema, and for a meter of another environment', async () => {
    const id = await create('mine');
    expect((await patch('um.unknown', {})).status).toBe(404);
    expect((await patch(id, { eventSchemaName: 'unknown' })).status).toBe(404);
    expect((await service.sandbox.patch(`/usage_meters/${id}`, {})).status).toBe(404);
  });
});
