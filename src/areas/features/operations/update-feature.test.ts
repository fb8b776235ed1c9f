import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const schema = (name: string) =>
  service.production.must.post('/event_schema', {
    ...{ name, dimensions: [], attributes: [{ name: 'amount' }, { name: 'weight' }] },
  });
const uses = (...schemaNames: string[]) =>
  schemaNames.map((schemaName) => ({ schemaName, attributeName: 'amount' }));
const create = async (name: string, members: object = {}): Promise<string> =>
  (await service.production.must.post('/features', { name, schemaAssociations: [], ...members })).id;
const update = (id: string, body: unknown) => service.production.patch(`/features/${id}`, body);

describe('PATCH /features/{feature_id}', () => {
  it('200 and only what was sent is changed', async () => {
    await schema('kept');
    const id = await create('Help', { billableName: 'Help desk', schemaAssociations: uses('kept') });
    const { status, body } = await update(id, { name: ' Support ' });
    const expected = { id, name: 'Support', displayName: 'Help desk', schemaAssociations: uses('kept') };
    expect([status, body]).toEqual([200, expect.objectContaining(expected)]);
    expect((await update(id, { billableName: null })).body).toMatchObject({ displayName: 'Support' });
    expect((await update(id, {})).body).toMatchObject({ name: 'Support', schemaAssociations: uses('kept') });
  });

  it('200 and the associations are those that were sent, in their order', async () => {
    for (const name of ['a', 'b', 'c']) await schema(name);
    const id = await create('Talk', { schemaAssociations: uses('a', 'b') });
    const wanted = [...uses('c'), { schemaName: 'b', attributeName: 'weight' }];
    expect((await update(id, { schemaAssociations: wanted })).body.schemaAssociations).toEqual(wanted);
    // The schema that was left is free for another feature.
    await create('Other', { schemaAssociations: uses('a') });
    expect(await service.production.must.get('/event_schema/b')).toMatchObject({
      featureDetails: { featureId: id, attributeName: 'weight' },
    });
    expect((await update(id, { schemaAssociations: [] })).body.schemaAssociations).toEqual([]);
    expect(await service.production.must.get('/event_schema/b')).not.toHaveProperty('featureDetails');
  });

  it('200 when a schema that it has was archived since, 400 for another one that is', async () => {
    for (const name of ['old', 'older']) await schema(name);
    const id = await create('Archive', { schemaAssociations: uses('old') });
    for (const name of ['old', 'older']) await service.production.must.delete(`/event_schema/${name}`);
    expect((await update(id, { schemaAssociations: uses('old') })).status).toBe(200);
    const { status, headers } = await update(id, { schemaAssociations: uses('old', 'older') });
    expect([status, headers['error-code']]).toEqual([400, 'FEATURE_SCHEMA_ARCHIVED']);
  });

  it('400 when the schema serves another feature, and nothing is changed', async () => {
    for (const name of ['mine', 'theirs']) await schema(name);
    await create('Theirs', { schemaAssociations: uses('theirs') });
    const id = await create('Mine', { schemaAssociations: uses('mine') });
    const sent = { name: 'Renamed', schemaAssociations: uses('theirs') };
    const { status, headers } = await update(id, sent);
    expect([status, headers['error-code']]).toEqual([400, 'FEATURE_SCHEMA_TAKEN']);
    expect(await service.production.must.get(`/features/${id}`)).toMatchObject({
      ...{ name: 'Mine', schemaAssociations: uses('mine') },
    });
  });

  it('200 for two features that swap their schemas at once, or one after the other', async () => {
    for (const name of ['left', 'right']) await schema(name);
    const left = await create('Left', { schemaAssociations: uses('left') });
    const right = await create('Right', { schemaAssociations: uses('right') });
    const replies = await Promise.all([
      update(left, { schemaAssociations: uses('right') }),
      update(right, { schemaAssociations: uses('left') }),
    ]);
    for (const { status } of replies) expect([200, 400]).toContain(status);
  });

  it('409 when another one has the name or the billable name', async () => {
    await create('Taken', { billableName: 'Taken billable' });
    const id = await create('Free');
    const byName = await update(id, { name: 'taken' });
    expect([byName.status, byName.headers['error-code']]).toEqual([409, 'FEATURE_NAME_TAKEN']);
    const byBillable = await update(id, { billableName: 'TAKEN BILLABLE' });
    expect([byBillable.status, byBillable.headers['error-code']]).toEqual([
      409,
      'FEATURE_BILLABLE_NAME_TAKEN',
    ]);
    expect((await update(id, { name: 'FREE' })).status).toBe(200);
  });

  it('404 for an id that nobody has and for an unknown schema', async () => {
    expect((await update('nobody', { name: 'a' })).body).toEqual({ message: 'feature nobody not found' });
    const { status, body } = await update(await create('Ghost'), { schemaAssociations: uses('ghost') });
    expect([status, body]).toEqual([404, { message: 'event schema ghost not found' }]);
  });

  it.each([
    [{ name: '' }, /^name: /],
    [{ name: null }, /^name: must be a string$/],
    [{ name: 'a'.repeat(256) }, /^name: must have at most 255 characters$/],
    [{ schemaAssociations: null }, /^schemaAssociations: /],
    [{ schemaAssociations: [{}] }, /^schemaAssociations\[0\].*: is required/],
    [{ status: 'ARCHIVED' }, /^unknown field status$/],
  ])('400 for %j', async (sent, message) => {
    const { status, body } = await update('feature.any', sent);
    expect(status).toBe(400);
    expect(body.message).toMatch(message);
  });
});
