import type { PreviewReportRequest } from '../../api/generated/request-types.ts';
import type { QueryInput, ReportPreview } from '../../api/generated/types.ts';
import { daysBefore, daysOf, type ReportSearch, requestOf, timesOf } from './report-search.ts';

export type PreviewColumn = ReportPreview['columns'][number];

interface Known {
  zone: string;
  /** Of the address without a comparison. */
  preview: ReportPreview;
}

/** The requests of two periods that an address compares; null if it does not, or they cannot be. */
export function comparedRequests(search: ReportSearch, { zone, preview }: Known) {
  const days = daysOf(search);
  const request = requestOf(search, zone);
  if (!search.compare || !days || !request || !canCompare(preview)) return null;
  const { reportTemplateId: _, ...rest } = request;
  const now: PreviewReportRequest = {
    ...rest,
    queryInput: withoutTime(preview.queryInput, preview.columns),
  };
  return { now, before: { ...now, ...timesOf(daysBefore(days), zone) } };
}

/** Without its columns of time, so that two periods have the same groups. */
export function withoutTime(query: QueryInput, columns: readonly PreviewColumn[]): QueryInput {
  const isTime = (index: number) => columns[index]?.type === 'TIME' && !columns[index]?.isAggregate;
  const names = new Set(columns.flatMap((column, index) => (isTime(index) ? [column.columnName] : [])));
  return {
    ...query,
    selects: query.selects.filter((_, index) => !isTime(index)),
    sort: query.sort.filter(({ column }) => !names.has(column.columnName)),
  };
}

/** Whether two periods can be compared: rows are sums of groups, and the source has a time. */
export function canCompare({ columns, hasTime }: ReportPreview): boolean {
  return hasTime && columns.some(isSum) && columns.some(({ isAggregate }) => !isAggregate);
}

export function isSum({ type, isAggregate }: PreviewColumn): boolean {
  return type === 'NUMBER' && isAggregate;
}
