import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('GET /features/{feature_id}', () => {
  it('200 and the feature as it was created', async () => {
    const sent = { name: 'Export', billableName: 'Data export', schemaAssociations: [] };
    const created = await service.production.must.post('/features', sent);
    const { status, body } = await service.production.get(`/features/${created.id}`);
    expect([status, body]).toEqual([200, created]);
  });

  it('404 for an id that nobody has, and in the sandbox for one of production', async () => {
    const nobody = await service.production.get('/features/feature.nobody');
    expect([nobody.status, nobody.body]).toEqual([404, { message: 'feature feature.nobody not found' }]);
    const { id } = await service.production.must.post('/features', { name: 'Real', schemaAssociations: [] });
    const foreign = await service.sandbox.get(`/features/${id}`);
    expect([foreign.status, foreign.headers['error-code']]).toEqual([404, 'FEATURE_NOT_FOUND']);
  });
});
