import { tellEvent } from '#areas/webhooks/index.ts';
import type { StoredDueWork } from '#platform/db/due-work.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';
import { readText } from '../lifecycle/planned-work.ts';
import { listUnpaid } from '../store/overdue.ts';
import { planNextPage, planTelling, readPage, type Telling } from '../tell-in-pages.ts';

/** Due work, payload `{ dueDate, after }`, or `{ dueDate, invoiceId }` of one issued after its date. */
export const TELL_OVERDUE = 'invoices.overdue';

/**
 * Plans to look who has not paid when the last day of payment is over. A group's invoice may be issued when
 * it is over already.
 */
export async function planOverdue(
  context: Pick<DueWorkContext, 'tx' | 'org' | 'now'>,
  { id, dueDate, status }: { id: string; dueDate: Temporal.Instant; status: string },
): Promise<void> {
  if (status !== 'DUE') return;
  await planTelling(context, tellingOf(dueDate), { id, dueAt: overdueFrom(dueDate) });
}

/** The due date is the last millisecond of its day; who pays in it pays in time. */
export function overdueFrom(dueDate: Temporal.Instant): Temporal.Instant {
  return dueDate.add({ milliseconds: 1 });
}

/**
 * Tells of invoices whose last day of payment is over and of which something is still to be paid. What was
 * paid and is owed again is told by `tellOwedAgain`. Orders are not owed, and void and uncollectible ones are
 * no longer.
 */
export async function tellOverdue(context: DueWorkContext, payload: StoredDueWork['payload']): Promise<void> {
  const { tx, org, now } = context;
  const dueDate = Temporal.Instant.from(readText(payload, 'dueDate'));
  const ids = await listUnpaid(tx, org, { dueDate, ...readPage(payload) });
  for (const id of ids) tellEvent(tx, org, { type: 'invoice.overdue', id, now });
  await planNextPage(context, tellingOf(dueDate), ids);
}

function tellingOf(dueDate: Temporal.Instant): Telling {
  const key = dueDate.toString();
  return { kind: TELL_OVERDUE, rank: 97, key, instant: { dueDate: key } };
}
