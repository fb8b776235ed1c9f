import { type Static, Type } from 'typebox';
import { Closed, DateTime, Enum, ExactNumber, List, Text, TextMap } from '#platform/http/schemas.ts';

const METRIC_NAMES = [
  'EVENTS',
  'USAGE',
  'METER_USAGE',
  'NAMED_LICENSE_USAGE',
  'REVENUE',
  'USAGE_FOR_CYCLE',
  'REVENUE_FOR_CYCLE',
] as const;
const PERIODS = ['HOUR', 'DAY', 'WEEK', 'MONTH'] as const;
export type Period = (typeof PERIODS)[number];
const GROUPS = [
  'ACCOUNT_ID',
  'CUSTOMER_ID',
  'EVENT_STATUS',
  'RAW_EVENT_STATUS',
  'SCHEMA_NAME',
  'BILLABLE_ID',
  'USAGE_METER_ID',
] as const;
export type Group = (typeof GROUPS)[number];
const FILTERS = [
  'ACCOUNT_ID',
  'CUSTOMER_ID',
  'SCHEMA_NAME',
  'EVENT_STATUS',
  'BILLABLE_ID',
  'USAGE_METER_ID',
  'ORGANIZATION_ID',
] as const;
export type FilterName = (typeof FILTERS)[number];

/** Maximum data points of one response, over all its queries. */
export const MAX_POINTS = 300;
const MAX_QUERIES = 5;
const MAX_FILTER_VALUES = 100;

const Filter = Closed(
  {
    fieldName: Enum(FILTERS),
    fieldValues: List(Text(1, 512), { minItems: 1, maxItems: MAX_FILTER_VALUES }),
  },
  { component: 'MetricFilter' },
);

const MetricQuery = Closed(
  {
    id: Text(1, 100, { description: "The caller's name of the query, echoed in the response" }),
    name: Enum(METRIC_NAMES, {
      description:
        'USAGE is the older name of METER_USAGE. Metrics for a cycle have one point for each pricing cycle ' +
        'that begins in the range, at its start, with the total of the whole cycle',
    }),
    aggregationPeriod: Type.Optional(
      Enum(PERIODS, { description: 'Default DAY; ignored by metrics for a cycle' }),
    ),
    groupBy: Type.Optional(Enum(GROUPS)),
    configs: Type.Optional(
      TextMap({
        maxProperties: 1,
        maxKey: 20,
        maxValue: 20,
        description: 'CURRENCY: BASE (default) or INVOICE, for REVENUE and REVENUE_FOR_CYCLE only',
      }),
    ),
    filters: Type.Optional(List(Filter, { minItems: 1, maxItems: 5 })),
  },
  { component: 'MetricQuery' },
);
export type MetricQuery = Static<typeof MetricQuery>;

export const GetMetricsRequest = Closed(
  {
    startTime: DateTime({ description: 'Inclusive' }),
    endTime: DateTime({ description: 'Exclusive' }),
    metricQueries: List(MetricQuery, { minItems: 1, maxItems: MAX_QUERIES }),
  },
  { component: 'GetMetricsRequest' },
);

const DataPoints = Closed(
  {
    groupedBy: Type.Optional(Closed({ fieldName: Type.String(), fieldValue: Type.String() })),
    timestamps: Type.Array(
      DateTime({ description: 'Start of each bucket, clipped to the range, or of each cycle' }),
    ),
    metricValues: Type.Array(ExactNumber()),
  },
  { component: 'MetricDataPoints' },
);

export const GetMetricsResponse = Closed(
  {
    results: Type.Array(
      Closed({
        id: Type.String(),
        name: Enum(METRIC_NAMES),
        data: Type.Array(DataPoints),
        asOf: Type.Optional(
          DateTime({
            description: 'Of revenue of over 1,000 pricing cycles: when it was priced',
          }),
        ),
      }),
    ),
  },
  { component: 'GetMetricsResponse' },
);
export type MetricResult = Static<typeof GetMetricsResponse>['results'][number];
