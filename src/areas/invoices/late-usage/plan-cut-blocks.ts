import type { ScheduleRow } from '#areas/schedules/index.ts';
import { nominalCycleAt } from '#core/period.ts';
import { localDate } from '#core/period-zone.ts';
import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { CycleInvoiceRow } from '../store/lifecycle.ts';

/**
 * Scheduled work, payload `{ accountId, scheduleId, cycleStart }`: an edit ended a schedule with an already
 * billed cycle, which cuts its blocks in arrears.
 */
export const BLOCKS_CUT = 'invoices.blocks_cut';
/** Runs after settlements and before closings. */
const RANK = 17;

/**
 * Plans the adjustment after a change of an account's timeline. Edits reach back to the start of the running
 * cycle, so a schedule cut there ends with the billed cycle before it. Idempotent.
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

/** Whether a schedule ended in the cycle that would otherwise run now, or on its first day. */
function hasEndedNow(
  { endDate, resolvedCycle, timeZone }: ScheduleRow & { endDate: Temporal.PlainDate },
  now: Temporal.Instant,
): boolean {
  const today = localDate(now, timeZone);
  const { compare } = Temporal.PlainDate;
  if (compare(endDate, today) > 0) return false;
  return compare(nominalCycleAt(resolvedCycle, today).start, endDate) <= 0;
}
