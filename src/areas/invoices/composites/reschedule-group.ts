import { listMemberIds } from '#areas/invoice-groups/index.ts';
import { listSchedules } from '#areas/schedules/index.ts';
import { readText, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { billedPartFrom } from '../lifecycle/billed-part.ts';
import { planClosing } from '../lifecycle/planned-work.ts';
import { lockCycleDrafts, updateDraft } from '../store/lifecycle.ts';
import { dueTransition } from './due-transition.ts';
import { planNextMembers } from './planned-work.ts';

/** Members per transaction. */
const CHUNK = 100;

/** Moves the due times of the members of a group to its current grace period, a bounded number at a time. */
export async function rescheduleGroup(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const { tx, org } = context;
  const groupId = readText(payload, 'groupId');
  const after = readText(payload, 'after');
  const accountIds = await listMemberIds(tx, org, { groupId, after, limit: CHUNK });
  for (const accountId of accountIds) await moveDueTransitions(context, accountId);
  const last = accountIds.at(-1);
  if (last !== undefined && accountIds.length === CHUNK)
    await planNextMembers(context, { groupId, after: last });
}

/** An account that left a group no longer waits for it. */
export function rescheduleAccount(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  return moveDueTransitions(context, readText(payload, 'accountId'));
}

/** Moves drafts in arrears to the due time that their account and its group have now; idempotent. */
async function moveDueTransitions(context: ScheduledWorkContext, accountId: string): Promise<void> {
  const { tx, org, now } = context;
  const drafts = await lockCycleDrafts(tx, org, accountId);
  if (drafts.length === 0) return;
  const schedules = await listSchedules(tx, org, { accountIds: [accountId] });
  for (const { id, invoiceType, scheduleId, cycleStart, invoiceDate, ...draft } of drafts) {
    const schedule = schedules.find((each) => each.id === scheduleId);
    const part = schedule && cycleStart && billedPartFrom(schedule, cycleStart);
    if (!part || invoiceType !== 'STANDARD' || draft.finalizingStatus !== null) continue;
    const earliest = draft.autoAdvance ? now : draft.createdAt;
    const { timeZone } = schedule;
    const dueAt = await dueTransition(context, { accountId, part, timeZone, earliest });
    if (dueAt.equals(invoiceDate)) continue;
    await updateDraft(tx, org, { id, now, set: { invoiceDate: dueAt } });
    await planClosing(context, { invoiceId: id, dueAt });
  }
}
