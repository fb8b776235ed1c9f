import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('GET /aliases/{alias}', () => {
  it.each(['plain', 'with space', 'slash/and%percent', 'ünïcode 😀'])(
    '200 for %s in any case',
    async (value) => {
      await service.production.must.post('/aliases', { aliases: [{ value }] });
      const { status, body } = await service.production.get(
        `/aliases/${encodeURIComponent(value.toUpperCase())}`,
      );
      expect([status, body]).toEqual([200, { value, createdAt: expect.any(String) }]);
    },
  );

  it('404 for an unknown alias and for the one of another organization', async () => {
    const other = await service.createOrganization('other');
    await other.production.must.post('/aliases', { aliases: [{ value: 'theirs' }] });
    for (const value of ['unknown', 'theirs']) {
      const { status, body } = await service.production.get(`/aliases/${value}`);
      expect([status, body.message]).toEqual([404, `alias ${value} not found`]);
    }
  });

  it('400 for a value that no alias can have', async () => {
    expect((await service.production.get(`/aliases/${'x'.repeat(256)}`)).status).toBe(400);
    expect((await service.production.get('/aliases/%00')).status).toBe(400);
  });
});
