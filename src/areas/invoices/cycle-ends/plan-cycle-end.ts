import { planDueWork, planDueWorkOnce } from '#platform/db/due-work.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';

/** Due work, payload `{ endAt, after }`, or `{ endAt, invoiceId }` of a cycle whose end was over already. */
export const END_CYCLE = 'invoices.cycle_ended';
/** Before what is done at the same instant with the bill: it may be issued, merged or dropped. */
const RANK = 18;

/**
 * Plans to tell the end of a cycle: one piece for all cycles of an organization that end together. A cycle
 * that is billed when it is over already has a piece of its own, because that of its end may be done.
 */
export async function planCycleEnd(
  { tx, org, now }: DueWorkContext,
  bill: { id: string; endAt: Temporal.Instant },
): Promise<void> {
  const { id: invoiceId, endAt } = bill;
  const work = { kind: END_CYCLE, dueAt: endAt, rank: RANK, now };
  const isOver = Temporal.Instant.compare(endAt, now) <= 0;
  const end = endAt.toString();
  if (isOver) return planDueWork(tx, org, { ...work, key: invoiceId, payload: { endAt: end, invoiceId } });
  await planDueWorkOnce(tx, org, { ...work, key: keyOf(endAt), payload: { endAt: end, after: '' } });
}

/** The next page of one end. */
export async function planMoreEnds(
  { tx, org, now }: DueWorkContext,
  { endAt, after }: { endAt: Temporal.Instant; after: string },
): Promise<void> {
  const work = { kind: END_CYCLE, key: `${keyOf(endAt)}#${after}`, dueAt: now, rank: RANK, now };
  await planDueWork(tx, org, { ...work, payload: { endAt: endAt.toString(), after } });
}

function keyOf(endAt: Temporal.Instant): string {
  return String(endAt.epochMilliseconds);
}
