import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const QUERY = { selects: [{ columnName: 'id' }], baseDataSource: 'customers', sort: [], limit: 5 };
const list = (query = '') => service.sandbox.must.get(`/ext/v1/report_templates${query}`);

describe('GET /ext/v1/report_templates', () => {
  it('200 and the built-in ones beside those of the organization', async () => {
    const { id } = await service.sandbox.must.post('/ext/v1/report_templates', {
      name: 'a',
      queryInput: QUERY,
    });
    const { data, builtIn } = await list();
    expect(data.map((each: { id: string }) => each.id)).toEqual([id]);
    expect(builtIn.map((each: { id: string }) => each.id)).toEqual([
      ...[
        'REVENUE',
        'REVENUE_BY_CUSTOMER',
        'REVENUE_BY_METER',
        'MARGIN',
        'USAGE',
        'CREDIT_LIABILITY',
        'RECEIVABLES_AGING',
        'UNPROCESSED_EVENTS',
      ],
      'UNMATCHED_EVENTS',
    ]);
    expect(builtIn[0]).toMatchObject({ isBuiltIn: true, status: 'ACTIVE', schedule: null });
  });

  it('200 by status', async () => {
    expect((await list('?status=ARCHIVED')).data).toEqual([]);
    expect((await list('?status=ACTIVE')).data).toHaveLength(1);
    expect((await service.sandbox.get('/ext/v1/report_templates?status=GONE')).status).toBe(400);
  });
});
