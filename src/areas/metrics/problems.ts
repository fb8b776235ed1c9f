import { problemKind } from '#platform/problem.ts';

export const rangeEmpty = problemKind('RANGE_EMPTY', 400, () => 'endTime: must be after startTime');
export const queryIdRepeated = problemKind(
  'QUERY_ID_REPEATED',
  400,
  (d: { id: string }) => `metricQueries: the id ${d.id} is repeated; give each query a unique id`,
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
    `metricQueries ${d.id}: the filter ${d.filter} is repeated; combine its values in one filter`,
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
    `metricQueries ${d.id}: configs must be CURRENCY with BASE or INVOICE, and is for REVENUE and ` +
    'REVENUE_FOR_CYCLE only',
);
export const foreignOrganization = problemKind(
  'FOREIGN_ORGANIZATION',
  403,
  () => 'ORGANIZATION_ID: must be the organization of the credential; leave it out or send that id',
);
export const currenciesMixed = problemKind(
  'CURRENCIES_MIXED',
  400,
  (d: { id: string }) =>
    `metricQueries ${d.id}: the accounts have different invoice currencies; group by ACCOUNT_ID or ` +
    'use CURRENCY BASE',
);
export const tooManyPoints = problemKind(
  'TOO_MANY_POINTS',
  400,
  (d: { points: number; limit: number }) =>
    `the response would have ${d.points} data points, but the maximum is ${d.limit}; shorten the ` +
    'range, choose a longer period or add filters',
);
/** More than a request prices in a second. */
export const tooManyCycles = problemKind(
  'TOO_MANY_CYCLES',
  400,
  (d: { id: string }) =>
    `metricQueries ${d.id}: these are too many pricing cycles to price in a request; filter by ACCOUNT_ID ` +
    'or CUSTOMER_ID, shorten the range, or ask for REVENUE of all accounts by DAY, WEEK or MONTH in the ' +
    'base currency, for whole days since the month before last; a report has the revenue of all invoices',
);
export const revenueNotPriced = problemKind(
  'REVENUE_NOT_PRICED',
  409,
  (d: { id: string }) =>
    `metricQueries ${d.id}: the service is pricing all accounts of the organization; try again in a few ` +
    'minutes',
);
