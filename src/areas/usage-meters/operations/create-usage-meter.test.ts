import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const create = (body: unknown) => service.production.post('/usage_meters', body);
const schema = (name: string) =>
  service.production.must.post('/event_schema', {
    name,
    attributes: [{ name: 'distance' }],
    dimensions: [{ name: 'city' }],
    filterFields: ['city'],
  });
const count = (name: string, more: object = {}) => ({ name, type: 'COUNTER', aggregation: 'COUNT', ...more });

let made = 0;

describe('POST /usage_meters', () => {
  it('201 and a draft, displayed by its billable name', async () => {
    await schema('ride');
    const { status, body } = await create({
      name: ' Long rides ',
      billableName: 'Kilometers',
      description: 'Over 100',
      type: 'COUNTER',
      aggregation: 'SUM',
      filters: [{ field: 'city', value: 'Riga', note: 'dropped' }],
      computations: [
        {
          id: 'c1',
          matcher: { '>': [{ var: 'attribute.distance' }, 100] },
          computation: '{ "*": [{"var": "attribute.distance"}, 0.40] }',
          order: 1,
          note: 'dropped',
        },
      ],
      eventSchemaName: 'ride',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^um\.\w{8}\.\w{7}$/),
      name: 'Long rides',
      billableName: 'Kilometers',
      displayName: 'Kilometers',
      description: 'Over 100',
      type: 'COUNTER',
      status: 'DRAFT',
      aggregation: 'SUM',
      filters: [{ field: 'city', value: 'Riga' }],
      computations: [
        {
          id: 'c1',
          matcher: '{">":[{"var":"attribute.distance"},100]}',
          computation: '{"*":[{"var":"attribute.distance"},0.4]}',
          order: 1,
        },
      ],
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: body.createdAt,
    });
    expect(body.id.length).toBeLessThanOrEqual(20);
  });

  it('201 without a schema, a computation or a billable name', async () => {
    const { status, body } = await create(count('bare', { billableName: '', aggregation: 'SUM' }));
    expect(status).toBe(201);
    expect(body).toMatchObject({ displayName: 'bare', filters: [], computations: [] });
    expect(body).not.toHaveProperty('billableName');
  });

  it('409 when the name is taken, after trimming and with its case', async () => {
    await create(count('taken'));
    const { status, body, headers } = await create(count('taken '));
    expect([status, headers['error-code']]).toEqual([409, 'METER_NAME_TAKEN']);
    expect(body).toEqual({ message: 'name: a usage meter named taken already exists' });
    expect((await create(count('Taken'))).status).toBe(201);
  });

  it('404 when the schema is unknown here', async () => {
    await service.sandbox.must.post('/event_schema', { name: 'elsewhere', attributes: [], dimensions: [] });
    const { status, body } = await create(count('a', { eventSchemaName: 'elsewhere' }));
    expect([status, body.message]).toEqual([404, 'event schema elsewhere not found']);
    expect((await create(count('a', { eventSchemaName: 'platform-usage' }))).status).toBe(404);
  });

  it('400 when the schema is archived', async () => {
    await schema('gone');
    await service.production.must.delete('/event_schema/gone');
    const { status, headers } = await create(count('b', { eventSchemaName: 'gone' }));
    expect([status, headers['error-code']]).toEqual([400, 'METER_SCHEMA_ARCHIVED']);
  });

  it.each([
    ...['MAX', 'MIN', 'AVERAGE', 'UNIQUE_COUNT', 'LATEST', 'TIME_WEIGHTED_SUM'].map((aggregation) => ({
      ...{ aggregation, eventSchemaName: 'ride' },
      computations: [{ computation: '{"var":"attribute.distance"}', order: 1 }],
    })),
    // The attribute `usage` of the platform's own events is what is measured.
    { aggregation: 'MAX' },
    { aggregation: 'TIME_WEIGHTED_SUM' },
    { aggregation: 'UNIQUE_COUNT', computations: [{ computation: '{"var":"dimension.user"}', order: 1 }] },
  ])('201 for the extension %j', async (members) => {
    made += 1;
    const { status, body } = await create(count(`extension ${made}`, members));
    expect([status, body.aggregation]).toEqual([201, members.aggregation]);
  });

  const computed = (computation: unknown, more: object = {}) => ({
    aggregation: 'SUM',
    computations: [{ computation, order: 1, ...more }],
  });
  it.each([
    // change                                                 message
    [{ name: undefined }, /^name: is required$/],
    [{ name: ' ' }, /^name: must contain only letters, digits, spaces, _ and -/],
    [{ name: 'a/b' }, /^name: must contain only letters, digits, spaces, _ and -/],
    [{ name: 'a'.repeat(51) }, /^name: must have at most 50 characters$/],
    [{ type: 'GAUGE' }, /^type: must be one of COUNTER$/],
    [{ aggregation: 'MEDIAN' }, /^aggregation: must be one of COUNT, SUM, MAX, MIN, AVERAGE, UNIQUE_COUNT, /],
    [{ billableName: 'a'.repeat(256) }, /^billableName: must have at most 255 characters$/],
    [{ filters: [{ field: 'city' }] }, /^filters\[0\]\.value: is required$/],
    [{ filters: Array(51).fill({ field: 'a', value: 'b' }) }, /^filters: must have at most 50 entries$/],
    [{ computations: [{ order: 1 }] }, /^computations\[0\]\.computation: is required$/],
    [{ ...computed('1'), computations: Array(2).fill({ computation: '1', order: 1 }) }, /at most 1 entries/],
    [computed('1', { order: 0 }), /order: must be at least 1$/],
    [computed('1', { order: 11 }), /order: must be at most 10$/],
    [computed('x'.repeat(501)), /^computations\[0\]\.computation: must have at most 500 characters$/],
    [computed('1', { matcher: 'x'.repeat(1501) }), /matcher: must have at most 1500 characters$/],
    [computed({ cat: ['x'.repeat(500)] }), /^computations\[0\]\.computation: The logic may have at most 500/],
    [computed('{"nope":1}'), /^computations\[0\]\.computation: Unknown operator "nope"/],
    [computed('1', { matcher: '{' }), /^computations\[0\]\.matcher: The logic is not valid JSON/],
    [computed(1), /^computations\[0\]\.computation: must be a string or object$/],
    [computed('1', { id: 'i'.repeat(51) }), /id: must have at most 50 characters$/],
    [{ ...computed('2'), aggregation: 'COUNT' }, /^computations\[0\]\.computation: must be 1, because/],
    [{ aggregation: 'SUM', eventSchemaName: 'ride' }, /^computations: is required, because the aggregation /],
    [{ aggregation: 'MAX', eventSchemaName: 'ride' }, /because the aggregation MAX needs a value to/],
    [{ aggregation: 'LATEST', eventSchemaName: 'ride' }, /^computations: is required/],
    [{ aggregation: 'UNIQUE_COUNT' }, /UNIQUE_COUNT needs a value to distinguish$/], // `usage` is no key
    [{ eventSchemaName: 'a'.repeat(51) }, /^eventSchemaName: must have at most 50 characters$/],
    [{ status: 'ACTIVE' }, /^unknown field status$/],
  ])('400 for %j', async (change, message) => {
    const { status, body } = await create({ ...count('bad'), ...change });
    expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
  });

  it('400 for half a character, and for NUL', async () => {
    for (const half of ['\\ud800', '\\u0000']) {
      const filters = `[{"field":"city","value":"${half}"}]`;
      const { status } = await create(
        `{"name":"half","type":"COUNTER","aggregation":"COUNT","filters":${filters}}`,
      );
      expect(status).toBe(400);
    }
  });
});
