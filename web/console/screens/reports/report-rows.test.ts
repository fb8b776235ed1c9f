import { expect, it } from 'vitest';
import type { ReportPreview } from '../../../api/generated/types.ts';
import { comparedRequests, withoutTime } from '../../../parts/report/report-requests.ts';
import { chartOf } from './chart-of.ts';
import { changeOf, currencyOf, recordsPath, rowsOf, totalsOf } from './report-rows.ts';

const column = (columnName: string, more: Partial<ReportPreview['columns'][number]> = {}) => ({
  ...{ header: columnName, columnName, dataSource: 'revenue', type: 'TEXT' as const, isMoney: false },
  ...{ truncatedTo: null, isAggregate: false, ...more },
});
const sum = { type: 'NUMBER', isAggregate: true } as const;
const columns = [
  column('revenue_time', { type: 'TIME', truncatedTo: 'month' }),
  column('customer_id'),
  column('customer_name'),
  column('currency'),
  column('revenue_invoice_currency', { ...sum, isMoney: true }),
  column('revenue_base_currency', sum),
];
const JANUARY = '2030-01-01T00:00:00.000Z';
const FEBRUARY = '2030-02-01T00:00:00.000Z';
const preview: ReportPreview = {
  ...{ name: null, columns, isCut: false, hasTime: true, baseCurrency: 'USD', asOf: JANUARY },
  queryInput: {
    ...{ baseDataSource: 'revenue', limit: 10 },
    selects: columns.map(({ columnName }) => ({ columnName })),
    sort: ['revenue_time', 'customer_id'].map((columnName) => ({ column: { columnName }, sortOrder: 'ASC' })),
  },
  rows: [
    [JANUARY, 'c1', 'One', 'USD', '0.1', '0.1'],
    [JANUARY, 'c2', 'Two', 'EUR', '10', '11'],
    [FEBRUARY, 'c1', 'One', 'USD', '0.2', '0.2'],
  ],
};

it('amounts have the currency of their row, or the base currency', () => {
  expect(preview.rows.map((cells) => [currencyOf(preview, cells, 4), currencyOf(preview, cells, 5)])).toEqual(
    [
      ['USD', 'USD'],
      ['EUR', 'USD'],
      ['USD', 'USD'],
    ],
  );
  expect([...totalsOf(preview, rowsOf(preview, null), 4)]).toEqual([
    ['USD', '0.3'],
    ['EUR', '10'],
  ]);
});

it('a chart never adds up two currencies', () => {
  expect(chartOf(preview, 'Other')).toMatchObject({
    ...{ value: 'revenue_base_currency', currency: 'USD', isMoney: true, by: 'customer_name' },
    labels: ['Two', 'One'],
    points: [
      { at: JANUARY, values: ['11', '0.1'] },
      { at: FEBRUARY, values: ['0', '0.2'] },
    ],
  });
  expect(chartOf({ ...preview, columns: columns.slice(0, 5) }, 'Other')).toBeNull();
  expect(chartOf({ ...preview, rows: [] }, 'Other')).toBeNull();
});

it('a chart adds up what is beyond its lines', () => {
  const rows = Array.from({ length: 8 }, (_, n) => [JANUARY, `c${n}`, `C${n}`, 'USD', `${n}`, `${n}`]);
  const chart = chartOf({ ...preview, rows }, 'Other');
  expect(chart?.labels).toEqual(['C7', 'C6', 'C5', 'C4', 'C3', 'Other']);
  // 0 + 1 + 2
  expect(chart?.points?.[0]?.values.at(-1)).toBe('3');
});

it('two periods are compared by group, without their times', () => {
  const query = withoutTime(preview.queryInput, columns);
  expect(query.selects.map(({ columnName }) => columnName)).not.toContain('revenue_time');
  expect(query.sort.map(({ column: { columnName } }) => columnName)).toEqual(['customer_id']);
  const grouped = { ...preview, columns: columns.slice(1), rows: [['c1', 'One', 'USD', '3', '3']] };
  const before = { ...grouped, rows: [['c2', 'Two', 'EUR', '4', '4.4'] as (string | null)[]] };
  const rows = rowsOf(grouped, before);
  expect(rows.map(({ cells, before: past }) => [cells, past])).toEqual([
    [
      ['c1', 'One', 'USD', '3', '3'],
      [null, null, null, '0', '0'],
    ],
    [
      ['c2', 'Two', 'EUR', '0', '0'],
      ['c2', 'Two', 'EUR', '4', '4.4'],
    ],
  ]);
  expect(rows.map((row) => changeOf(row, 3))).toEqual([
    { difference: '3', percent: null },
    { difference: '-4', percent: '-100' },
  ]);
});

it('the period before is asked for with the same groups', () => {
  const search = { template: 'REVENUE', from: '2030-02-01', until: '2030-02-28', compare: '1' };
  const requests = comparedRequests(search, { zone: 'UTC', preview });
  expect(requests?.now).not.toHaveProperty('reportTemplateId');
  expect(requests?.before).toMatchObject({
    ...{ startTime: '2030-01-04T00:00:00.000Z', endTime: '2030-02-01T00:00:00.000Z' },
    queryInput: requests?.now.queryInput,
  });
  expect(comparedRequests({ ...search, compare: '' }, { zone: 'UTC', preview })).toBeNull();
});

it.each([
  ['revenue', { invoice_id: 'i/1', customer_id: 'c1' }, '/invoices/i%2F1'],
  ['revenue', { customer_id: 'c 1' }, '/invoices?customer_id=c%201'],
  ['credit_liability', { account_id: 'a1', credit_id: 'cr' }, '/credits/cr'],
  ['receivables', { owner_id: 'a1', customer_id: 'c1' }, '/receivables/customer/c1'],
  ['unprocessed_events', { event_id: 'e1' }, '/events/e1'],
  ['usage', { account_id: 'a1' }, '/accounts/a1'],
  ['usage', { billable_id: 'um.1' }, '/meters/um.1'],
  ['customers', { name: 'x' }, null],
])('a row of %s with %j leads to %s', (dataSource, cells, path) => {
  const named = Object.keys(cells).map((name) => column(name, { dataSource }));
  expect(recordsPath({ ...preview, columns: named }, Object.values(cells))).toBe(path);
});
