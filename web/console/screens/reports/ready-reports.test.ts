import { expect, it } from 'vitest';
import type { ReportPreview } from '../../../api/generated/types.ts';
import { inWords } from './ready-reports.ts';

const column = (columnName: string, header: string, truncatedTo: 'month' | null = null) =>
  ({ columnName, header, truncatedTo }) as ReportPreview['columns'][number];
const t = ((key: string) => `in words: ${key}`) as Parameters<typeof inWords>[1];
const headersOf = (columns: ReportPreview['columns']) =>
  inWords({ columns }, t).columns.map(({ header }) => header);

it('the headings of a ready report are words of the catalogue', () => {
  expect(
    headersOf([column('revenue_time', 'month', 'month'), column('customer_name', 'customer name')]),
  ).toEqual(['in words: month', 'in words: column.customer_name']);
});

it('columns of one name keep the headings that tell them apart', () => {
  const twice = [column('revenue', 'revenue'), column('revenue', 'smallest revenue')];
  expect(headersOf(twice)).toEqual(['revenue', 'smallest revenue']);
});
