import { takeBackOwedCredits } from '#areas/credits/index.ts';
import { endEntitlements } from '#areas/entitlements/index.ts';
import { listSchedules, type ScheduleRow } from '#areas/schedules/index.ts';
import { rebuildCycleUsage } from '#areas/usage/index.ts';
import { releaseHold } from '#areas/wallets/index.ts';
import { cancelScheduledWork, readText, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { dueTransition } from '../composites/due-transition.ts';
import { planCycleEnd } from '../events/cycle-ends.ts';
import { leaveWindow } from '../finalization/leave-window.ts';
import { planCutBlocks } from '../late-usage/plan-cut-blocks.ts';
import { planSettlements } from '../settlement/plan-settlements.ts';
import type { InvoiceRow } from '../store/invoices.ts';
import {
  type CycleInvoiceRow,
  deleteDraft,
  listCycleInvoices,
  lockCycleDrafts,
  updateDraft,
} from '../store/lifecycle.ts';
import { listPlannedOpenings } from '../store/planned-work.ts';
import { type BilledPart, billedPartFrom } from './billed-part.ts';
import { lengthenCycleCredits } from './lengthen-cycle-credits.ts';
import { CLOSE_CYCLE, OPEN_CYCLE, planClosing, planOpening, planRefresh } from './planned-work.ts';
import { refreshAccountDrafts } from './refresh-account.ts';

/**
 * After a change of an account's timeline, moves running drafts to the schedules that they bill, and plans
 * the first unopened cycle of each schedule. Depends on the current state only, so that a repeat, or one run
 * for several changes, gives the same result.
 */
export async function planCycles(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const { tx, org } = context;
  const accountId = readText(payload, 'accountId');
  const schedules = await listSchedules(tx, org, { accountIds: [accountId] });
  await lengthenCycleCredits(context, { accountId, schedules });
  const isCharged = (firstDay: Temporal.PlainDate) =>
    schedules.some((each) => billedPartFrom(each, firstDay));
  await takeBackOwedCredits(context, { accountId, isCharged });
  await rebuildCycleUsage(tx, org, accountId);
  const dropped: string[] = [];
  for (const draft of await lockCycleDrafts(tx, org, accountId))
    if (!(await alignDraft(context, draft, schedules))) dropped.push(draft.id);
  await refreshAccountDrafts(context, accountId);
  // Locks the wallet after the credits, in the common lock order.
  for (const id of dropped) await releaseHold(context, id);
  await endEntitlements(context, { accountId, schedules });
  await planSettlements(context, { accountId, schedules });
  const [invoices, planned] = await Promise.all([
    listCycleInvoices(tx, org, accountId),
    listPlannedOpenings(tx, org, accountId),
  ]);
  await planCutBlocks(context, { accountId, schedules, invoices });
  const openings = new Map(schedules.flatMap((schedule) => findOpening(schedule, invoices)));
  for (const key of planned)
    if (!openings.has(key)) await cancelScheduledWork(tx, org, { kind: OPEN_CYCLE, key });
  for (const [scheduleId, part] of openings) await planOpening(context, { accountId, scheduleId, part });
  await planRefresh(context);
}

/**
 * Ends a draft where its schedule ends. Drops a draft and returns false if its schedule no longer covers its
 * first day, which frees its days for the schedule that covers them now.
 */
async function alignDraft(
  context: ScheduledWorkContext,
  draft: InvoiceRow,
  schedules: readonly ScheduleRow[],
): Promise<boolean> {
  const { tx, org, now } = context;
  const schedule = schedules.find(({ id }) => id === draft.scheduleId);
  const part = schedule && draft.cycleStart && billedPartFrom(schedule, draft.cycleStart);
  if (!part) {
    await cancelScheduledWork(tx, org, { kind: CLOSE_CYCLE, key: draft.id });
    await deleteDraft(tx, org, draft.id);
    return false;
  }
  if (draft.finalizingStatus !== null) {
    // The issue dates the invoice. With other days it is a different bill, which may be too early.
    if (draft.endAt.equals(part.endAt)) return true;
    await leaveWindow(context, draft);
  }
  const isInAdvance = draft.invoiceType === 'STANDARD_ADVANCED';
  // A draft that waits for a bill run keeps the due time of its deadline, whatever changes meanwhile.
  const earliest = draft.autoAdvance ? now : draft.createdAt;
  const { accountId, timeZone } = schedule;
  const invoiceDate = isInAdvance
    ? draft.invoiceDate
    : await dueTransition(context, { accountId, part, timeZone, earliest });
  const isMoved = !(draft.endAt.equals(part.endAt) && draft.invoiceDate.equals(invoiceDate));
  if (isMoved) {
    await updateDraft(tx, org, {
      id: draft.id,
      now,
      set: { cycleEnd: part.end, endAt: part.endAt, invoiceDate },
    });
    await planClosing(context, { invoiceId: draft.id, dueAt: invoiceDate });
    if (!isInAdvance && !draft.endAt.equals(part.endAt))
      await planCycleEnd(context, { id: draft.id, endAt: part.endAt });
  }
  return true;
}

/** Returns the first cycle, or remainder, of a schedule without an invoice; none if all are opened. */
function findOpening(
  schedule: ScheduleRow,
  invoices: readonly CycleInvoiceRow[],
): [scheduleId: string, part: BilledPart][] {
  const day = firstUnopenedDay(schedule, invoices);
  const part = billedPartFrom(schedule, day);
  return part ? [[schedule.id, part]] : [];
}

/**
 * Returns the end of the last invoice that bills days of the schedule. An issued invoice of another schedule
 * counts too, so that no day is billed twice; a void one of another schedule frees its days, while a void
 * one of this schedule closed its cycle without a bill.
 */
function firstUnopenedDay(schedule: ScheduleRow, invoices: readonly CycleInvoiceRow[]): Temporal.PlainDate {
  const { compare } = Temporal.PlainDate;
  return invoices.reduce((day, { invoiceType, scheduleId, status, cycleStart, cycleEnd }) => {
    if (invoiceType !== 'STANDARD' || !cycleStart || !cycleEnd) return day;
    if (scheduleId !== schedule.id && status === 'VOID') return day;
    const beginsBeforeEnd = schedule.endDate === null || compare(cycleStart, schedule.endDate) < 0;
    return beginsBeforeEnd && compare(cycleEnd, day) > 0 ? cycleEnd : day;
  }, schedule.startDate);
}
