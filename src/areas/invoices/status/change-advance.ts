import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { planClosing } from '../lifecycle/planned-work.ts';
import { advanceRefused } from '../problems.ts';
import { keepHeld, setAutoAdvance } from '../store/changes.ts';
import type { StoredInvoice } from '../store/invoices.ts';

/**
 * Whether a locked draft is issued by itself, or waits for a bill run: also where a setting made it wait, it
 * waits for its own sake from now on. One whose deadline has passed is
 * issued at once when it may.
 */
export async function changeAdvance(
  context: ScheduledWorkContext,
  invoice: StoredInvoice,
  autoAdvance: boolean | undefined,
): Promise<StoredInvoice> {
  const { tx, org, now } = context;
  const { id, status, invoiceDate } = invoice;
  if (autoAdvance === false && invoice.heldBySetting) await keepHeld(tx, org, id);
  if (autoAdvance === undefined || autoAdvance === invoice.autoAdvance) return invoice;
  if (status !== 'DRAFT') throw advanceRefused({ id, status });
  await setAutoAdvance(tx, org, { id, autoAdvance, now });
  if (autoAdvance) await planClosing(context, { invoiceId: id, dueAt: invoiceDate });
  return { ...invoice, autoAdvance };
}
