import { publishEvent } from '#areas/webhooks/index.ts';
import { isBefore } from '#core/instants.ts';
import { holdScheduledWork, readText } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { StoredInvoice } from '../store/invoices.ts';
import { listUnpaid } from '../store/overdue.ts';
import { overdueFrom, PUBLISH_OVERDUE } from './publish-overdue.ts';

/**
 * Publishes that an invoice is overdue again because a payment was reversed after its due date. The event is
 * published on each transition to overdue: full payment ends that state, partial payment does not. Before
 * the due date is over nothing is published; the regular check does that later.
 */
export async function publishOwedAgain(
  { tx, org, now }: ScheduledWorkContext,
  { id, dueDate }: Pick<StoredInvoice, 'id' | 'dueDate'>,
): Promise<void> {
  if (dueDate === null || isBefore(now, overdueFrom(dueDate))) return;
  // The check of the day may be late. If it has not started, it waits for this transaction and then finds the
  // invoice owed; if it is running, it has found the invoice paid, and this transaction waits for it.
  for (const payload of await holdScheduledWork(tx, org, {
    kind: PUBLISH_OVERDUE,
    keyPrefix: dueDate.toString(),
  })) {
    const page = { dueDate, only: id, after: readText(payload, 'after'), limit: 1 };
    if ((await listUnpaid(tx, org, page)).length > 0) return;
  }
  publishEvent(tx, org, { type: 'invoice.overdue', id, now });
}
