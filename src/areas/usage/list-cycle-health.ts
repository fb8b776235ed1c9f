import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import {
  countWaitingCorrections,
  countWindowEvents,
  findNumberAt,
  listUsedHours,
  type UsedHours,
} from './store/cycle-health.ts';
import type { AccountWindow } from './store/usage-rows.ts';

/** Signs that the usage of a cycle is incomplete. */
export interface CycleHealth {
  meters: Omit<UsedHours, 'index'>[];
  /** Exact as far as the share of rejected events can reach the requested one; 0 without rejected events. */
  received: number;
  rejected: number;
  inQueue: number;
  late: number;
}

/** Above every number of an event. */
const NO_NUMBER = Number.MAX_SAFE_INTEGER;

/**
 * The health of several cycles, in their order, by a few statements for all of them. `rejectedShare` is the
 * smallest share of rejected events that matters, from 0 to 1.
 */
export async function listCycleHealth(
  tx: Tx,
  org: Org,
  requested: { cycles: readonly AccountWindow[]; now: Temporal.Instant; rejectedShare: string },
): Promise<CycleHealth[]> {
  const { cycles, now, rejectedShare: share } = requested;
  const isOver = (until: Temporal.Instant) => Temporal.Instant.compare(until, now) <= 0;
  const numbers = new Map<string, number>();
  for (const { until } of cycles)
    if (isOver(until) && !numbers.has(until.toString()))
      numbers.set(until.toString(), await findNumberAt(tx, org, until));
  const windows = cycles.map((cycle) => ({
    ...cycle,
    lateFrom: numbers.get(cycle.until.toString()) ?? NO_NUMBER,
  }));
  const begun = cycles.map((cycle) => (isOver(cycle.until) ? cycle : { ...cycle, until: now }));
  const [hours, counts, corrections] = await Promise.all([
    listUsedHours(tx, org, begun),
    countWindowEvents(tx, org, { windows, share }),
    countWaitingCorrections(tx, org, [...new Set(cycles.map(({ accountId }) => accountId))]),
  ]);
  const byIndex = Map.groupBy(hours, ({ index }) => index);
  return counts.map(({ index, inQueue, ...events }) => ({
    ...events,
    inQueue: inQueue + corrections.filter((each) => isOf(each, cycles[index])).length,
    meters: (byIndex.get(index) ?? []).map(({ index: _, ...used }) => used),
  }));
}

function isOf(
  { accountId, eventTime }: { accountId: string; eventTime: Temporal.Instant },
  cycle: AccountWindow | undefined,
): boolean {
  const { compare } = Temporal.Instant;
  if (cycle?.accountId !== accountId) return false;
  return compare(eventTime, cycle.from) >= 0 && compare(eventTime, cycle.until) < 0;
}
