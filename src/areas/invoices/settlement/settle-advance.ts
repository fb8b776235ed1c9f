import { findSchedule, listSchedules, type ScheduleRow } from '#areas/schedules/index.ts';
import { awaitRunningIngestions, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { readText } from '../lifecycle/planned-work.ts';
import type { AdvanceCharge } from './advance-charge.ts';
import { raiseSettlement } from './raise-settlement.ts';
import { settleCharges } from './settle-charges.ts';

/**
 * Settles what a schedule charged in advance: one cycle of it, or everything when it has ended. What came on
 * top is for the next invoice in advance of the account; where none is to come, it is an invoice of its own.
 * Doing it again changes nothing: charges are compared as they were left by the last settlement.
 */
export async function settleAdvance(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const { tx, org, now } = context;
  const [accountId, scheduleId] = [readText(payload, 'accountId'), readText(payload, 'scheduleId')];
  const { cycleStart } = payload;
  // Names come with events: those that began before now have committed when this returns.
  await awaitRunningIngestions(tx, org);
  const schedule = await findSchedule(tx, org, scheduleId);
  // Somebody has made it longer: it is settled when it ends.
  const isGoingOn = schedule && (!schedule.endAt || Temporal.Instant.compare(schedule.endAt, now) > 0);
  if (isGoingOn && typeof cycleStart !== 'string') return;
  const day = typeof cycleStart === 'string' ? { cycleStart: Temporal.PlainDate.from(cycleStart) } : {};
  const wanted = { accountId, scheduleId, ...day };
  const timeline = await listSchedules(tx, org, { accountIds: [accountId] });
  const isOwn = (charge: AdvanceCharge) => !isTakenOver(charge, timeline);
  await settleCharges(context, { wanted, schedule, isOwn });
  if (!isGoingOn) await raiseSettlement(context, accountId);
}

/** Whoever replaces a schedule from the first day of a charge takes the charge over when its cycle opens. */
function isTakenOver({ scheduleId, cycleStart }: AdvanceCharge, timeline: readonly ScheduleRow[]): boolean {
  return timeline.some(({ id, startDate }) => id !== scheduleId && startDate.equals(cycleStart));
}
