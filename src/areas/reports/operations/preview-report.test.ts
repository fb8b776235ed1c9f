import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { client, useService } from '#test/running-app.ts';

const service = useService();
const QUERY = {
  selects: [{ columnName: 'account_id' }, { columnName: 'created_at', functions: [month()] }],
  ...{ baseDataSource: 'accounts', limit: 100 },
  queryFilters: [{ column: { columnName: 'account_id' }, operator: 'in', args: ['a', 'b', 'c'] }],
  sort: [{ column: { columnName: 'account_id' }, sortOrder: 'DESC' }],
};

function withCustomers() {
  const filter = { column: { columnName: 'name', dataSource: 'customers' }, operator: 'eq', args: ['a'] };
  return { ...QUERY, queryFilters: [filter] };
}

function month() {
  return { name: 'date_trunc', args: ['month'] };
}

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-20T00:00:00Z');
  for (const id of ['a', 'b', 'c']) await openAccount(service.sandbox, id);
});

const preview = (body: object) => service.sandbox.post('/ext/v1/report_previews', body);

describe('POST /ext/v1/report_previews', () => {
  it('200 and the rows, with what their columns are', async () => {
    const { status, body } = await preview({ queryInput: QUERY });
    expect(status).toBe(200);
    const plain = { dataSource: 'accounts', isMoney: false, isAggregate: false };
    expect(body).toEqual({
      ...{ name: null, queryInput: QUERY, isCut: false, hasTime: true, baseCurrency: 'USD' },
      columns: [
        { ...plain, header: 'account_id', columnName: 'account_id', type: 'TEXT', truncatedTo: null },
        { ...plain, header: 'created_at', columnName: 'created_at', type: 'TIME', truncatedTo: 'month' },
      ],
      rows: ['c', 'b', 'a'].map((id) => [id, '2030-01-01T00:00:00.000Z']),
      asOf: '2030-01-20T00:00:00.000Z',
    });
    expect((await service.sandbox.must.get('/reports?fetchFor=ALL')).data).toEqual([]);
  });

  it('200 of one account, of a template, in a range, and up to the limit of the query', async () => {
    const rows = async (body: object) => (await preview(body)).body.rows.length;
    expect(await rows({ queryInput: QUERY, accountId: 'b' })).toBe(1);
    expect(await rows({ queryInput: { ...QUERY, limit: 2 } })).toBe(2);
    const range = { startTime: '2030-01-21T00:00:00Z', endTime: '2030-01-22T00:00:00Z' };
    expect(await rows({ queryInput: QUERY, ...range })).toBe(0);
    // A source without a time has all of its rows, as in scheduled reports.
    expect((await preview({ reportTemplateId: 'CREDIT_LIABILITY', ...range })).body).toMatchObject({
      ...{ name: 'Unused credits', hasTime: false, rows: [] },
    });
  });

  it.each([
    [{}, 'REPORT_AMBIGUOUS'],
    [{ queryInput: QUERY, reportTemplateId: 'USAGE' }, 'REPORT_AMBIGUOUS'],
    [{ queryInput: { ...QUERY, baseDataSource: 'pg_class' } }, 'REPORT_QUERY_INVALID'],
    [{ queryInput: QUERY, startTime: '2030-01-01T00:00:00Z' }, 'REPORT_RANGE_INVALID'],
  ])('400 for %j', async (body, code) => {
    const { status, headers } = await preview(body);
    expect([status, headers['error-code']]).toEqual([400, code]);
  });

  it.each([
    [['reports:read'], { queryInput: QUERY }, 'accounts:read'],
    [['reports:read'], { reportTemplateId: 'MARGIN' }, 'catalog:read'],
    [['reports:read', 'accounts:read'], { queryInput: withCustomers() }, 'customers:read'],
    [['reports:read'], { reportTemplateId: 'REVENUE' }, null],
    [['reports:read', 'accounts:read'], { queryInput: QUERY }, null],
    [['reports:read', 'reports:write'], { queryInput: QUERY }, null],
  ])('403 unless %j read the rows of %j', async (scopes, body, lacking) => {
    const { secret } = await service.sandbox.must.post('/ext/v1/api_keys', { name: 'reader', scopes });
    const reply = await client(service.app, '/sandbox', secret).post('/ext/v1/report_previews', body);
    expect(reply.status).toBe(lacking === null ? 200 : 403);
    if (lacking !== null) expect(reply.body.message).toContain(lacking);
  });

  it('404 for a template or an account that is not there', async () => {
    expect((await preview({ reportTemplateId: 'none' })).status).toBe(404);
    expect((await preview({ queryInput: QUERY, accountId: 'none' })).status).toBe(404);
  });
});
