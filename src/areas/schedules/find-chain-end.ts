import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { SellingCard } from './list-chain-sales.ts';
import { listScheduleCards } from './list-schedule-prices.ts';
import type { ScheduleRow } from './store/schedules.ts';
import { isBefore } from './timeline.ts';

type Sold = Pick<SellingCard, 'type' | 'billableId'>;

/** An account's schedules, and which of them sell what another plan of their chain sold before them. */
export interface Chains {
  timeline: readonly ScheduleRow[];
  carried: ReadonlySet<string>;
}

/** Reads the cards of the few schedules that continue the chain of another plan. */
export async function readChains(tx: Tx, org: Org, timeline: readonly ScheduleRow[]): Promise<Chains> {
  const later = timeline.filter((each) =>
    timeline.some(
      ({ planId, chainStartDate, startDate }) =>
        planId !== each.planId &&
        chainStartDate.equals(each.chainStartDate) &&
        isBefore(startDate, each.startDate),
    ),
  );
  const carried = new Set<string>();
  for (const schedule of later)
    for (const card of await listScheduleCards(tx, org, schedule)) carried.add(keyOf(schedule, card));
  return { timeline, carried };
}

/**
 * The last schedule of a chain for a given sale: schedules without a gap that have the same plan, or another
 * plan that sells the same and therefore does not charge it again.
 */
export function lastOfChain(schedule: ScheduleRow, { timeline, carried }: Chains, sold: Sold): ScheduleRow {
  let last = schedule;
  for (const next of timeline) {
    const isNext = last.endDate !== null && next.startDate.equals(last.endDate);
    if (!isNext || !next.chainStartDate.equals(schedule.chainStartDate)) continue;
    if (next.planId === schedule.planId || carried.has(keyOf(next, sold))) last = next;
  }
  return last;
}

function keyOf({ id }: ScheduleRow, { type, billableId }: Sold): string {
  return `${id} ${type} ${billableId}`;
}
