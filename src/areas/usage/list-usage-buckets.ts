import { getOrganization } from '#areas/organizations/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { type HourOf, hoursIn } from './hours.ts';
import { type BucketFilter, readUsageBuckets, type UsageBucket } from './store/buckets.ts';

/**
 * Usage in `[from, until)` by account, meter and hour of the billing zone, from the hour rollups; the parts
 * of hours at the two ends are added up from events, so that any instant may be a border. With `borders`
 * (ascending, the first at or before `from`, each the start of a local hour) the hours are added up between
 * them, and `hourAt` is the border at which a bucket begins. Only what has usage is there.
 */
export async function listUsageBuckets(
  tx: Tx,
  org: Org,
  query: BucketFilter & {
    from: Temporal.Instant;
    until: Temporal.Instant;
    borders?: readonly Temporal.Instant[];
  },
): Promise<UsageBucket[]> {
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

/** The first start of an hour that is not before an instant. */
function firstHourFrom(at: Temporal.Instant, hourOf: HourOf): Temporal.Instant {
  const start = hourOf(at);
  if (start.equals(at)) return start;
  // A quarter of an hour at a time: where clocks are set back inside an hour, it is longer than others.
  let next = start.add({ minutes: 60 });
  while (hourOf(next).equals(start)) next = next.add({ minutes: 15 });
  return hourOf(next);
}
