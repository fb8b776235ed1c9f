import { listMemberIds } from '#areas/invoice-groups/index.ts';
import { listSchedules } from '#areas/schedules/index.ts';
import type { StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { billedPartFrom } from '../lifecycle/billed-part.ts';
import { planClosing, readText } from '../lifecycle/planned-work.ts';
import { lockCycleDrafts, updateDraft } from '../store/lifecycle.ts';
import { dueTransition } from './due-transition.ts';
import { planNextMembers } from './planned-work.ts';

/** Members of one transaction. */
const CHUNK = 100;

/** The members of a group wait as long as it does, from now on; a bounded number at a time. */
export async function followGroup(
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

/** Who left a group does not wait for it any longer. */
export function followAccount(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  return moveDueTransitions(context, readText(payload, 'accountId'));
}

/** Drafts in arrears fall due when their account and its group say now; doing it again changes nothing. */
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
