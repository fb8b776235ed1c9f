import { beforeAll, describe, expect, it } from 'vitest';
import { expectRejected } from '#test/borders.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const QUERY = { selects: [{ columnName: 'id' }], baseDataSource: 'customers', sort: [], limit: 5 };
beforeAll(() => service.sandbox.setClock('2030-01-15T12:00:00Z'));
const remove = (id: string) => service.sandbox.delete(`/ext/v1/report_templates/${id}`);

describe('DELETE /ext/v1/report_templates/{report_template_id}', () => {
  it('200 and archived, without a schedule; again, the same', async () => {
    const body = { name: 'a', queryInput: QUERY, schedule: { frequency: 'DAILY' } };
    const { id } = await service.sandbox.must.post('/ext/v1/report_templates', body);
    for (const _ of [1, 2]) expect(await remove(id)).toMatchObject({ status: 200, body: { success: true } });
    const after = await service.sandbox.must.get(`/ext/v1/report_templates/${id}`);
    expect(after).toMatchObject({ status: 'ARCHIVED', schedule: null });
    expect(after).not.toHaveProperty('nextRunAt');
    expect((await service.production.delete(`/ext/v1/report_templates/${id}`)).status).toBe(404);
  });

  it('400 for a built-in one, 404 for none', async () => {
    expectRejected(await remove('REVENUE'), 400, /^report template REVENUE is built in/);
    expectRejected(await remove('none'), 404, 'report template none not found');
  });
});
