import { readText, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { listEndedCycles } from '../store/cycle-ends.ts';
import { planNextPage, readPage, type ScheduledNotice, scheduleNotice } from './notices-in-pages.ts';
import { publishCycle } from './publish-invoice.ts';

/**
 * Scheduled work, payload `{ endAt, after }`, or `{ endAt, invoiceId }` for a cycle that had already ended.
 */
export const END_CYCLE = 'invoices.cycle_ended';
/** Runs before the billing work of the same instant, which may issue, merge or delete the invoice. */
const RANK = 18;

/** Plans the notice for the end of the cycle of an invoice. */
export function planCycleEnd(
  context: ScheduledWorkContext,
  { id, endAt }: { id: string; endAt: Temporal.Instant },
): Promise<void> {
  return scheduleNotice(context, scheduledNoticeOf(endAt), { id, dueAt: endAt });
}

/**
 * Publishes that cycles have ended, independent of their invoices, which wait for the grace period, a group
 * or a bill run.
 */
export async function publishCycleEnds(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const endAt = Temporal.Instant.from(readText(payload, 'endAt'));
  const bills = await listEndedCycles(context.tx, context.org, { endAt, ...readPage(payload) });
  for (const bill of bills) publishCycle(context, bill, 'pricing_cycle.ended');
  const ids = bills.map(({ id }) => id);
  await planNextPage(context, scheduledNoticeOf(endAt), ids);
}

function scheduledNoticeOf(endAt: Temporal.Instant): ScheduledNotice {
  const key = String(endAt.epochMilliseconds);
  return { kind: END_CYCLE, rank: RANK, key, instant: { endAt: endAt.toString() } };
}
