import { retireCalls } from '#areas/finalization-hooks/index.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { StoredInvoice } from '../store/invoices.ts';
import { updateDraft } from '../store/lifecycle.ts';

/** Ends the wait of a locked draft for hooks when it must not be issued yet; it follows its cycle again. */
export async function leaveWindow(
  { tx, org, now }: Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>,
  { id, finalizingStatus }: Pick<StoredInvoice, 'id' | 'finalizingStatus'>,
): Promise<void> {
  if (finalizingStatus !== 'FINALIZING') return;
  await retireCalls(tx, org, { invoiceId: id });
  await updateDraft(tx, org, { id, now, set: { finalizingStatus: null } });
}
