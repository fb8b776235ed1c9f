import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const create = (body: unknown) => service.production.post('/event_schema', body);
const ride = (name: string, more: object = {}) => ({
  name,
  attributes: [{ name: 'distance', defaultUnit: 'm' }],
  dimensions: [{ name: 'city' }],
  ...more,
});

describe('POST /event_schema', () => {
  it('201 and a draft of version 1', async () => {
    const logic = '{ "/": [{"var": "attribute.distance"}, 1000.0] }';
    const km = { name: 'km', type: 'ATTRIBUTE', enrichmentType: 'JSON_LOGIC', value: logic, order: 1 };
    const { status, body } = await create(
      ride(' ride ', {
        description: 'A ride',
        enrichments: {
          dependencies: [{ type: 'SETTING', key: 'setting.USER.factor', name: 'factor' }],
          fields: [km],
        },
        filterFields: ['city', 'km'],
        eventIdTemplate: '{{accountId}}:{{dimensions.city}}',
        eventLevelRevenue: true,
      }),
    );
    expect(status).toBe(201);
    expect(body).toEqual({
      name: 'ride',
      description: 'A ride',
      version: 1,
      status: 'DRAFT',
      attributes: [{ name: 'distance', defaultUnit: 'm' }],
      dimensions: [{ name: 'city' }],
      enrichments: {
        dependencies: [{ type: 'SETTING', key: 'setting.USER.factor', name: 'factor' }],
        fields: [{ ...km, value: '{"/":[{"var":"attribute.distance"},1000]}' }],
      },
      filterFields: ['city', 'km'],
      eventIdTemplate: '{{accountId}}:{{dimensions.city}}',
      eventLevelRevenue: true,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: body.createdAt,
    });
  });

  it('201 with nothing but lists, which may be empty', async () => {
    const { status, body } = await create({ name: 'bare', attributes: [], dimensions: [] });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      attributes: [],
      dimensions: [],
      filterFields: [],
      eventLevelRevenue: false,
    });
    expect(body).not.toHaveProperty('enrichments');
    expect(body).not.toHaveProperty('eventIdTemplate');
  });

  it('201 with logic as a JSON object, stored as text', async () => {
    const value = { '*': [{ var: 'attribute.distance' }, 0.5] };
    const field = { name: 'half', type: 'ATTRIBUTE', enrichmentType: 'JSON_LOGIC', value, order: 1 };
    const { status, body } = await create(ride('object', { enrichments: { fields: [field] } }));
    expect(status).toBe(201);
    expect(body.enrichments.fields[0].value).toBe('{"*":[{"var":"attribute.distance"},0.5]}');
  });

  it('409 when the name is taken, after trimming and with its case', async () => {
    await create(ride('taken'));
    const { status, body, headers } = await create(ride(' taken '));
    expect(status).toBe(409);
    expect(headers['error-code']).toBe('SCHEMA_NAME_TAKEN');
    expect(body).toEqual({ message: 'name: an event schema named taken already exists' });
    expect((await create(ride('Taken'))).status).toBe(201);
  });

  it('409 to all but one when requests want the same name at the same time', async () => {
    const replies = await Promise.all([1, 2, 3, 4].map(() => create(ride('race'))));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  it('201 in the sandbox and in another organization for the same name', async () => {
    await create(ride('own'));
    const other = await service.createOrganization('other');
    expect((await service.sandbox.post('/event_schema', ride('own'))).status).toBe(201);
    expect((await other.production.post('/event_schema', ride('own'))).status).toBe(201);
  });

  it.each(['platform-usage', ' platform-named-license'])('400 for the reserved name %s', async (name) => {
    const { status, headers } = await create(ride(name));
    expect([status, headers['error-code']]).toEqual([400, 'SCHEMA_NAME_RESERVED']);
  });

  const fields = (value: unknown, more: object = {}) => ({
    enrichments: {
      fields: [{ name: 'x', type: 'ATTRIBUTE', enrichmentType: 'JSON_LOGIC', value, order: 1, ...more }],
    },
  });
  it.each([
    // change                                                message
    [{ name: undefined }, /^name: is required$/],
    [{ name: '' }, /^name: must not be empty/],
    [{ name: '  ' }, /^name: must contain only letters, digits, spaces, _ and -/],
    [{ name: 'a.b' }, /^name: must contain only letters, digits, spaces, _ and -/],
    [{ name: 'a'.repeat(51) }, /^name: must have at most 50 characters$/],
    [{ attributes: undefined }, /^attributes: is required$/],
    [{ attributes: [{ name: 'city' }] }, /^dimensions\[0\]\.name: city is declared twice$/],
    [{ attributes: [{ name: 'a' }, { name: 'a ' }] }, /^attributes\[1\]\.name: a is declared twice$/],
    [{ attributes: [{ name: 'a', defaultUnit: 'kilometers!!' }] }, /at most 10 characters/],
    [{ attributes: [{ name: 'a', unit: 'm' }] }, /^unknown field attributes\[0\]\.unit$/],
    [{ attributes: Array(51).fill({ name: 'a' }) }, /^attributes: must have at most 50 entries$/],
    [{ filterFields: ['town'] }, /^filterFields\[0\]: town is not a field of the schema$/],
    [{ filterFields: ['city', 'city'] }, /^filterFields\[1\]: city is repeated$/],
    [{ eventIdTemplate: 'x{{' }, /^eventIdTemplate: has braces/],
    [{ eventIdTemplate: '{{account}}' }, /^eventIdTemplate: cannot read \{\{account\}\}; use accountId,/],
    [{ eventIdTemplate: 'constant' }, /^eventIdTemplate: must contain at least one path/],
    [{ enrichments: {} }, /^enrichments\.fields: is required$/],
    [fields('{"nope":[]}'), /^enrichments\.fields\[0\]\.value: Unknown operator "nope"/],
    [fields('{'), /^enrichments\.fields\[0\]\.value: The logic is not valid JSON/],
    [fields('x'.repeat(10_001)), /at most 10000 characters/],
    [fields(7), /^enrichments\.fields\[0\]\.value: must be a string or object$/],
    [fields({ a: 1, b: 2 }), /exactly one member/],
    [fields('1', { name: 'distance' }), /^enrichments\.fields\[0\]\.name: distance is declared twice$/],
    [
      fields('abc', { enrichmentType: 'VALUE' }),
      /must be a decimal number, because the field is an attribute/,
    ],
    [fields('f', { enrichmentType: 'JSON_LOGIC_FROM_DEPENDENCY' }), /name of a declared dependency/],
    [fields('1', { order: 1.5 }), /order: must be an integer/],
    [fields('1', { order: 3e9 }), /order: must be at most 2147483647/],
    [
      { enrichments: { fields: [], dependencies: [{ type: 'SETTING', key: 'x', name: 'x' }] } },
      /setting\.<name/,
    ],
    [{ eventLevelRevenue: 'yes' }, /^eventLevelRevenue: must be a boolean$/],
    [{ version: 2 }, /^unknown field version$/],
  ])('400 for %j', async (change, message) => {
    const { status, body } = await create({ ...ride('bad'), ...change });
    expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
  });

  it('400 for NUL and other control characters', async () => {
    const { status } = await create('{"name":"a\\u0000","attributes":[],"dimensions":[]}');
    expect(status).toBe(400);
  });
});
