import { beforeAll, describe, expect, it } from 'vitest';
import { editTimeline, openAccount, publishPlan, sellFee, sellUsage, use } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let calls = '';
let fee = '';

interface Query {
  name?: string;
  period?: string;
  groupBy?: string;
  filters?: Record<string, string[]>;
  configs?: Record<string, string>;
}

function body(range: [string, string], queries: Query[]) {
  return {
    startTime: range[0],
    endTime: range[1],
    metricQueries: queries.map(({ name = 'METER_USAGE', period = 'DAY', groupBy, filters, configs }, i) => ({
      id: `q${i}`,
      name,
      aggregationPeriod: period,
      ...(groupBy && { groupBy }),
      ...(configs && { configs }),
      ...(filters && {
        filters: Object.entries(filters).map(([fieldName, fieldValues]) => ({ fieldName, fieldValues })),
      }),
    })),
  };
}

async function measure(range: [string, string], query: Query) {
  const { results } = await service.sandbox.must.post('/metrics', body(range, [query]));
  return results[0].data.map((row: { groupedBy?: { fieldValue: string }; metricValues: number[] }) => [
    row.groupedBy?.fieldValue ?? 'all',
    row.metricValues.join(' '),
  ]);
}

/*
 * Two accounts on one plan from 1 January 2030, grace 2 days:
 *   calls: tiered, the first 100 at 2.00, further ones at 1.00;
 *   fixed fee 31.00 a month, prorated (1.00 a day).
 *   alpha: 60 calls on the 1st, 90 on the 3rd;  beta: 10 calls on the 3rd.
 * The clock stands at 5 January 12:00.
 */
beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  calls = await sellUsage(sandbox, 'calls');
  fee = await sellFee(sandbox, 'base');
  const usage = { model: 'TIERED' as const, slabs: [{ rate: 2 }, { startAfter: 100, rate: 1 }] };
  const plan = await publishPlan(sandbox, {
    name: 'plan',
    graceDays: 2,
    cards: [
      { type: 'USAGE', billableId: calls, usage },
      { type: 'FIXED_FEE', billableId: fee, fee: { rate: 31, isProrated: true } },
    ],
  });
  for (const account of ['alpha', 'beta']) {
    await openAccount(sandbox, account);
    await editTimeline(sandbox, account, [{ planId: plan, from: '2030-01-01' }]);
  }
  await sandbox.setClock('2030-01-05T12:00:00Z');
  await use(sandbox, { meter: 'calls', account: 'alpha', at: '2030-01-01T10:00:00Z', amount: '60' });
  await use(sandbox, { meter: 'calls', account: 'alpha', at: '2030-01-03T10:00:00Z', amount: '90' });
  await use(sandbox, { meter: 'calls', account: 'beta', at: '2030-01-03T23:59:59Z', amount: '10' });
  await use(sandbox, { meter: 'calls', account: 'nobody', at: '2030-01-03T10:00:00Z', amount: '5' });
});

const FIVE_DAYS: [string, string] = ['2030-01-01T00:00:00Z', '2030-01-06T00:00:00Z'];

