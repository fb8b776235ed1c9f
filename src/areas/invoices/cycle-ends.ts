import type { StoredDueWork } from '#platform/db/due-work.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';
import { readText } from './lifecycle/planned-work.ts';
import { listEndedCycles } from './store/cycle-ends.ts';
import { planNextPage, planTelling, readPage, type Telling } from './tell-in-pages.ts';
import { tellCycle } from './tell-invoice.ts';

/** Due work, payload `{ endAt, after }`, or `{ endAt, invoiceId }` of a cycle whose end was over already. */
export const END_CYCLE = 'invoices.cycle_ended';
/** Before what is done at the same instant with the bill: it may be issued, merged or dropped. */
const RANK = 18;

/** Plans to tell the end of the cycle that a row bills. */
export function planCycleEnd(
  context: DueWorkContext,
  { id, endAt }: { id: string; endAt: Temporal.Instant },
): Promise<void> {
  return planTelling(context, tellingOf(endAt), { id, dueAt: endAt });
}

/**
 * Tells that cycles are over, whatever becomes of their bills: those wait for the grace period, a group or a
 * bill run.
 */
export async function tellCycleEnds(
  context: DueWorkContext,
  payload: StoredDueWork['payload'],
): Promise<void> {
  const endAt = Temporal.Instant.from(readText(payload, 'endAt'));
  const bills = await listEndedCycles(context.tx, context.org, { endAt, ...readPage(payload) });
  for (const bill of bills) tellCycle(context, bill, 'pricing_cycle.ended');
  const ids = bills.map(({ id }) => id);
  await planNextPage(context, tellingOf(endAt), ids);
}

function tellingOf(endAt: Temporal.Instant): Telling {
  const key = String(endAt.epochMilliseconds);
  return { kind: END_CYCLE, rank: RANK, key, instant: { endAt: endAt.toString() } };
}
