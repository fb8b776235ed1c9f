import { cycleOf, listSchedules, type ScheduleRow } from '#areas/schedules/index.ts';
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
  { at, ...whose }: Requested & { at: Temporal.Instant },
): Promise<MeasuredPeriod> {
  return (await readPeriods(tx, org, { ...whose, from: at, until: at }))(at);
}

/** The period at an instant. */
export type PeriodAt = (at: Temporal.Instant) => MeasuredPeriod;

/** The periods at the instants from `from` until `until`, both included. */
export async function readPeriods(
  tx: Tx,
  org: Org,
  { accountId, timeZone, from, until }: Requested & Range,
): Promise<PeriodAt> {
  const range = { from, until: until.add({ microseconds: 1 }) };
  const schedules =
    accountId === null ? [] : await listSchedules(tx, org, { accountIds: [accountId], ...range });
  let last: MeasuredPeriod | null = null;
  return (at) => {
    // A cycle or a month of all accounts lasts; the month of an account ends with its next cycle.
    if (last && (last.cycle || accountId === null) && isWithin(at, last)) return last;
    last = findCycle(schedules, at) ?? monthAround(at, timeZone);
    return last;
  };
}

interface Range {
  from: Temporal.Instant;
  until: Temporal.Instant;
}

/** The periods that ended between two instants, the earliest first. */
export async function listEndedPeriods(
  tx: Tx,
  org: Org,
  requested: Requested & Range,
): Promise<MeasuredPeriod[]> {
  return endedPeriods(await readPeriods(tx, org, requested), requested);
}

/** The same of periods that were read. */
export function endedPeriods(periodAt: PeriodAt, { from, until }: Range): MeasuredPeriod[] {
  const ended: MeasuredPeriod[] = [];
  for (let at = from; ; ) {
    const period = periodAt(at);
    if (Temporal.Instant.compare(period.endAt, until) > 0) return ended;
    ended.push(period);
    at = period.endAt;
  }
}

function findCycle(schedules: readonly ScheduleRow[], at: Temporal.Instant): MeasuredPeriod | null {
  for (const schedule of schedules) {
    const cycle = cycleOf(schedule, at);
    if (!cycle) continue;
    const { startAt, endAt, start } = cycle;
    return { startAt, endAt, cycle: { scheduleId: schedule.id, cycleStart: start } };
  }
  return null;
}

function isWithin(at: Temporal.Instant, { startAt, endAt }: MeasuredPeriod): boolean {
  return Temporal.Instant.compare(startAt, at) <= 0 && Temporal.Instant.compare(at, endAt) < 0;
}

function monthAround(at: Temporal.Instant, timeZone: string): MeasuredPeriod {
  const first = localDate(at, timeZone).with({ day: 1 });
  const next = first.add({ months: 1 });
  return { startAt: startOfDay(first, timeZone), endAt: startOfDay(next, timeZone), cycle: null };
}