describe('POST /metrics', () => {
  it('200 usage by day, zero-filled, with the starts of the buckets', async () => {
    const { results } = await service.sandbox.must.post('/metrics', body(FIVE_DAYS, [{}]));
    expect(results).toEqual([
      {
        id: 'q0',
        name: 'METER_USAGE',
        data: [
          {
            timestamps: [1, 2, 3, 4, 5].map((day) => `2030-01-0${day}T00:00:00.000Z`),
            metricValues: [60, 0, 100, 0, 0],
          },
        ],
      },
    ]);
  });

  it.each([
    //  range, query, rows
    [
      FIVE_DAYS,
      { groupBy: 'ACCOUNT_ID' },
      [
        ['alpha', '60 0 90 0 0'],
        ['beta', '0 0 10 0 0'],
      ],
    ],
    [FIVE_DAYS, { period: 'MONTH' }, [['all', '160']]],
    [FIVE_DAYS, { period: 'WEEK' }, [['all', '160']]], // 31 December to 6 January, a Monday to a Sunday
    [FIVE_DAYS, { filters: { ACCOUNT_ID: ['beta'] }, period: 'MONTH' }, [['all', '10']]],
    [FIVE_DAYS, { filters: { CUSTOMER_ID: ['customer-alpha'] }, period: 'MONTH' }, [['all', '150']]],
    [['2030-01-03T09:00:00Z', '2030-01-03T12:00:00Z'], { period: 'HOUR' }, [['all', '0 90 0']]],
    // The range cuts the hour in which the event happened.
    [['2030-01-03T10:00:00.001Z', '2030-01-03T11:00:00Z'], { period: 'HOUR' }, [['all', '0']]],
    [FIVE_DAYS, { name: 'EVENTS' }, [['all', '1 0 3 0 0']]],
    [
      FIVE_DAYS,
      { name: 'EVENTS', groupBy: 'EVENT_STATUS' },
      [
        ['PROCESSED', '1 0 2 0 0'],
        ['UNPROCESSED', '0 0 1 0 0'],
      ],
    ],
    [
      FIVE_DAYS,
      { name: 'EVENTS', filters: { EVENT_STATUS: ['PROCESSED'], ACCOUNT_ID: ['alpha'] } },
      [['all', '1 0 1 0 0']],
    ],
    // alpha: 60 × 2 = 120 on the 1st; on the 3rd 40 × 2 + 50 × 1 = 130. beta: 10 × 2 = 20. Fee: 1.00 a day.
    [FIVE_DAYS, { name: 'REVENUE' }, [['all', '122 2 152 2 2']]],
    [
      FIVE_DAYS,
      { name: 'REVENUE', groupBy: 'ACCOUNT_ID' },
      [
        ['alpha', '121 1 131 1 1'],
        ['beta', '1 1 21 1 1'],
      ],
    ],
    // The range begins inside the cycle: the first 60 calls are known, so the 3rd earns the same.
    [
      ['2030-01-02T00:00:00Z', '2030-01-04T00:00:00Z'],
      { name: 'REVENUE', groupBy: 'ACCOUNT_ID' },
      [
        ['alpha', '1 131'],
        ['beta', '1 21'],
      ],
    ],
  ] as [[string, string], Query, string[][]][])('200 %j %j', async (range, query, rows) => {
    expect(await measure(range, query)).toEqual(rows);
  });

  it('200 revenue by what is billed', async () => {
    const rows = await measure(FIVE_DAYS, { name: 'REVENUE', groupBy: 'BILLABLE_ID' });
    expect(Object.fromEntries(rows)).toEqual({ [calls]: '120 0 150 0 0', [fee]: '2 2 2 2 2' });
    const usageOnly = await measure(FIVE_DAYS, { name: 'REVENUE', filters: { USAGE_METER_ID: [calls] } });
    expect(usageOnly).toEqual([['all', '120 0 150 0 0']]);
  });

  it.each([
    //  queries                                                                        message
    [
      [{ name: 'SALES' }],
      /name: must be one of EVENTS, USAGE, METER_USAGE, NAMED_LICENSE_USAGE, REVENUE, USAGE_FOR_CYCLE,/,
    ],
    [[{ groupBy: 'SCHEMA_NAME' }], /METER_USAGE cannot be grouped by SCHEMA_NAME/],
    [[{ filters: { SCHEMA_NAME: ['a'] } }], /METER_USAGE cannot be filtered by SCHEMA_NAME/],
    [[{ name: 'EVENTS', filters: { SCHEMA_NAME: ['a', 'b'] } }], /SCHEMA_NAME must have exactly one value/],
    [[{ name: 'EVENTS', filters: { EVENT_STATUS: ['GONE'] } }], /EVENT_STATUS does not have the value GONE/],
    [[{ configs: { CURRENCY: 'BASE' } }], /for REVENUE and REVENUE_FOR_CYCLE only/],
    [[{ name: 'USAGE_FOR_CYCLE', configs: { CURRENCY: 'BASE' } }], /for REVENUE and REVENUE_FOR_CYCLE only/],
    [[{ name: 'USAGE_FOR_CYCLE', groupBy: 'EVENT_STATUS' }], /cannot be grouped by EVENT_STATUS/],
    [[{ name: 'REVENUE', configs: { CURRENCY: 'EUR' } }], /BASE or INVOICE/],
    [[{}, {}, {}, {}, {}, {}], /metricQueries: must have at most 5 entries/],
    [[], /metricQueries: must have at least 1 entries/],
  ] as [Query[], RegExp][])('400 for %j', async (queries, message) => {
    const { status, body: response } = await service.sandbox.post('/metrics', body(FIVE_DAYS, queries));
    expect([status, response.message]).toEqual([400, expect.stringMatching(message)]);
  });

  it('400 when the response would have more than 300 points', async () => {
    // 13 days by the hour are 312 points; two groups of 7 days are 336; 12 days and a half are 300.
    const request = async (range: [string, string], query: Query) =>
      service.sandbox.post('/metrics', body(range, [query]));
    const tooLong = await request(['2030-01-01T00:00:00Z', '2030-01-14T00:00:00Z'], { period: 'HOUR' });
    expect([tooLong.status, tooLong.headers['error-code']]).toEqual([400, 'TOO_MANY_POINTS']);
    const tooWide = await request(['2030-01-01T00:00:00Z', '2030-01-08T00:00:00Z'], {
      period: 'HOUR',
      groupBy: 'ACCOUNT_ID',
    });
    expect(tooWide.body.message).toMatch(/336 data points/);
    expect((await request(['2030-01-01T00:00:00Z', '2030-01-13T12:00:00Z'], { period: 'HOUR' })).status).toBe(
      200,
    );
    // A range of centuries is refused before anything is read.
    expect((await request(['0001-01-01T00:00:00Z', '9999-01-01T00:00:00Z'], { period: 'HOUR' })).status).toBe(
      400,
    );
  });

  it('400 for 40 groups of 8 days (metering-pricing 23.1, V27), 200 for 7 days', async () => {
    // Schemas that nobody defined have events too.
    const events = Array.from({ length: 40 }, (_, i) => ({
      ...{ id: `strange-${i}`, schemaName: `strange ${i}`, accountId: 'nobody', attributes: [] },
      ...{ timestamp: '2029-12-25T00:00:00Z', dimensions: {} },
    }));
    await service.sandbox.must.post('/ingestBatch', { events });
    const query = { name: 'EVENTS', groupBy: 'SCHEMA_NAME' };
    const request = (until: string) =>
      service.sandbox.post('/metrics', body(['2029-12-24T00:00:00Z', until], [query]));
    const wide = await request('2030-01-01T00:00:00Z'); // 40 × 8 = 320
    expect([wide.status, wide.headers['error-code']]).toEqual([400, 'TOO_MANY_POINTS']);
    expect(wide.body.message).toMatch(/320 data points/);
    const narrow = await request('2029-12-31T00:00:00Z'); // 40 × 7 = 280
    expect([narrow.status, narrow.body.results[0].data.length]).toEqual([200, 40]);
  });

  it('400 for an empty range, 403 for another organization', async () => {
    const empty = await service.sandbox.post('/metrics', body([FIVE_DAYS[0], FIVE_DAYS[0]], [{}]));
    expect([empty.status, empty.body.message]).toEqual([400, 'endTime: must be after startTime']);
    const other = await service.sandbox.post(
      '/metrics',
      body(FIVE_DAYS, [{ filters: { ORGANIZATION_ID: ['other'] } }]),
    );
    expect([other.status, other.headers['error-code']]).toEqual([403, 'FOREIGN_ORGANIZATION']);
  });
});

