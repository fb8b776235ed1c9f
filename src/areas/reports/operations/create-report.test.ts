import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { expectRejected, type SendWith } from '#test/borders.ts';
import { fileOf, linesOf, makeReport } from '#test/report-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const NAME = { columnName: 'name' };
const QUERY = {
  selects: [{ columnName: 'account_id' }, NAME],
  queryFilters: [{ column: NAME, operator: 'neq', args: ['nobody'] }],
  baseDataSource: 'accounts',
  sort: [{ column: { columnName: 'account_id' }, sortOrder: 'ASC' }],
  limit: 100,
};
const HOSTILE = [
  `=HYPERLINK("http://x","y")`,
  `+1+1`,
  `-2+3`,
  `@SUM(A1)`,
  `say "no", thank you`,
  `'; drop table accounts; --`,
  `Müller & Söhne 株式会社 😀`,
];

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  for (const [index, name] of HOSTILE.entries()) await openAccount(service.sandbox, `h${index}`, { name });
  await openAccount(service.production, 'elsewhere');
});
// What was asked for is written: five may be under way at a time.
beforeEach(() => service.sandbox.settle());

const createReport = (body: object) => service.sandbox.post('/ext/v1/reports', body);
const send: SendWith = (members) => createReport({ name: 'r', queryInput: QUERY, ...members });
const withQuery = (members: object) => createReport({ name: 'r', queryInput: { ...QUERY, ...members } });
const lines = (queryInput: object) => linesOf(service, service.sandbox, { name: 'r', queryInput });

