import type { PreviewReportRequest } from '../../api/generated/request-types.ts';
import type { QueryInput } from '../../api/generated/types.ts';
import { addDays, startOfDayMs } from '../../format/time.ts';

/** A report in an address: a template or a query, its days, and how it is shown. */
export interface ReportSearch {
  template?: string;
  /** A `QueryInput` as JSON. */
  query?: string;
  /** Days in the time zone of the organization; the last one is included. */
  from?: string;
  until?: string;
  account?: string;
  compare?: string;
  chart?: string;
  edit?: string;
}

/** The query of the address; null if there is none, or one that somebody cut. */
export function queryOf({ query }: ReportSearch): QueryInput | null {
  if (!query) return null;
  try {
    const read = JSON.parse(query) as Partial<QueryInput> | null;
    const isQuery = Array.isArray(read?.selects) && typeof read.baseDataSource === 'string';
    return isQuery ? (read as QueryInput) : null;
  } catch {
    return null;
  }
}

export interface Days {
  from: string;
  until: string;
}

/** The half-open range of days that an address names; null without any. */
export function daysOf({ from, until }: ReportSearch): Days | null {
  return from && until && from <= until ? { from, until } : null;
}

/** As many days, directly before. */
export function daysBefore({ from, until }: Days): Days {
  let length = 0;
  for (let day = from; day <= until && length < MAX_DAYS; day = addDays(day, 1)) length++;
  return { from: addDays(from, -length), until: addDays(from, -1) };
}

const MAX_DAYS = 4000;

/** What is asked of the service; null if the address has neither a template nor a query. */
export function requestOf(
  search: ReportSearch,
  zone: string,
  days: Days | null = daysOf(search),
): PreviewReportRequest | null {
  const queryInput = queryOf(search);
  if (!queryInput && !search.template) return null;
  const source = queryInput ? { queryInput } : { reportTemplateId: search.template ?? '' };
  return {
    ...source,
    ...(search.account && { accountId: search.account }),
    ...(days && timesOf(days, zone)),
  };
}

/** The half-open range of instants of days in a time zone. */
export function timesOf({ from, until }: Days, zone: string) {
  const at = (day: string) => new Date(startOfDayMs(day, zone)).toISOString();
  return { startTime: at(from), endTime: at(addDays(until, 1)) };
}
