import { tellEvent } from '#areas/webhooks/index.ts';
import type { StoredDueWork } from '#platform/db/due-work.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';
import { readText } from '../lifecycle/planned-work.ts';
import { listUnpaid } from '../store/overdue.ts';
import { planMoreOverdue } from './plan-overdue.ts';

const PAGE = 500;

/**
 * Tells of invoices whose last day of payment is over and of which something is still to be paid: each once,
 * because each is in one piece of work. What was paid and is owed again is told by `tellOwedAgain`. Orders
 * are not owed, and void and uncollectible ones are no longer.
 */
export async function tellOverdue(context: DueWorkContext, payload: StoredDueWork['payload']): Promise<void> {
  const { tx, org, now } = context;
  const dueDate = Temporal.Instant.from(readText(payload, 'dueDate'));
  const { invoiceId } = payload;
  const only = typeof invoiceId === 'string' ? invoiceId : null;
  const after = only === null ? readText(payload, 'after') : '';
  const ids = await listUnpaid(tx, org, { dueDate, only, after, limit: PAGE });
  for (const id of ids) tellEvent(tx, org, { type: 'invoice.overdue', id, now });
  const last = ids.at(-1);
  if (ids.length === PAGE && last !== undefined) await planMoreOverdue(context, { dueDate, after: last });
}
