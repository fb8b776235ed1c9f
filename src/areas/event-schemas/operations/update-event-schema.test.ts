import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const patch = (name: string, body: unknown) => service.production.patch(`/event_schema/${name}`, body);

const logic = { enrichmentType: 'JSON_LOGIC', value: '{"var":"attribute.distance"}', order: 1 };
const km = { ...logic, name: 'km', type: 'ATTRIBUTE' };
const factor = { type: 'SETTING', key: 'setting.USER.factor', name: 'factor' };

function create(name: string) {
  return service.production.must.post('/event_schema', {
    name,
    description: 'A ride',
    attributes: [{ name: 'distance', defaultUnit: 'm' }, { name: 'seats' }],
    dimensions: [{ name: 'city' }],
    enrichments: { dependencies: [factor], fields: [km] },
    filterFields: ['city'],
    eventIdTemplate: '{{dimensions.city}}',
  });
}

async function createActive(name: string) {
  await create(name);
  return service.production.must.post(`/event_schema/${name}/activate`);
}

describe('PATCH /event_schema/{event_schema_name} of a draft', () => {
  it('200 in place, with fields removed and optional members cleared', async () => {
    const { createdAt } = await create('draft');
    const { status, body } = await patch('draft', {
      description: null,
      attributes: [{ name: 'distance', defaultUnit: 'km' }],
      enrichments: null,
      eventIdTemplate: '',
      eventLevelRevenue: true,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      name: 'draft',
      version: 1,
      status: 'DRAFT',
      attributes: [{ name: 'distance', defaultUnit: 'km' }],
      dimensions: [{ name: 'city' }],
      filterFields: ['city'],
      eventLevelRevenue: true,
      createdAt,
      updatedAt: expect.any(String),
    });
  });

  it('400 when the result would not fit together, and nothing is changed', async () => {
    const before = await create('broken');
    const { status, body } = await patch('broken', { dimensions: [] });
    expect([status, body.message]).toEqual([400, 'filterFields[0]: city is not a field of the schema']);
    expect(await service.production.must.get('/event_schema/broken')).toEqual(before);
  });

  it('400 when the attribute that a feature is metered by is missing', async () => {
    await create('metered');
    const schemaAssociations = [{ schemaName: 'metered', attributeName: 'km' }];
    const { id } = await service.production.must.post('/features', { name: 'Rides', schemaAssociations });
    const { status, body, headers } = await patch('metered', { enrichments: null });
    expect([status, headers['error-code']]).toEqual([400, 'SCHEMA_ATTRIBUTE_IN_USE']);
    expect(body.message).toMatch(/^attributes: km is missing/);
    const changed = await patch('metered', { attributes: [{ name: 'distance' }] });
    expect(changed.body.featureDetails).toEqual({ featureId: id, attributeName: 'km' });
  });
});

