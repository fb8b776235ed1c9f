import { getOrganization } from '#areas/organizations/index.ts';
import type { Window } from '#core/aggregation/index.ts';
import { type Decimal, ZERO } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { type HourOf, hoursIn } from './hours.ts';
import { isReadFromRows, quantityOf, type Totals } from './rollups.ts';
import { type BucketFilter, type BucketTotals, readUsageBuckets, type UsageOwner } from './store/buckets.ts';
import { readRowBuckets } from './store/usage-rows.ts';

export interface BucketQuery extends BucketFilter, Window {
  owner: UsageOwner;
  /** Ascending, the first at or before `from`, each the start of a local hour or within the range. */
  borders: readonly Temporal.Instant[];
}

/** Usage of one meter between two boundaries. */
export interface UsageBucket {
  /** Empty when usage is summed over all accounts. */
  ownerId: string;
  meterId: string;
  /** The boundary at which the bucket begins. */
  bucketAt: Temporal.Instant;
  units: Decimal;
  events: number;
}

/**
 * Usage in `[from, until)` between boundaries, by owner and meter; buckets without usage are omitted. Each
 * bucket is a window of its own: the maximum of a day is that of its events, and a week counts a key once
 * even if each of its days counts it.
 */
export async function listUsageBuckets(tx: Tx, org: Org, query: BucketQuery): Promise<UsageBucket[]> {
  const totals = await listBucketTotals(tx, org, query);
  const reread = await rereadBuckets(tx, org, { query, totals });
  return totals.map(({ aggregation, ...bucket }) => {
    const { ownerId, meterId, bucketAt, events } = bucket;
    const found = isReadFromRows(aggregation) ? (reread.get(keyOf(bucket)) ?? { units: ZERO }) : bucket;
    const units = quantityOf(aggregation, { ...found, events }, windowOf(bucketAt, query));
    return { ownerId, meterId, bucketAt, units, events };
  });
}

/**
 * The totals of each bucket from the hour rollups; the partial hours at both ends are summed from events, so
 * that any instant may bound the range.
 */
export async function listBucketTotals(tx: Tx, org: Org, query: BucketQuery): Promise<BucketTotals[]> {
  const { from, until } = query;
  if (Temporal.Instant.compare(from, until) >= 0) return [];
  const { timezone } = await getOrganization(tx, org);
  const hourOf = hoursIn(timezone);
  const fullFrom = firstHourFrom(from, hourOf);
  const fullUntil = hourOf(until);
  // Both ends lie in one hour.
  if (Temporal.Instant.compare(fullFrom, fullUntil) > 0)
    return readUsageBuckets(tx, org, { ...query, full: null, edges: [{ from, until }] });
  const edges = [
    { from, until: fullFrom },
    { from: fullUntil, until },
  ].filter((edge) => !edge.from.equals(edge.until));
  return readUsageBuckets(tx, org, { ...query, full: { from: fullFrom, until: fullUntil }, edges });
}

/** The buckets of meters that no rollup can answer, by `keyOf`. */
async function rereadBuckets(
  tx: Tx,
  org: Org,
  known: { query: BucketQuery; totals: readonly BucketTotals[] },
): Promise<Map<string, Omit<Totals, 'events'>>> {
  const { query, totals } = known;
  const reread = new Map<string, Omit<Totals, 'events'>>();
  const byAggregation = Map.groupBy(totals, ({ aggregation }) =>
    isReadFromRows(aggregation) ? aggregation : null,
  );
  for (const [aggregation, ofOne] of byAggregation) {
    if (aggregation === null) continue;
    const meterIds = [...new Set(ofOne.map(({ meterId }) => meterId))];
    for (const row of await readRowBuckets(tx, org, { ...query, aggregation, meterIds }))
      reread.set(keyOf(row), row);
  }
  return reread;
}

function keyOf({
  ownerId,
  meterId,
  bucketAt,
}: Pick<BucketTotals, 'ownerId' | 'meterId' | 'bucketAt'>): string {
  return `${ownerId}\n${meterId}\n${bucketAt.epochMilliseconds}`;
}

/** From this boundary to the next one, limited to the range. */
function windowOf(bucketAt: Temporal.Instant, { from, until, borders }: BucketQuery): Window {
  const { compare } = Temporal.Instant;
  const next = borders.find((border) => compare(border, bucketAt) > 0) ?? until;
  return {
    from: compare(bucketAt, from) < 0 ? from : bucketAt,
    until: compare(next, until) > 0 ? until : next,
  };
}

/** The first hour start at or after an instant. */
function firstHourFrom(at: Temporal.Instant, hourOf: HourOf): Temporal.Instant {
  const start = hourOf(at);
  if (start.equals(at)) return start;
  // Steps by quarters of an hour: an hour in which clocks are set back is longer.
  let next = start.add({ minutes: 60 });
  while (hourOf(next).equals(start)) next = next.add({ minutes: 15 });
  return hourOf(next);
}
