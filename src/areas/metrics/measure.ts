import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Buckets } from './buckets.ts';
import { measureEvents } from './events-metric.ts';
import { measureNames } from './names-metric.ts';
import { type CycleBudget, isPricedInPasses, takeCycles } from './pricing-budget.ts';
import { tooManyCycles } from './problems.ts';
import type { CheckedQuery } from './query-rules.ts';
import { readStoredRevenue } from './read-stored-revenue.ts';
import { measureRevenue, measureRevenueForCycle } from './revenue-metric.ts';
import type { MetricResult } from './schema.ts';
import { measureUsageForCycle } from './usage-for-cycle.ts';
import { measureUsage } from './usage-metric.ts';

export interface Measuring {
  query: CheckedQuery;
  buckets: Buckets;
  now: Temporal.Instant;
  /** What is left for the queries of a request; a query that needs more is not priced in it. */
  budget: CycleBudget;
}

/** The result of one query, with its number of data points. */
export async function measure(
  tx: Tx,
  org: Org,
  request: Measuring,
): Promise<{ result: MetricResult; points: number }> {
  switch (request.query.name) {
    case 'EVENTS': {
      const series = await measureEvents(tx, org, request);
      return { result: series.finish(), points: series.countPoints() };
    }
    case 'USAGE':
    case 'METER_USAGE': {
      const series = await measureUsage(tx, org, request);
      return { result: series.finish(), points: series.countPoints() };
    }
    case 'REVENUE': {
      const listed = await takeCycles(tx, org, request);
      if (!listed && (await isPricedInPasses(tx, org))) return measureStored(tx, org, request);
      const { series, digitsOf } = await measureRevenue(tx, org, { ...request, listed });
      return { result: series.finish(digitsOf), points: series.countPoints() };
    }
    case 'USAGE_FOR_CYCLE': {
      const series = await measureUsageForCycle(tx, org, request);
      return { result: series.finish(), points: series.countPoints() };
    }
    case 'REVENUE_FOR_CYCLE': {
      const listed = await takeCycles(tx, org, request);
      if (!listed && (await isPricedInPasses(tx, org))) throw tooManyCycles({ id: request.query.id });
      const { series, digitsOf } = await measureRevenueForCycle(tx, org, request);
      return { result: series.finish(digitsOf), points: series.countPoints() };
    }
    case 'NAMED_LICENSE_USAGE': {
      const series = await measureNames(tx, org, request);
      return { result: series.finish(), points: series.countPoints() };
    }
    default:
      return request.query.name satisfies never;
  }
}

async function measureStored(
  tx: Tx,
  org: Org,
  request: Measuring,
): Promise<{ result: MetricResult; points: number }> {
  const { series, digitsOf, asOf } = await readStoredRevenue(tx, org, request);
  return { result: { ...series.finish(digitsOf), asOf }, points: series.countPoints() };
}
