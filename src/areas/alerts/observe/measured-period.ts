import { cycleOf, listSchedules } from '#areas/schedules/index.ts';
import { localDate, startOfDay } from '#core/period-zone.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** The period over which usage and revenue are summed. */
export interface MeasuredPeriod {
  startAt: Temporal.Instant;
  endAt: Temporal.Instant;
  /** Null: the period is a calendar month. */
  cycle: { scheduleId: string; cycleStart: Temporal.PlainDate } | null;
}

interface Requested {
  accountId: string | null;
  timeZone: string;
}

/**
 * The current pricing cycle of an account, or the organization's calendar month: for all accounts, and for an
 * account without a current cycle.
 */
export async function findPeriod(
  tx: Tx,
  org: Org,
  requested: Requested & { at: Temporal.Instant },
): Promise<MeasuredPeriod> {
  const { accountId, at, timeZone } = requested;
  const cycle = accountId === null ? null : await findCycle(tx, org, { accountId, at });
  return cycle ?? monthAround(at, timeZone);
}

/** The periods that ended between two instants, the earliest first. */
export async function listEndedPeriods(
  tx: Tx,
  org: Org,
  requested: Requested & { from: Temporal.Instant; until: Temporal.Instant },
): Promise<MeasuredPeriod[]> {
  const { from, until, ...whose } = requested;
  const ended: MeasuredPeriod[] = [];
  for (let at = from; ; ) {
    const period = await findPeriod(tx, org, { ...whose, at });
    if (Temporal.Instant.compare(period.endAt, until) > 0) return ended;
    ended.push(period);
    at = period.endAt;
  }
}

async function findCycle(
  tx: Tx,
  org: Org,
  { accountId, at }: { accountId: string; at: Temporal.Instant },
): Promise<MeasuredPeriod | null> {
  const until = at.add({ microseconds: 1 });
  const [schedule] = await listSchedules(tx, org, { accountIds: [accountId], from: at, until });
  const cycle = schedule && cycleOf(schedule, at);
  if (!cycle) return null;
  const { startAt, endAt, start } = cycle;
  return { startAt, endAt, cycle: { scheduleId: schedule.id, cycleStart: start } };
}

function monthAround(at: Temporal.Instant, timeZone: string): MeasuredPeriod {
  const first = localDate(at, timeZone).with({ day: 1 });
  const next = first.add({ months: 1 });
  return { startAt: startOfDay(first, timeZone), endAt: startOfDay(next, timeZone), cycle: null };
}
