import { getOrganization } from '#areas/organizations/index.ts';
import type { Aggregation, Window } from '#core/aggregation/index.ts';
import { type Decimal, ZERO } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { hoursIn } from './hours.ts';
import { listBucketTotals, listUsageBuckets } from './list-usage-buckets.ts';
import { combineUnits, isReadFromRows, quantityOf, rollupOf, type Totals } from './rollups.ts';

export interface UsageAtQuery {
  meter: { id: string; aggregation: Aggregation };
  /** Null: all accounts as one. */
  accountId: string | null;
  /** Ascending and without overlaps. */
  windows: readonly RunningWindow[];
}

/** A window, and instants of it at which its usage so far is wanted, ascending. */
export interface RunningWindow extends Window {
  at: readonly Temporal.Instant[];
}

/** Whether the usage so far follows from that of hours; otherwise each instant costs a statement. */
export function growsByHours(aggregation: Aggregation): boolean {
  return !isReadFromRows(aggregation);
}

/**
 * The usage of a meter from the start of each window until each of its instants: the same as a sum over that
 * range. For meters that grow by hours, one statement reads the hours of all windows, and an instant within
 * an hour has the usage until the start of its hour.
 */
export async function listUsageAt(tx: Tx, org: Org, query: UsageAtQuery): Promise<Decimal[][]> {
  const { meter, accountId, windows } = query;
  const [first, last] = [windows[0], windows.at(-1)];
  if (!first || !last) return [];
  const whose = {
    meterIds: [meter.id],
    ...(accountId === null
      ? { owner: 'ALL' as const }
      : { owner: 'ACCOUNT' as const, accountIds: [accountId] }),
  };
  if (!growsByHours(meter.aggregation)) {
    const read = async (from: Temporal.Instant, until: Temporal.Instant) => {
      const [found] = await listUsageBuckets(tx, org, { ...whose, from, until, borders: [from] });
      return found?.units ?? ZERO;
    };
    return Promise.all(windows.map(({ from, at }) => Promise.all(at.map((until) => read(from, until)))));
  }
  const { timezone } = await getOrganization(tx, org);
  const hourOf = hoursIn(timezone);
  const hours = windows.flatMap(({ from, at }) => [from, ...at.map(hourOf)]);
  const borders = [...new Map(hours.map((hour) => [hour.epochMilliseconds, hour])).values()]
    .filter((hour) => Temporal.Instant.compare(hour, first.from) >= 0)
    .sort(Temporal.Instant.compare);
  const totals = await listBucketTotals(tx, org, { ...whose, from: first.from, until: last.until, borders });
  const byStart = new Map(totals.map((total) => [total.bucketAt.epochMilliseconds, total]));
  return windows.map((window) => grow(window, { aggregation: meter.aggregation, borders, byStart, hourOf }));
}

interface Hours {
  aggregation: Aggregation;
  borders: readonly Temporal.Instant[];
  byStart: ReadonlyMap<number, Omit<Totals, 'moment'>>;
  hourOf(at: Temporal.Instant): Temporal.Instant;
}

/** Adds up the buckets of a window, each until the border that follows it. */
function grow(window: RunningWindow, { aggregation, borders, byStart, hourOf }: Hours): Decimal[] {
  const rollup = rollupOf(aggregation);
  let index = borders.findIndex((border) => border.equals(window.from));
  let known: Omit<Totals, 'moment'> | null = null;
  return window.at.map((at) => {
    const until = hourOf(at);
    for (; index < borders.length && isBefore(borders[index], until); index++) {
      const next = byStart.get((borders[index] as Temporal.Instant).epochMilliseconds);
      if (!next) continue;
      known = known
        ? { units: combineUnits(rollup, known.units, next.units), events: known.events + next.events }
        : next;
    }
    return known ? quantityOf(aggregation, known, { from: window.from, until }) : ZERO;
  });
}

function isBefore(border: Temporal.Instant | undefined, until: Temporal.Instant): boolean {
  return border !== undefined && Temporal.Instant.compare(border, until) < 0;
}
