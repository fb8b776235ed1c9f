import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const QUERY = { selects: [{ columnName: 'id' }], baseDataSource: 'customers', sort: [], limit: 5 };

describe('GET /ext/v1/report_templates/{report_template_id}', () => {
  it('200 for one of the organization, and for a built-in one', async () => {
    const made = await service.sandbox.must.post('/ext/v1/report_templates', {
      name: 'a',
      queryInput: QUERY,
    });
    expect(await service.sandbox.must.get(`/ext/v1/report_templates/${made.id}`)).toEqual(made);
    expect(await service.sandbox.must.get('/ext/v1/report_templates/USAGE')).toMatchObject({
      isBuiltIn: true,
    });
    expect((await service.production.get(`/ext/v1/report_templates/${made.id}`)).status).toBe(404);
  });

  it('404 for one that is not there', async () => {
    const { status, body } = await service.sandbox.get('/ext/v1/report_templates/none');
    expect([status, body.message]).toEqual([404, 'report template none not found']);
  });
});
