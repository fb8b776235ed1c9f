import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('GET /event_schema/{event_schema_name}/versions', () => {
  it('200 with the newest first, the older ones archived', async () => {
    await service.production.must.post('/event_schema', { name: 'ride', attributes: [], dimensions: [] });
    await service.production.must.post('/event_schema/ride/activate');
    await service.production.must.patch('/event_schema/ride', { description: 'second' });
    await service.production.must.patch('/event_schema/ride', { description: 'third' });
    const { status, body } = await service.production.get('/event_schema/ride/versions');
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['data']);
    expect(body.data).toMatchObject([
      { version: 3, status: 'ACTIVE', description: 'third' },
      { version: 2, status: 'ARCHIVED', description: 'second' },
      { version: 1, status: 'ARCHIVED' },
    ]);
  });

  it('404 for an unknown name, and for one of another environment', async () => {
    expect((await service.production.get('/event_schema/unknown/versions')).status).toBe(404);
    expect((await service.sandbox.get('/event_schema/ride/versions')).status).toBe(404);
  });
});
