import { expect, it } from 'vitest';
import type { QueryInput } from '../../../api/generated/types.ts';
import { builderForm, readQuery, usesOf } from './builder-form.ts';

const say = Object.assign((key: string) => key, { count: (key: string) => key }) as never;

const query: QueryInput = {
  selects: [
    { columnName: 'revenue_time', functions: [{ name: 'date_trunc', args: ['month'] }] },
    { columnName: 'currency' },
    { columnName: 'revenue_invoice_currency', aggregator: 'sum', alias: 'revenue_invoice_currency, sum' },
  ],
  queryFilters: [
    { column: { columnName: 'customer_id' }, operator: 'in', args: ['c1', 'c2'] },
    { column: { columnName: 'account_id' }, operator: 'neq', args: ['a, b'] },
  ],
  ...{ baseDataSource: 'revenue', limit: 100_000 },
  sort: [
    {
      column: { columnName: 'revenue_time', functions: [{ name: 'date_trunc', args: ['month'] }] },
      sortOrder: 'ASC',
    },
    { column: { columnName: 'currency' }, sortOrder: 'ASC' },
  ],
};

it('a query becomes fields and the same query again', () => {
  const { initial, check, read } = builderForm(say, query);
  expect(check(initial)).toEqual({});
  expect(read(initial)).toEqual(query);
});

it('rows can be ordered by one column', () => {
  const { initial } = builderForm(say, query);
  const sorted = readQuery({ ...initial, sort: '2', direction: 'DESC' });
  expect(sorted.sort).toEqual([
    { column: { columnName: 'revenue_invoice_currency', aggregator: 'sum' }, sortOrder: 'DESC' },
  ]);
  expect(builderForm(say, sorted).initial).toMatchObject({ sort: '2', direction: 'DESC' });
});

it('a column that stands twice has a header of its own', () => {
  const { initial } = builderForm(say, query);
  const columns = [...initial.columns, { column: 'currency', use: '' }];
  expect(readQuery({ ...initial, columns }).selects.at(-1)).toEqual({
    columnName: 'currency',
    alias: 'currency 4',
  });
});

it.each([
  [{ columns: [] }, { columns: 'columnNeeded' }],
  [{ columns: [{ column: '', use: '' }] }, { 'columns.0.column': 'columnNeeded' }],
  [{ filters: [{ column: '', operator: 'eq', value: 'x' }] }, { 'filters.0.column': 'columnNeeded' }],
  [{ sort: '7' }, { sort: 'columnNeeded' }],
])('%j', (change, errors) => {
  const { initial, check } = builderForm(say, null);
  expect(check({ ...initial, ...change })).toEqual(errors);
});

it('only numbers are added up, and only times have months', () => {
  expect(usesOf('TEXT')).toEqual(['', 'count']);
  expect(usesOf('NUMBER')).toContain('sum');
  expect(usesOf('TIME')).toContain('month');
});
