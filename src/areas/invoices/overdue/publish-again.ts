import { publishEvent } from '#areas/webhooks/index.ts';
import { isBefore } from '#core/instants.ts';
import { holdScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { readText } from '../lifecycle/planned-work.ts';
import type { StoredInvoice } from '../store/invoices.ts';
import { listUnpaid } from '../store/overdue.ts';
import { overdueFrom, PUBLISH_OVERDUE } from './publish-overdue.ts';

/**
 * Tells of an invoice that was paid and is owed again, because a payment was taken back when its last day of
 * payment was over. What is told once is that an invoice comes to be overdue: to be paid in full ends that,
 * and to be paid in part does not. Before its last day is over nothing is told: it is looked at then.
 */
export async function publishOwedAgain(
  { tx, org, now }: ScheduledWorkContext,
  { id, dueDate }: Pick<StoredInvoice, 'id' | 'dueDate'>,
): Promise<void> {
  if (dueDate === null || isBefore(now, overdueFrom(dueDate))) return;
  // Whoever tells of the day may be late. If it still waits, it waits for us, and then finds the invoice
  // owed; if it is under way, it has found it paid, and we wait for it.
  for (const payload of await holdScheduledWork(tx, org, {
    kind: PUBLISH_OVERDUE,
    keyPrefix: dueDate.toString(),
  })) {
    const page = { dueDate, only: id, after: readText(payload, 'after'), limit: 1 };
    if ((await listUnpaid(tx, org, page)).length > 0) return;
  }
  publishEvent(tx, org, { type: 'invoice.overdue', id, now });
}
