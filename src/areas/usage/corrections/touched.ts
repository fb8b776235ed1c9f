import type { WalletKey } from '#areas/entitlements/index.ts';
import { cycleOf, listSchedules } from '#areas/schedules/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { unpackPipeline } from '../event-context.ts';
import type { EventRow } from '../store/events.ts';

/** The time of an account that events count in, and the meters that count them. */
export interface TouchedCycle {
  accountId: string;
  /** The schedule and the first day of its cycle; null if no plan prices the account. */
  schedule: { scheduleId: string; cycleStart: Temporal.PlainDate } | null;
  from: Temporal.Instant;
  until: Temporal.Instant;
  meterIds: Set<string>;
}

/** What a correction changes. */
export interface Touched {
  cycles: TouchedCycle[];
  wallets: WalletKey[];
}

/**
 * The cycles that the events, before and after a correction, count in: those of the schedules now in force,
 * because rollups and invoices follow the timeline. Events that no plan prices share the time between the
 * first and the last of them.
 */
export async function findTouchedCycles(
  tx: Tx,
  org: Org,
  rows: readonly EventRow[],
): Promise<TouchedCycle[]> {
  const accountIds = [...new Set(rows.flatMap(({ accountId }) => accountId ?? []))];
  if (accountIds.length === 0) return [];
  const schedules = Map.groupBy(await listSchedules(tx, org, { accountIds }), ({ accountId }) => accountId);
  const found = new Map<string, TouchedCycle>();
  for (const row of rows) {
    const meterIds = metersOf(row);
    if (row.accountId === null || meterIds.length === 0) continue;
    const touched = touchedBy(row.accountId, row.eventTime, schedules.get(row.accountId) ?? []);
    const key = [touched.accountId, touched.schedule?.scheduleId, touched.schedule?.cycleStart].join('\n');
    const known = found.getOrInsert(key, touched);
    if (!touched.schedule) widen(known, touched);
    for (const id of meterIds) known.meterIds.add(id);
  }
  return [...found.values()];
}

function metersOf(row: EventRow): string[] {
  const { usageMeters = [] } = unpackPipeline(row, row);
  return usageMeters.flatMap(({ id, units }) => (units === undefined ? [] : id));
}

function touchedBy(
  accountId: string,
  at: Temporal.Instant,
  schedules: Awaited<ReturnType<typeof listSchedules>>,
): TouchedCycle {
  for (const each of schedules) {
    const cycle = cycleOf(each, at);
    if (!cycle) continue;
    const schedule = { scheduleId: each.id, cycleStart: cycle.start };
    return { accountId, schedule, from: cycle.startAt, until: cycle.endAt, meterIds: new Set() };
  }
  return { accountId, schedule: null, from: at, until: at.add({ milliseconds: 1 }), meterIds: new Set() };
}

function widen(known: TouchedCycle, { from, until }: TouchedCycle): void {
  const { compare } = Temporal.Instant;
  if (compare(from, known.from) < 0) known.from = from;
  if (compare(until, known.until) > 0) known.until = until;
}
