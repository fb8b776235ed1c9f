import type { ScheduleRow } from '#areas/schedules/index.ts';
import { nominalCycleAt } from '#core/period.ts';
import { localDate } from '#core/period-zone.ts';
import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { CycleInvoiceRow } from '../store/lifecycle.ts';

/**
 * Scheduled work, payload `{ accountId, scheduleId, cycleStart }`: an edit has ended a schedule with a cycle
 * that is billed, and blocks in arrears go no further.
 */
export const BLOCKS_CUT = 'invoices.blocks_cut';
/** After settlements, and before closings. */
const RANK = 17;

/**
 * After a change of an account's timeline: edits reach back to the start of the running cycle, so what they
 * end behind a billed cycle ends with the one before it. Planning it again finds nothing to adjust.
 */
export async function planCutBlocks(
  { tx, org, now }: Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>,
  edited: {
    accountId: string;
    schedules: readonly ScheduleRow[];
    invoices: readonly CycleInvoiceRow[];
  },
): Promise<void> {
  const { accountId, schedules, invoices } = edited;
  for (const schedule of schedules) {
    const { id: scheduleId, endDate } = schedule;
    if (endDate === null || !hasEndedNow({ ...schedule, endDate }, now)) continue;
    const last = invoices.find(
      ({ invoiceType, status, ...invoice }) =>
        invoice.scheduleId === scheduleId &&
        invoice.cycleEnd?.equals(endDate) &&
        invoiceType === 'STANDARD' &&
        status !== 'DRAFT',
    );
    if (!last?.cycleStart) continue;
    const payload = { accountId, scheduleId, cycleStart: last.cycleStart.toString() };
    await planScheduledWork(tx, org, {
      kind: BLOCKS_CUT,
      key: scheduleId,
      dueAt: now,
      rank: RANK,
      payload,
      now,
    });
  }
}

/** Whether a schedule has ended in the cycle that would run now if it went on, or with its first day. */
function hasEndedNow(
  { endDate, resolvedCycle, timeZone }: ScheduleRow & { endDate: Temporal.PlainDate },
  now: Temporal.Instant,
): boolean {
  const today = localDate(now, timeZone);
  const { compare } = Temporal.PlainDate;
  if (compare(endDate, today) > 0) return false;
  return compare(nominalCycleAt(resolvedCycle, today).start, endDate) <= 0;
}
