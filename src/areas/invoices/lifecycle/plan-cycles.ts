import { takeBackOwedCredits } from '#areas/credits/index.ts';
import { endEntitlements } from '#areas/entitlements/index.ts';
import { listSchedules, type ScheduleRow } from '#areas/schedules/index.ts';
import { rebuildCycleUsage } from '#areas/usage/index.ts';
import { releaseHold } from '#areas/wallets/index.ts';
import { cancelScheduledWork, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { dueTransition } from '../composites/due-transition.ts';
import { planCycleEnd } from '../cycle-ends.ts';
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
import { CLOSE_CYCLE, OPEN_CYCLE, planClosing, planOpening, planRefresh, readText } from './planned-work.ts';
import { refreshAccountDrafts } from './refresh-account.ts';

/**
 * After a change of an account's timeline: running drafts follow the schedules they bill, and of each
 * schedule the first cycle that is not opened yet is planned. It looks at what is, not at what was changed,
 * so doing it again, or once for several changes, gives the same.
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
    if (!(await followSchedule(context, draft, schedules))) dropped.push(draft.id);
  await refreshAccountDrafts(context, accountId);
  // The wallet after the credits, as everybody locks them.
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
 * A draft ends where its schedule ends. A draft whose first day no schedule of its own covers any more is
 * dropped, which is false: its days are free for the schedule that covers them now.
 */
async function followSchedule(
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
    // It is dated when it is issued. With other days it is another bill, which may be too early.
    if (draft.endAt.equals(part.endAt)) return true;
    await leaveWindow(context, draft);
  }
  const isInAdvance = draft.invoiceType === 'STANDARD_ADVANCED';
  // What waits for a bill run was to be due when its deadline passed, whatever changes while it waits.
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

/** The first cycle of a schedule that has no invoice, or what is left of it; none when all are opened. */
function findOpening(
  schedule: ScheduleRow,
  invoices: readonly CycleInvoiceRow[],
): [scheduleId: string, part: BilledPart][] {
  const day = firstUnopenedDay(schedule, invoices);
  const part = billedPartFrom(schedule, day);
  return part ? [[schedule.id, part]] : [];
}

/**
 * The end of the last invoice that bills days of the schedule. An issued invoice of another schedule counts
 * too, so that no day is billed twice; a void one of another schedule leaves its days free, while a void one
 * of this schedule has closed its cycle without a bill.
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
