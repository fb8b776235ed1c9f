import { findSchedule, listSchedules, type ScheduleRow } from '#areas/schedules/index.ts';
import { awaitRunningIngestions, readText, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { AdvanceCharge } from './advance-charge.ts';
import { raiseSettlement } from './raise-settlement.ts';
import { settleCharges } from './settle-charges.ts';

/**
 * Settles the charges in advance of a schedule: one cycle, or all when it has ended. Additional amounts go
 * to the next invoice in advance of the account, or to a separate invoice if none will follow. Idempotent:
 * compares with the state after the last settlement.
 */
export async function settleAdvance(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const { tx, org, now } = context;
  const [accountId, scheduleId] = [readText(payload, 'accountId'), readText(payload, 'scheduleId')];
  const { cycleStart } = payload;
  // Events carry licence names, so this waits until ingestions that began before now have committed.
  await awaitRunningIngestions(tx, org);
  const schedule = await findSchedule(tx, org, scheduleId);
  // Extended meanwhile: it is settled at its end.
  const isGoingOn = schedule && (!schedule.endAt || Temporal.Instant.compare(schedule.endAt, now) > 0);
  if (isGoingOn && typeof cycleStart !== 'string') return;
  const day = typeof cycleStart === 'string' ? { cycleStart: Temporal.PlainDate.from(cycleStart) } : {};
  const wanted = { accountId, scheduleId, ...day };
  const timeline = await listSchedules(tx, org, { accountIds: [accountId] });
  const isOwn = (charge: AdvanceCharge) => !isTakenOver(charge, timeline);
  await settleCharges(context, { wanted, schedule, isOwn });
  if (!isGoingOn) await raiseSettlement(context, accountId);
}

/**
 * A schedule that replaces this one from the first day of a charge takes over the charge when its cycle
 * opens.
 */
function isTakenOver({ scheduleId, cycleStart }: AdvanceCharge, timeline: readonly ScheduleRow[]): boolean {
  return timeline.some(({ id, startDate }) => id !== scheduleId && startDate.equals(cycleStart));
}