describe('PATCH /event_schema/{event_schema_name} of an active schema', () => {
  it('200 and a new version, with the old one archived', async () => {
    const first = await createActive('ride');
    const { status, body } = await patch('ride', {
      description: 'Any ride',
      attributes: [{ name: 'tip' }, { name: 'seats' }, { name: 'distance', defaultUnit: 'm' }],
      dimensions: [{ name: 'city' }, { name: 'zone' }],
      enrichments: { dependencies: [factor], fields: [km, { ...km, name: 'km2', order: 2 }] },
      filterFields: ['city', 'zone'],
      eventIdTemplate: '{{accountId}}',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ version: 2, status: 'ACTIVE', createdAt: first.createdAt });
    expect(body.attributes).toHaveLength(3);
    const old = await service.production.must.get('/event_schema/ride?version=1');
    expect(old).toEqual({ ...first, status: 'ARCHIVED' });
  });

  it('200 without a new version when nothing is different', async () => {
    const { name: _, ...before } = await createActive('same');
    const { description, attributes, enrichments } = before;
    const spaced = [{ ...km, value: ' { "var" : "attribute.distance" } ' }];
    const sent = { description, attributes, enrichments: { ...enrichments, fields: spaced } };
    const { status, body } = await patch('same', sent);
    expect([status, body]).toEqual([200, { name: 'same', ...before }]);
  });

  it('200 and a new version that is inactive when the schema is', async () => {
    await createActive('paused');
    await service.production.must.post('/event_schema/paused/deactivate');
    const { body } = await patch('paused', { description: 'paused' });
    expect(body).toMatchObject({ version: 2, status: 'INACTIVE' });
    expect((await patch('paused', { dimensions: [] })).status).toBe(400);
    expect((await service.production.post('/event_schema/paused/activate')).body.version).toBe(2);
  });

  let grown = 0;
  const distance = { name: 'distance', defaultUnit: 'm' };
  it.each([
    // change                                                         code
    [{ attributes: [distance] }, 'SCHEMA_FIELD_REMOVED'],
    [{ dimensions: [], filterFields: [] }, 'SCHEMA_FIELD_REMOVED'],
    [{ filterFields: [] }, 'SCHEMA_FIELD_REMOVED'],
    [{ enrichments: null }, 'SCHEMA_FIELD_REMOVED'],
    [{ enrichments: { fields: [km] } }, 'SCHEMA_FIELD_REMOVED'],
    [{ attributes: [{ ...distance, defaultUnit: 'km' }, { name: 'seats' }] }, 'SCHEMA_FIELD_CHANGED'],
    [{ attributes: [{ name: 'distance' }, { name: 'seats' }] }, 'SCHEMA_FIELD_CHANGED'],
    [{ attributes: [distance, { name: 'seats', defaultUnit: 'x' }] }, 'SCHEMA_FIELD_CHANGED'],
    [{ enrichments: { dependencies: [factor], fields: [{ ...km, value: '1' }] } }, 'SCHEMA_FIELD_CHANGED'],
    [{ enrichments: { dependencies: [factor], fields: [{ ...km, order: 2 }] } }, 'SCHEMA_FIELD_CHANGED'],
    [
      { enrichments: { dependencies: [{ ...factor, key: 'setting.USER.x' }], fields: [km] } },
      'SCHEMA_FIELD_CHANGED',
    ],
    [{ attributes: [distance, { name: 'seats' }, { name: 'city' }] }, 'INVALID_REQUEST'],
  ])('400 for %j: %s', async (change, code) => {
    grown += 1;
    await createActive(`grown${grown}`);
    const { status, headers } = await patch(`grown${grown}`, change);
    expect([status, headers['error-code']]).toEqual([400, code]);
  });

  it('200 for all of many changes at the same time, each a version of its own', async () => {
    await createActive('busy');
    const replies = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => patch('busy', { description: `change ${n}` })),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(replies.map(({ body }) => body.version).sort()).toEqual([2, 3, 4, 5, 6]);
  });
});

describe('PATCH /event_schema/{event_schema_name}', () => {
  it.each([
    // body                                message
    [{ name: 'other' }, /^unknown field name$/],
    [{ attributes: null }, /^attributes: must be an array$/],
    [{ description: 'a'.repeat(256) }, /^description: must have at most 255 characters$/],
    [{ eventIdTemplate: '{{x}}' }, /^eventIdTemplate: cannot read/],
    [[], /^body: must be an object$/],
  ])('400 for %j', async (body, message) => {
    await service.production.post('/event_schema', { name: 'plain', attributes: [], dimensions: [] });
    const reply = await patch('plain', body);
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringMatching(message)]);
  });

  it('400 when it is archived', async () => {
    await create('gone');
    await service.production.must.delete('/event_schema/gone');
    expect((await patch('gone', {})).headers['error-code']).toBe('SCHEMA_ARCHIVED');
  });

  it('404 for an unknown name, and for one of another environment', async () => {
    await create('mine');
    expect((await patch('unknown', {})).status).toBe(404);
    expect((await service.sandbox.patch('/event_schema/mine', {})).status).toBe(404);
  });
});
