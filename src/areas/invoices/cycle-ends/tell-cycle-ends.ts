import type { StoredDueWork } from '#platform/db/due-work.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';
import { readText } from '../lifecycle/planned-work.ts';
import { listEndedCycles } from '../store/cycle-ends.ts';
import { tellCycle } from '../tell-invoice.ts';
import { planMoreEnds } from './plan-cycle-end.ts';

const PAGE = 500;

/**
 * Tells that cycles are over, whatever becomes of their bills: those wait for the grace period, a group or a
 * bill run. Each is told once, because each is in one piece of work.
 */
export async function tellCycleEnds(
  context: DueWorkContext,
  payload: StoredDueWork['payload'],
): Promise<void> {
  const { tx, org } = context;
  const endAt = Temporal.Instant.from(readText(payload, 'endAt'));
  const { invoiceId } = payload;
  const only = typeof invoiceId === 'string' ? invoiceId : null;
  const after = only === null ? readText(payload, 'after') : '';
  const bills = await listEndedCycles(tx, org, { endAt, only, after, limit: PAGE });
  for (const bill of bills) tellCycle(context, bill, 'pricing_cycle.ended');
  const last = bills.at(-1);
  if (bills.length === PAGE && last) await planMoreEnds(context, { endAt, after: last.id });
}
