import {
  cycleOf,
  findSchedule,
  nextCycleOf,
  type ScheduleCycle,
  type ScheduleRow,
} from '#areas/schedules/index.ts';
import { planScheduledWork, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { type GrantContext, grantCycleEntitlements } from './grant-cycle-entitlements.ts';
import { listCardGrants } from './read-card-grants.ts';

export const GRANT_AHEAD = 'entitlements.grant_ahead';
export const MINUTES_AHEAD = 60;
/** Between the closing and the opening of cycles at one instant. */
const RANK = 25;

/**
 * Schedules the grant of the next cycle's credits before the cycle starts. Opening the cycles of thousands of
 * accounts at one midnight takes minutes, and events must not be rejected meanwhile. Opening skips credits
 * that are already granted.
 */
export async function planNextGrant(
  { tx, org, now }: GrantContext,
  { schedule, after }: { schedule: ScheduleRow; after: Temporal.Instant },
): Promise<void> {
  const next = nextCycle(schedule, after);
  if (!next || (await listCardGrants(tx, org, schedule)).length === 0) return;
  await planScheduledWork(tx, org, {
    ...{ kind: GRANT_AHEAD, key: schedule.id, rank: RANK, now },
    dueAt: next.startAt.subtract({ minutes: MINUTES_AHEAD }),
    payload: { scheduleId: schedule.id, startAt: next.startAt.toString() },
  });
}

export async function grantAhead(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const { tx, org } = context;
  const schedule = await findSchedule(tx, org, String(payload.scheduleId));
  const startAt = Temporal.Instant.from(String(payload.startAt));
  const cycle = schedule && cycleOf(schedule, startAt);
  // The cycle was edited away: the timeline change has scheduled the new grant.
  if (!schedule || !cycle?.startAt.equals(startAt)) return;
  await grantCycleEntitlements(context, { accountId: schedule.accountId, schedule, cycle });
  await planNextGrant(context, { schedule, after: startAt });
}

/** The first cycle that begins after an instant. */
function nextCycle(schedule: ScheduleRow, at: Temporal.Instant): ScheduleCycle | null {
  if (Temporal.Instant.compare(at, schedule.startAt) < 0) return cycleOf(schedule, schedule.startAt);
  const running = cycleOf(schedule, at);
  return running && nextCycleOf(schedule, running);
}
