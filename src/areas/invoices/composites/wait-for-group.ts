import { findSchedule } from '#areas/schedules/index.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';
import { billedPartFrom } from '../lifecycle/billed-part.ts';
import { planClosing } from '../lifecycle/planned-work.ts';
import type { InvoiceRow } from '../store/invoices.ts';
import { updateDraft } from '../store/lifecycle.ts';
import { dueTransition } from './due-transition.ts';

/**
 * Whether the group of an account waits longer than the invoice did so far. Looked at when the invoice would
 * be due, because the grace period of a group may follow from plans that others of it have by now.
 */
export async function waitForGroup(context: DueWorkContext, invoice: InvoiceRow): Promise<boolean> {
  const { tx, org, now } = context;
  const { id, accountId, invoiceType, scheduleId, cycleStart } = invoice;
  if (invoiceType !== 'STANDARD' || scheduleId === null || cycleStart === null) return false;
  const schedule = await findSchedule(tx, org, scheduleId);
  const part = schedule && billedPartFrom(schedule, cycleStart);
  if (!part) return false;
  const { timeZone } = schedule;
  const dueAt = await dueTransition(context, { accountId, part, timeZone, earliest: now });
  if (Temporal.Instant.compare(dueAt, now) <= 0) return false;
  await updateDraft(tx, org, { id, now, set: { invoiceDate: dueAt } });
  await planClosing(context, { invoiceId: id, dueAt });
  return true;
}