it('revenue of a settled cycle adds up to its invoice, rounding included', async () => {
  const { sandbox } = service;
  const meter = await sellUsage(sandbox, 'grams');
  const usage = { model: 'TIERED' as const, slabs: [{ rate: 0.0149 }] };
  const plan = await publishPlan(sandbox, {
    name: 'grams',
    cards: [{ type: 'USAGE', billableId: meter, usage }],
  });
  await openAccount(sandbox, 'gamma');
  await editTimeline(sandbox, 'gamma', [{ planId: plan, from: '2030-01-06' }]);
  await sandbox.setClock('2030-01-20T00:00:00Z');
  await use(sandbox, { meter: 'grams', account: 'gamma', at: '2030-01-10T00:00:00Z', amount: '1234.37' });
  await sandbox.setClock('2030-02-01T00:00:00Z');
  const range: [string, string] = ['2030-01-01T00:00:00Z', '2030-02-01T00:00:00Z'];
  const [[, values]] = await measure(range, { name: 'REVENUE', filters: { ACCOUNT_ID: ['gamma'] } });
  const days = values.split(' ').map(Number);
  // 1234.37 × 0.0149 = 18.392113 on the 10th; the invoice says 18.39, so the last day takes −0.002113 back.
  expect(days[9]).toBe(18.392113);
  expect(days[30]).toBe(-0.002113);
});
