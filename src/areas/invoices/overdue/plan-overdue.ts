import { planDueWork, planDueWorkOnce } from '#platform/db/due-work.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';

/** Due work, payload `{ dueDate, after }`, or `{ dueDate, invoiceId }` of one issued after its date. */
export const TELL_OVERDUE = 'invoices.overdue';
const RANK = 97;

/**
 * Plans to look who has not paid when the last day of payment is over: one piece for all invoices of an
 * organization with the same date. A group's invoice may be issued when its date is over already; it has a
 * piece of its own, because the one of that date may be under way.
 */
export async function planOverdue(
  { tx, org, now }: Pick<DueWorkContext, 'tx' | 'org' | 'now'>,
  invoice: { id: string; dueDate: Temporal.Instant; status: string },
): Promise<void> {
  const { id: invoiceId, dueDate, status } = invoice;
  if (status !== 'DUE') return;
  const work = { kind: TELL_OVERDUE, dueAt: overdueFrom(dueDate), rank: RANK, now };
  const isOver = Temporal.Instant.compare(work.dueAt, now) <= 0;
  const day = dueDate.toString();
  if (isOver) return planDueWork(tx, org, { ...work, key: invoiceId, payload: { dueDate: day, invoiceId } });
  await planDueWorkOnce(tx, org, { ...work, key: day, payload: { dueDate: day, after: '' } });
}

/** The next page of one date. */
export async function planMoreOverdue(
  { tx, org, now }: DueWorkContext,
  { dueDate, after }: { dueDate: Temporal.Instant; after: string },
): Promise<void> {
  const day = dueDate.toString();
  const work = { kind: TELL_OVERDUE, key: `${day}#${after}`, dueAt: now, rank: RANK, now };
  await planDueWork(tx, org, { ...work, payload: { dueDate: day, after } });
}

/** The due date is the last millisecond of its day; who pays in it pays in time. */
export function overdueFrom(dueDate: Temporal.Instant): Temporal.Instant {
  return dueDate.add({ milliseconds: 1 });
}
