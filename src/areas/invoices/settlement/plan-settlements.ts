import type { ScheduleRow } from '#areas/schedules/index.ts';
import { localDate } from '#core/period-zone.ts';
import { cancelScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { listChargedSchedules } from '../store/advance-charges.ts';
import { planGoneSettlement, planScheduleSettlement, SETTLE_ADVANCE, settlementKey } from './planned-work.ts';

/** Edits reach back to the start of a running cycle, and no cycle is longer than a leap year. */
const REACH_DAYS = 400;

/**
 * After a change of an account's timeline, plans settlements for schedules with charges in advance: at their
 * end, or now if they have ended or are deleted; cancels those of schedules without an end.
 */
export async function planSettlements(
  context: Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>,
  { accountId, schedules }: { accountId: string; schedules: readonly ScheduleRow[] },
): Promise<void> {
  const { tx, org, now } = context;
  const oldest = now.subtract({ hours: REACH_DAYS * 24 });
  const charged = await listChargedSchedules(tx, org, { accountId, after: localDate(oldest, 'UTC') });
  for (const scheduleId of charged) {
    const schedule = schedules.find(({ id }) => id === scheduleId);
    if (!schedule) await planGoneSettlement(context, { accountId, scheduleId });
    else if (!schedule.endAt)
      await cancelScheduledWork(tx, org, { kind: SETTLE_ADVANCE, key: settlementKey(scheduleId, null) });
    else if (Temporal.Instant.compare(schedule.endAt, oldest) > 0)
      await planScheduleSettlement(context, schedule);
  }
}
