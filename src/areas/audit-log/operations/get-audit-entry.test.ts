import { beforeAll, describe, expect, it } from 'vitest';
import { seal } from '#test/audit-log.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let id: string;
beforeAll(async () => {
  await service.sandbox.must.post('/addons', { name: 'first', type: 'FIXED_FEE' });
  id = (await service.sandbox.must.get('/ext/v1/audit_log')).data[0].id;
});

describe('GET /ext/v1/audit_log/{audit_entry_id}', () => {
  it('200 with the text that is hashed, the same before and after the seal', async () => {
    const before = await service.sandbox.must.get(`/ext/v1/audit_log/${id}`);
    await seal(service);
    const after = await service.sandbox.must.get(`/ext/v1/audit_log/${id}`);
    expect(before).toMatchObject({ id, isSealed: false, action: 'CREATED', after: { name: 'first' } });
    expect(after).toMatchObject({ ...before, isSealed: true, number: 3 });
    const [, entryId, ...logged] = JSON.parse(after.sealedText);
    expect([String(entryId), logged[2], logged[9]]).toEqual([id, 'API_KEY', 'CREATED']);
  });

  it.each(['0', '-1', '1.5', 'x', '999999999999999', '9'.repeat(50), '%00'])(
    '404 or 400 for %s',
    async (requested) => {
      const { status, body } = await service.sandbox.get(`/ext/v1/audit_log/${requested}`);
      expect([requested === '%00' ? 400 : 404, expect.any(String)]).toEqual([status, body.message]);
    },
  );

  it('404 in the other environment', async () => {
    expect(await service.production.get(`/ext/v1/audit_log/${id}`)).toMatchObject({
      ...{ status: 404, body: { message: `audit entry ${id} not found` } },
    });
  });
});
