import { findGroupGraceDays } from '#areas/invoice-groups/index.ts';
import { findSchedule } from '#areas/schedules/index.ts';
import { startOfDay } from '#core/period-zone.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { billedPartFrom } from '../lifecycle/billed-part.ts';
import { planClosing } from '../lifecycle/planned-work.ts';
import type { InvoiceRow } from '../store/invoices.ts';
import { updateDraft } from '../store/lifecycle.ts';

/**
 * Whether the group of an account has a longer grace period than the invoice waited. Checked when the
 * invoice would be due, because the grace period of a group can depend on the current plans of other
 * members.
 */
export async function waitForGroup(context: ScheduledWorkContext, invoice: InvoiceRow): Promise<boolean> {
  const { tx, org, now } = context;
  const { id, accountId, invoiceType, scheduleId, cycleStart } = invoice;
  if (invoiceType !== 'STANDARD' || scheduleId === null || cycleStart === null) return false;
  const days = await findGroupGraceDays(tx, org, { accountId, at: now });
  const schedule = days === null ? null : await findSchedule(tx, org, scheduleId);
  const part = schedule && billedPartFrom(schedule, cycleStart);
  if (days === null || !part) return false;
  const dueAt = startOfDay(part.end.add({ days }), schedule.timeZone);
  if (Temporal.Instant.compare(dueAt, now) <= 0) return false;
  await updateDraft(tx, org, { id, now, set: { invoiceDate: dueAt } });
  await planClosing(context, { invoiceId: id, dueAt });
  return true;
}