describe('POST /ext/v1/reports', () => {
  it('201 and a queued report, which is soon written', async () => {
    const { status, body } = await send({});
    expect(status).toBe(201);
    expect(body).toEqual({
      ...{ id: expect.stringMatching(/^report\.\w{8}\.\w{7}$/), name: 'r', status: 'QUEUED', type: 'QUERY' },
      ...{ queryInput: QUERY, createdAt: '2030-01-01T00:00:00.000Z', updatedAt: body.createdAt },
    });
    await service.sandbox.settle();
    const { data } = await service.sandbox.must.get('/reports');
    expect(data[0]).toEqual({
      ...{ ...body, status: 'COMPLETED', rowCount: 2 * HOSTILE.length },
      ...{ fileId: expect.stringMatching(/^file\./), preSignedUrl: expect.stringContaining('/f/file.') },
    });
  });

  it('201 and of the rows of one account, by its template, in a range', async () => {
    const range = { startTime: '2030-01-01T00:00:00Z', endTime: '2030-02-01T00:00:00Z' };
    const { status, body } = await createReport({ reportTemplateId: 'REVENUE', accountId: 'h0', ...range });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ type: 'TEMPLATE', reportTemplateId: 'REVENUE', account_id: 'h0' },
      ...{ name: 'Revenue by month, account and billable', startTime: '2030-01-01T00:00:00.000Z' },
    });
  });

  it('201 and cells that no spreadsheet computes, as they were otherwise', async () => {
    const own = QUERY.queryFilters.concat({
      ...{ column: { columnName: 'account_id' }, operator: 'in' },
      args: HOSTILE.map((_, index) => `h${index}`),
    });
    expect((await lines({ ...QUERY, queryFilters: own })).slice(1)).toEqual(
      HOSTILE.map((name, index) => `h${index} | ${/^[=+@-]/.test(name) ? `'${name}` : name}`),
    );
  });

  it('201 and a file that is named by the report, whatever that is', async () => {
    const name = '../..\\"evil"; x=';
    const report = await makeReport(service.sandbox, { name, queryInput: QUERY });
    const url = new URL(report.preSignedUrl);
    const { headers } = await service.app.server.inject({ url: url.pathname + url.search });
    expect(headers['content-disposition']).toBe(
      'attachment; filename=".._..__evil___x=_2030-01-01.csv"'.replace('x=', 'x_'),
    );
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect((await fileOf(service, report)).toString()).toMatch(/^"account_id","name"\r\n/);
  });

  it('201 and rows behind the last one of another report', async () => {
    const sort = [
      { column: NAME, sortOrder: 'DESC' },
      { column: { columnName: 'account_id' }, sortOrder: 'ASC' },
    ];
    const first = await lines({ ...QUERY, sort, limit: 5 });
    const [account, name = ''] = first.at(-1)?.split(' | ') ?? [];
    const rest = await lines({ ...QUERY, sort, seekValues: [name.replace(/^'(?=[=+@-])/, ''), account] });
    expect([...first, ...rest.slice(1)]).toEqual(await lines({ ...QUERY, sort }));
  });

  it('201 and every function, aggregator and operator', async () => {
    const month = { columnName: 'created_at', functions: [{ name: 'date_trunc', args: ['month'] }] };
    const aggregators = ['count', 'min', 'max'].map((aggregator) => ({
      ...NAME,
      aggregator,
      alias: aggregator,
    }));
    const operators = ['gt', 'gte', 'lt', 'lte', 'eq', 'neq', 'in', 'nin'];
    const [all] = (
      await lines({ ...QUERY, selects: [month, ...aggregators], queryFilters: [], sort: [] })
    ).slice(1);
    expect(all).toMatch(/^2030-01-01T00:00:00.000Z \| \d+ \| /);
    expect(all).toMatch(/ \| '; drop table accounts; -- \| say "no", thank you$/);
    const ids = HOSTILE.map((_, index) => `h${index}`);
    const counted: string[] = [];
    for (const operator of operators) {
      const filter = { column: { columnName: 'account_id' }, operator, args: ['h3'] };
      const own = { column: { columnName: 'account_id' }, operator: 'in', args: ids };
      const query = { ...QUERY, queryFilters: [own, filter] };
      counted.push(`${operator} ${(await lines(query)).length - 1}`);
      await service.sandbox.settle();
    }
    expect(counted).toEqual(['gt 3', 'gte 4', 'lt 3', 'lte 4', 'eq 1', 'neq 6', 'in 1', 'nin 6']);
  });

  it('201 and the customers of the accounts beside them', async () => {
    const customer = { dataSource: 'customers', columnName: 'name', alias: 'customer' };
    const filter = { column: { columnName: 'account_id' }, operator: 'eq', args: ['h5'] };
    const selects = [...QUERY.selects, customer];
    expect((await lines({ ...QUERY, selects, queryFilters: [filter] })).slice(1)).toEqual([
      `h5 | ${HOSTILE[5]} | Customer h5`,
    ]);
  });

  it.each([
    'accounts',
    'customers',
    'usage',
    'events',
    'invoices',
    'license_entries',
    'revenue',
    'credit_liability',
    'receivables',
    'journal',
    'unprocessed_events',
    'unmatched_events',
  ])('201 for every column of %s', async (baseDataSource) => {
    const none = await withQuery({
      baseDataSource,
      selects: [{ columnName: '?' }],
      queryFilters: [],
      sort: [],
    });
    const names = /must be one of (.*)$/.exec(none.body.message)?.[1]?.split(', ') ?? [];
    const selects = names.map((columnName: string) => ({ columnName }));
    const sort = selects.slice(0, 5).map((column) => ({ column, sortOrder: 'DESC' }));
    const query = { baseDataSource, selects, sort, limit: 10 };
    expect((await lines(query))[0]).toBe(names.join(' | '));
  });

  it('400 for what names nothing of the catalogue', async () => {
    const column = (columnName: unknown) => withQuery({ selects: [{ columnName }] });
    for (const name of [
      'id; drop table x',
      '"a"',
      '*',
      '__proto__',
      'constructor',
      'org_id',
      'ACCOUNT_ID',
      ' name',
    ])
      expectRejected(
        await column(name),
        400,
        /^queryInput.selects\[0\].columnName: must be one of account_id, /,
      );
    for (const source of ['pg_user', 'toString', '__proto__', 'accounts; --', 'Accounts'])
      expectRejected(
        await withQuery({ baseDataSource: source }),
        400,
        /^queryInput.baseDataSource: must be one of accounts, /,
      );
    expectRejected(
      await withQuery({ selects: [{ ...NAME, dataSource: 'invoices' }] }),
      400,
      'queryInput.selects[0].dataSource: must be accounts or customers',
    );
  });

  const truncated = (...args: string[]) => ({
    selects: [{ columnName: 'created_at', functions: [{ name: 'date_trunc', args }] }],
  });
  const filtered = (operator: string, args: string[], columnName = 'created_at') => ({
    queryFilters: [{ column: { columnName }, operator, args }],
  });
  it.each([
    [truncated('decade'), 'selects[0].functions[0].args: must be one of hour, day, week, month, '],
    [truncated(), 'selects[0].functions[0].args: must be one of hour, day'],
    [truncated("day'; select 1; --"), 'selects[0].functions[0].args: must be one of hour, day'],
    [
      { selects: [{ ...NAME, functions: [{ name: 'abs', args: [] }] }] },
      'selects[0].functions[0].name: abs requires',
    ],
    [
      { selects: [{ ...NAME, functions: [{ name: 'pg_sleep', args: ['9'] }] }] },
      'selects[0].functions[0].name',
    ],
    [{ selects: [{ ...NAME, aggregator: 'sum' }] }, 'selects[0].aggregator: sum requires a number'],
    [{ selects: [{ ...NAME, aggregator: 'SUM' }] }, 'selects[0].aggregator'],
    [{ selects: [NAME, NAME] }, 'selects[1].alias: name is also the header of another column'],
    [{ selects: [] }, 'selects'],
    [filtered('eq', ['yesterday']), 'queryFilters[0].args[0]: must be a time such as'],
    [filtered('eq', ['2030-02-30T00:00:00Z']), 'queryFilters[0].args[0]: must be a time such as'],
    [filtered('eq', ['2030-01-01T00:00:00']), 'queryFilters[0].args[0]: must be a time such as'],
    [filtered('eq', []), 'queryFilters[0].args: must have exactly one value for eq'],
    [filtered('gt', ['a', 'b'], 'name'), 'queryFilters[0].args: must have exactly one value for gt'],
    [filtered('in', []), 'queryFilters[0].args: must have at least one value for in'],
    [filtered('like', ['%']), 'queryFilters[0].operator'],
    [{ sort: [{ column: NAME, sortOrder: 'ASC; --' }] }, 'sort[0].sortOrder'],
    [{ seekValues: ['a', 'b'] }, 'seekValues: must have one value for each of the 1 entries of sort'],
    [{ limit: 0 }, 'limit'],
    [{ limit: 100_001 }, 'limit'],
    [{ limit: 1.5 }, 'limit'],
    [{ extra: 1 }, 'extra'],
  ])('400 for a query with %o', async (members, said) => {
    const reply = await withQuery(members);
    expectRejected(reply, 400, /./);
    expect(reply.body.message).toContain(`queryInput.${said}`);
  });

  it('400 for a sum of several currencies, unless something makes them one', async () => {
    const sum = { columnName: 'total_amount', aggregator: 'sum' };
    const absolute = { columnName: 'total_amount', functions: [{ name: 'abs', args: [] }] };
    const query = { baseDataSource: 'invoices', queryFilters: [], sort: [], limit: 10 };
    const mixed = await withQuery({ ...query, selects: [sum] });
    expectRejected(
      mixed,
      400,
      /^queryInput.selects\[0\].aggregator: would mix currencies; also select the account or /,
    );
    const by = (columnName: string) => ({ ...query, selects: [{ columnName }, sum] });
    const isOne = { column: { columnName: 'currency' }, operator: 'eq', args: ['USD'] };
    expectRejected(await withQuery(by('status')), 400, /would mix currencies/);
    for (const [fits, accountId] of [
      [by('owner_id')],
      [by('currency')],
      [{ ...by('currency'), selects: [{ columnName: 'currency' }, { ...absolute, aggregator: 'avg' }] }],
      [{ ...query, selects: [sum], queryFilters: [isOne] }],
      [{ ...query, selects: [sum] }, 'h0'],
      [{ ...query, selects: [{ ...sum, aggregator: 'count' }] }],
    ] as const) {
      const report = await makeReport(service.sandbox, {
        ...{ name: 'r', queryInput: fits },
        ...(accountId && { accountId }),
      });
      expect(report).toMatchObject({ status: 'COMPLETED' });
    }
  });

  it('400 for a request that does not fit together', async () => {
    const both = 'reportTemplateId: send either reportTemplateId or queryInput';
    expectRejected(await send({ reportTemplateId: 'USAGE' }), 400, both);
    expectRejected(await createReport({ name: 'r' }), 400, both);
    expectRejected(await createReport({ queryInput: QUERY }), 400, /^name: is required with queryInput/);
    expectRejected(
      await send({ startTime: '2030-01-01T00:00:00Z' }),
      400,
      /^endTime: must be sent with startTime/,
    );
    const empty = { startTime: '2030-01-01T00:00:00Z', endTime: '2030-01-01T00:00:00Z' };
    expectRejected(await send(empty), 400, /^endTime: must be sent with startTime and be after it/);
    const customers = { ...QUERY, baseDataSource: 'customers', selects: [NAME], sort: [] };
    const range = { startTime: '2030-01-01T00:00:00Z', endTime: '2030-01-02T00:00:00Z' };
    expectRejected(
      await send({ queryInput: customers, ...range }),
      400,
      'startTime: must be absent, because rows of customers have no time',
    );
    expectRejected(
      await send({ queryInput: customers, accountId: 'h0' }),
      400,
      'accountId: must be absent, because rows of customers belong to no account',
    );
    for (const name of ['', ' ', 'x'.repeat(101), 'a\u0000b', 7])
      expect((await send({ name })).status).toBe(400);
  });

  it('404 for an account or a template that the organization does not have', async () => {
    for (const accountId of ['nobody', 'elsewhere'])
      expectRejected(await send({ accountId }), 404, `account ${accountId} not found`);
    expectRejected(await createReport({ reportTemplateId: 'NONE' }), 404, 'report template NONE not found');
  });

  it('429 when five are under way, also of requests that come together', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => send({})));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 429, 429, 429]);
    await service.sandbox.settle();
    expect((await send({})).status).toBe(201);
  });
});
