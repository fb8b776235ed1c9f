import { type Decimal, ZERO } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { type Buckets, lastNotAfter } from './buckets.ts';
import type { CheckedQuery } from './query-rules.ts';
import { measureRevenue } from './revenue-metric.ts';
import { EVERYTHING } from './series.ts';

export interface RevenueRequest {
  /** Null: all accounts. */
  accountId: string | null;
  /** Null: all billables. */
  billableId: string | null;
  from: Temporal.Instant;
  until: Temporal.Instant;
  now: Temporal.Instant;
}

/**
 * Revenue in `[from, until)` as the metric defines it, in one number: for an account in its invoice currency,
 * for all accounts in the base currency.
 */
export async function sumRevenue(tx: Tx, org: Org, request: RevenueRequest): Promise<Decimal> {
  const [sum = ZERO] = await sumRevenueUntil(tx, org, { ...request, at: [request.until] });
  return sum;
}

/** The same until each of several instants, which ascend. */
export async function sumRevenueUntil(
  tx: Tx,
  org: Org,
  request: RevenueRequest & { at: readonly Temporal.Instant[] },
): Promise<Decimal[]> {
  const { accountId, billableId, from, until, now, at } = request;
  const query: CheckedQuery = {
    ...{ id: '', name: 'REVENUE', period: 'MONTH', groupBy: null, isUsageOnly: false, statuses: [] },
    ...{ customerIds: undefined, schemaNames: undefined },
    currency: accountId === null ? 'BASE' : 'INVOICE',
    accountIds: accountId === null ? undefined : [accountId],
    billableIds: billableId === null ? undefined : [billableId],
  };
  const borders = [from, ...at.filter((border) => isWithin(border, request))];
  const starts = borders.map((border) => border.epochMilliseconds);
  const buckets: Buckets = {
    ...{ from, until, borders, timestamps: borders },
    indexOf: (instant) => lastNotAfter(starts, instant.epochMilliseconds),
  };
  const { series, digitsOf } = await measureRevenue(tx, org, { query, buckets, now });
  const values = series.finish().data[0]?.metricValues ?? [];
  const digits = digitsOf(EVERYTHING);
  let sum = ZERO;
  let index = 0;
  return at.map((end) => {
    for (; index < starts.length && (starts[index] as number) < end.epochMilliseconds; index++)
      sum = sum.plus(values[index] ?? ZERO);
    return sum.toDecimalPlaces(digits);
  });
}

function isWithin(at: Temporal.Instant, { from, until }: RevenueRequest): boolean {
  return Temporal.Instant.compare(at, from) > 0 && Temporal.Instant.compare(at, until) < 0;
}
