import { publishEvent } from '#areas/webhooks/index.ts';
import { readText, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { listUnpaid } from '../store/overdue.ts';
import { planNextPage, readPage, type ScheduledNotice, scheduleNotice } from './notices-in-pages.ts';

/** Scheduled work, payload `{ dueDate, after }`, or `{ dueDate, invoiceId }` of one issued after its date. */
export const PUBLISH_OVERDUE = 'invoices.overdue';

/**
 * Plans the check for unpaid invoices at the end of the due date. A group's invoice may be issued after
 * that.
 */
export async function planOverdue(
  context: Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>,
  { id, dueDate, status }: { id: string; dueDate: Temporal.Instant; status: string },
): Promise<void> {
  if (status !== 'DUE') return;
  await scheduleNotice(context, scheduledNoticeOf(dueDate), { id, dueAt: overdueFrom(dueDate) });
}

/** The due date is the last millisecond of its day; a payment within it is in time. */
export function overdueFrom(dueDate: Temporal.Instant): Temporal.Instant {
  return dueDate.add({ milliseconds: 1 });
}

/**
 * Publishes invoices past their due date with an outstanding amount. `publishOwedAgain` publishes paid ones
 * that are owed again. Excludes orders, which are not debts, and void and uncollectible invoices.
 */
export async function publishOverdue(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const { tx, org, now } = context;
  const dueDate = Temporal.Instant.from(readText(payload, 'dueDate'));
  const ids = await listUnpaid(tx, org, { dueDate, ...readPage(payload) });
  for (const id of ids) publishEvent(tx, org, { type: 'invoice.overdue', id, now });
  await planNextPage(context, scheduledNoticeOf(dueDate), ids);
}

function scheduledNoticeOf(dueDate: Temporal.Instant): ScheduledNotice {
  const key = dueDate.toString();
  return { kind: PUBLISH_OVERDUE, rank: 97, key, instant: { dueDate: key } };
}
