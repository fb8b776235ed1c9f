import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const create = (body: unknown) => service.production.post('/features', body);
const schema = (name: string, members: object = {}) =>
  service.production.must.post('/event_schema', {
    ...{ name, attributes: [{ name: 'amount' }], dimensions: [{ name: 'region' }] },
    ...members,
  });
beforeAll(() => schema('calls'));

describe('POST /features', () => {
  it('200 and the feature, displayed by its billable name', async () => {
    await schema('texts');
    const schemaAssociations = [
      { schemaName: 'texts', attributeName: 'amount' },
      { schemaName: 'calls', attributeName: 'amount' },
    ];
    const { status, body } = await create({ name: 'Talk', billableName: 'Talk time', schemaAssociations });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^feature\.\w{8}\.\w{7}$/),
      name: 'Talk',
      billableName: 'Talk time',
      displayName: 'Talk time',
      schemaAssociations,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: body.createdAt,
    });
    const featureDetails = { featureId: body.id, attributeName: 'amount' };
    expect(await service.production.must.get('/event_schema/calls')).toMatchObject({ featureDetails });
    const { data } = await service.production.must.get('/event_schema?_search=name:texts');
    expect(data).toMatchObject([{ featureDetails }]);
    const versions = await service.production.must.get('/event_schema/texts/versions');
    expect(versions.data).toMatchObject([{ featureDetails }]);
  });

  it('200 without a billable name when it is blank, and without associations', async () => {
    const { body } = await create({ name: ' Single sign-on ', billableName: ' ', schemaAssociations: [] });
    expect(body).toMatchObject({ name: 'Single sign-on', displayName: 'Single sign-on' });
    expect(body).not.toHaveProperty('billableName');
    expect(body.schemaAssociations).toEqual([]);
  });

  it('200 with an attribute that is computed when the event is processed', async () => {
    const doubled = { name: 'doubled', type: 'ATTRIBUTE', enrichmentType: 'VALUE', value: '2', order: 1 };
    await schema('enriched', { enrichments: { fields: [doubled] } });
    const association = { schemaName: ' enriched ', attributeName: ' doubled ' };
    const { body } = await create({ name: 'Doubled', schemaAssociations: [association] });
    expect(body.schemaAssociations).toEqual([{ schemaName: 'enriched', attributeName: 'doubled' }]);
  });

  it('409 when another feature has the name or the billable name in any case', async () => {
    await create({ name: 'Export', billableName: 'Data export', schemaAssociations: [] });
    const byName = await create({ name: 'EXPORT', schemaAssociations: [] });
    expect([byName.status, byName.headers['error-code']]).toEqual([409, 'FEATURE_NAME_TAKEN']);
    expect(byName.body).toEqual({ message: 'name: a feature named EXPORT already exists' });
    const billable = { name: 'Other', billableName: 'DATA EXPORT', schemaAssociations: [] };
    const byBillable = await create(billable);
    expect([byBillable.status, byBillable.headers['error-code']]).toEqual([
      409,
      'FEATURE_BILLABLE_NAME_TAKEN',
    ]);
  });

  it('400 when the schema serves another feature, also when both ask at once', async () => {
    await schema('wanted');
    const schemaAssociations = [{ schemaName: 'wanted', attributeName: 'amount' }];
    const replies = await Promise.all(
      ['First', 'Second', 'Third'].map((name) => create({ name, schemaAssociations })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const { body, headers } = replies.find(({ status }) => status === 400) ?? {};
    expect(headers?.['error-code']).toBe('FEATURE_SCHEMA_TAKEN');
    expect(body.message).toBe(
      'schemaAssociations: event schema wanted already meters another feature; remove it from that ' +
        'feature first',
    );
    const { data } = await service.production.must.get('/features?_search=name:rst');
    expect(data.length).toBeLessThanOrEqual(1);
  });

  it('400 when the schema is archived', async () => {
    await schema('gone');
    await service.production.must.delete('/event_schema/gone');
    const schemaAssociations = [{ schemaName: 'gone', attributeName: 'amount' }];
    const { status, headers } = await create({ name: 'Gone', schemaAssociations });
    expect([status, headers['error-code']]).toEqual([400, 'FEATURE_SCHEMA_ARCHIVED']);
  });

  it('404 when the schema does not exist, also when another environment has it', async () => {
    const sent = { name: 'Ghost', schemaAssociations: [{ schemaName: 'ghost', attributeName: 'amount' }] };
    const { status, body } = await create(sent);
    expect([status, body]).toEqual([404, { message: 'event schema ghost not found' }]);
    const calls = [{ schemaName: 'calls', attributeName: 'amount' }];
    const foreign = await service.sandbox.post('/features', { name: 'Foreign', schemaAssociations: calls });
    expect([foreign.status, foreign.body]).toEqual([404, { message: 'event schema calls not found' }]);
  });

  it('50 associations fit, 51 do not', async () => {
    const names = Array.from({ length: 51 }, (_, i) => `many-${i}`);
    for (const name of names) await schema(name);
    const all = names.map((schemaName) => ({ schemaName, attributeName: 'amount' }));
    const over = await create({ name: 'Over', schemaAssociations: all });
    expect([over.status, over.body.message]).toEqual([
      400,
      'schemaAssociations: must have at most 50 entries',
    ]);
    const { status, body } = await create({ name: 'Most', schemaAssociations: all.slice(0, 50) });
    expect([status, body.schemaAssociations]).toEqual([200, all.slice(0, 50)]);
  });

  const one = { schemaName: 'calls', attributeName: 'amount' };
  it.each([
    //  body                                                                message
    [{ schemaAssociations: [] }, /^name: is required$/],
    [{ name: 'a' }, /^schemaAssociations: is required$/],
    [{ name: ' ', schemaAssociations: [] }, /^name: must not be blank$/],
    [{ name: 'a'.repeat(256), schemaAssociations: [] }, /^name: must have at most 255 characters$/],
    [{ name: 'a', billableName: 'a'.repeat(256), schemaAssociations: [] }, /^billableName: .* at most 255/],
    [{ name: 'a', type: 'b', schemaAssociations: [] }, /^unknown field type$/],
    [{ name: 'a', schemaAssociations: [one, one] }, /^schemaAssociations: /],
    [
      { name: 'a', schemaAssociations: [one, { ...one, schemaName: ' calls' }] },
      /^schemaAssociations\[1\].schemaName: calls is repeated/,
    ],
    [
      { name: 'a', schemaAssociations: [{ ...one, attributeName: 'region' }] }, // a dimension has no quantity
      /^schemaAssociations\[0\].attributeName: region is not an attribute of event schema calls$/,
    ],
    [{ name: 'a', schemaAssociations: [{ schemaName: 'calls' }] }, /attributeName: is required$/],
    [{ name: 'a', schemaAssociations: [{ ...one, schemaName: 'a.b' }] }, /schemaName: /],
  ])('400 for %j', async (sent, message) => {
    const { status, body } = await create(sent);
    expect(status).toBe(400);
    expect(body.message).toMatch(message);
  });
});
