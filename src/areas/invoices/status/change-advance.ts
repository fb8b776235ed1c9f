import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { noteIssue } from '../finalization/note-effects.ts';
import { planClosing } from '../lifecycle/planned-work.ts';
import { advanceRefused } from '../problems.ts';
import { keepHeld, setAutoAdvance } from '../store/changes.ts';
import type { StoredInvoice } from '../store/invoices.ts';

/**
 * Sets whether a locked draft is issued automatically or waits for a bill run; the explicit choice replaces
 * that of a setting. Issues a draft past its deadline at once if allowed.
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
  if (autoAdvance) {
    noteIssue(tx, invoice, invoice, 'ISSUE_AUTOMATICALLY');
    await planClosing(context, { invoiceId: id, dueAt: invoiceDate });
  }
  return { ...invoice, autoAdvance };
}
