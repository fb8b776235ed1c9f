import {
  cycleOf,
  listSchedules,
  nextCycleOf,
  type ScheduleCycle,
  type ScheduleRow,
} from '#areas/schedules/index.ts';
import { isBefore } from '#core/instants.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { mapInTurns } from '#platform/turns.ts';
import { tooManyPoints } from './problems.ts';
import type { CheckedQuery } from './query-rules.ts';
import { MAX_POINTS } from './schema.ts';
import { type BilledAccount, listBilledAccounts } from './store/billed-accounts.ts';

/** A pricing cycle that has begun, with the schedule that prices it. */
export interface MeasuredCycle {
  account: BilledAccount;
  schedule: ScheduleRow;
  cycle: ScheduleCycle;
}

/** The accounts that a query measures, and their cycles. */
export interface ListedCycles {
  accounts: readonly BilledAccount[];
  cycles: readonly MeasuredCycle[];
}

interface Range {
  from: Temporal.Instant;
  until: Temporal.Instant;
}

/** The cycles of accounts that overlap a range; a cycle that has not begun has no revenue. */
export async function listCycles(
  tx: Tx,
  org: Org,
  request: Range & { accounts: readonly BilledAccount[]; now: Temporal.Instant; limit?: number },
): Promise<MeasuredCycle[]> {
  const { accounts, from, now, limit = Infinity } = request;
  const byId = new Map(accounts.map((account) => [account.accountId, account]));
  const until = isBefore(now, request.until) ? now.add({ microseconds: 1 }) : request.until;
  const schedules = await listSchedules(tx, org, { accountIds: [...byId.keys()], from, until });
  const found = await mapInTurns(schedules, (schedule): MeasuredCycle[] => {
    const account = byId.get(schedule.accountId);
    if (!account) return [];
    return cyclesOf(schedule, { from, until, limit }).map((cycle) => ({ account, schedule, cycle }));
  });
  return found.flat();
}

/**
 * The cycles that begin in a range. Cycles of one schedule begin at different instants, so more of them than
 * a response may have points are rejected before measuring.
 */
export async function listStartingCycles(
  tx: Tx,
  org: Org,
  request: Range & { query: CheckedQuery; now: Temporal.Instant },
): Promise<{ accounts: BilledAccount[]; cycles: MeasuredCycle[] }> {
  const { query, ...range } = request;
  const accounts = await listBilledAccounts(tx, org, { ...range, ...ownersOf(query) });
  const overlapping = await listCycles(tx, org, { ...range, accounts, limit: MAX_POINTS + 1 });
  return { accounts, cycles: overlapping.filter(({ cycle }) => !isBefore(cycle.startAt, range.from)) };
}

export function ownersOf({ accountIds, customerIds }: CheckedQuery) {
  return { ...(accountIds && { accountIds }), ...(customerIds && { customerIds }) };
}

function cyclesOf(schedule: ScheduleRow, range: Range & { limit: number }): ScheduleCycle[] {
  const first = isBefore(range.from, schedule.startAt) ? schedule.startAt : range.from;
  const cycles: ScheduleCycle[] = [];
  for (
    let cycle = cycleOf(schedule, first);
    cycle && isBefore(cycle.startAt, range.until);
    cycle = nextCycleOf(schedule, cycle)
  ) {
    cycles.push(cycle);
    if (cycles.length > range.limit) throw tooManyPoints({ points: cycles.length, limit: MAX_POINTS });
  }
  return cycles;
}
