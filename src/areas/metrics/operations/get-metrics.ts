import { getOrganization } from '#areas/organizations/index.ts';
import { operation } from '#platform/http/operation.ts';
import { cutBuckets } from '../buckets.ts';
import { measure } from '../measure.ts';
import { openBudget } from '../pricing-budget.ts';
import {
  configInvalid,
  currenciesMixed,
  filterNotAllowed,
  filterRepeated,
  filterValueInvalid,
  foreignOrganization,
  groupNotAllowed,
  queryIdRepeated,
  rangeEmpty,
  revenueNotPriced,
  tooManyCycles,
  tooManyPoints,
} from '../problems.ts';
import { checkQuery, forPortal, isForCycle } from '../query-rules.ts';
import { GetMetricsRequest, GetMetricsResponse, MAX_POINTS, type MetricResult } from '../schema.ts';

export const getMetrics = operation({
  id: 'getMetrics',
  method: 'POST',
  route: '/metrics',
  scope: 'reports:read',
  portal: { mode: 'READ' },
  summary: 'Measure events, usage and revenue over time',
  description:
    'At most 5 queries and 300 data points. Buckets start at local midnights and hours of the ' +
    'organization.',
  request: { body: GetMetricsRequest },
  response: { status: 200, body: GetMetricsResponse },
  problems: [
    rangeEmpty,
    queryIdRepeated,
    filterNotAllowed,
    filterRepeated,
    groupNotAllowed,
    filterValueInvalid,
    configInvalid,
    foreignOrganization,
    currenciesMixed,
    tooManyPoints,
    tooManyCycles,
    revenueNotPriced,
  ],
  isRead: true,
  async handle({ tx, org, now, actor }, { body }) {
    const { startTime: from, endTime: until } = body;
    if (Temporal.Instant.compare(from, until) >= 0) throw rangeEmpty();
    const queries = body.metricQueries.map((query) => forPortal(checkQuery(query, org), actor.portal));
    const repeated = queries.find(({ id }, i) => queries.findIndex((other) => other.id === id) !== i);
    if (repeated) throw queryIdRepeated({ id: repeated.id });
    const { timezone: timeZone } = await getOrganization(tx, org);
    const results: MetricResult[] = [];
    const budget = openBudget();
    let points = 0;
    const addPoints = (more: number) => {
      points += more;
      if (points > MAX_POINTS) throw tooManyPoints({ points, limit: MAX_POINTS });
    };
    for (const query of queries) {
      const buckets = cutBuckets({ from, until, period: query.period, timeZone, limit: MAX_POINTS });
      // Checked before reading anything: a single row of buckets may already be too many.
      const row = isForCycle(query) ? 0 : buckets.timestamps.length;
      addPoints(row);
      const measured = await measure(tx, org, { query, buckets, now, budget });
      addPoints(measured.points - row);
      results.push(measured.result);
    }
    return { results };
  },
});
