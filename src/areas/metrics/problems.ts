import { problemKind } from '#platform/problem.ts';

export const rangeEmpty = problemKind('RANGE_EMPTY', 400, () => 'endTime: must be after startTime');
export const queryIdRepeated = problemKind(
  'QUERY_ID_REPEATED',
  400,
  (d: { id: string }) => `metricQueries: the id ${d.id} is used twice; give every query its own`,
);
export const filterNotAllowed = problemKind(
  'FILTER_NOT_ALLOWED',
  400,
  (d: { id: string; filter: string; metric: string; allowed: string }) =>
    `metricQueries ${d.id}: ${d.metric} cannot be filtered by ${d.filter}; use ${d.allowed}`,
);
export const filterRepeated = problemKind(
  'FILTER_REPEATED',
  400,
  (d: { id: string; filter: string }) =>
    `metricQueries ${d.id}: the filter ${d.filter} is given twice; put all its values in one`,
);
export const groupNotAllowed = problemKind(
  'GROUP_NOT_ALLOWED',
  400,
  (d: { id: string; group: string; metric: string; allowed: string }) =>
    `metricQueries ${d.id}: ${d.metric} cannot be grouped by ${d.group}; use ${d.allowed}`,
);
export const filterValueInvalid = problemKind(
  'FILTER_VALUE_INVALID',
  400,
  (d: { id: string; filter: string; rule: string }) => `metricQueries ${d.id}: ${d.filter} ${d.rule}`,
);
export const configInvalid = problemKind(
  'CONFIG_INVALID',
  400,
  (d: { id: string }) =>
    `metricQueries ${d.id}: configs takes CURRENCY with BASE or INVOICE, and only for REVENUE and ` +
    'REVENUE_FOR_CYCLE',
);
export const foreignOrganization = problemKind(
  'FOREIGN_ORGANIZATION',
  403,
  () => "ORGANIZATION_ID: is taken from the credential; leave it out or send the credential's own",
);
export const currenciesMixed = problemKind(
  'CURRENCIES_MIXED',
  400,
  (d: { id: string }) =>
    `metricQueries ${d.id}: the accounts have several invoice currencies; ` +
    'group by ACCOUNT_ID or use CURRENCY BASE',
);
export const tooManyPoints = problemKind(
  'TOO_MANY_POINTS',
  400,
  (d: { points: number; limit: number }) =>
    `the answer would have ${d.points} data points, at most ${d.limit} are given; ` +
    'shorten the range, choose a longer period or filter',
);
