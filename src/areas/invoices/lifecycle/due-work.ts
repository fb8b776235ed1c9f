import { CREDITS_CHANGED, EXPIRE_CREDIT } from '#areas/credits/index.ts';
import { SCHEDULES_CHANGED } from '#areas/schedules/index.ts';
import type { StoredDueWork } from '#platform/db/due-work.ts';
import type { DueWorkContext, DueWorkKind } from '#platform/jobs/due-work.ts';
import { storeInvoicePdf } from '../render-invoice-pdf/store-invoice-pdf.ts';
import { closeCycle } from './close-cycle.ts';
import { openCycle } from './open-cycle.ts';
import { planCycles } from './plan-cycles.ts';
import { CLOSE_CYCLE, OPEN_CYCLE, REFRESH_DRAFTS, readText, STORE_PDF } from './planned-work.ts';
import { refreshAccountDrafts } from './refresh-account.ts';
import { refreshDrafts } from './refresh-drafts.ts';

/** What the clock does to invoices, from the change of a timeline to the printed document. */
export const invoiceDueWork: readonly DueWorkKind[] = [
  { kind: SCHEDULES_CHANGED, run: planCycles },
  { kind: OPEN_CYCLE, run: openCycle },
  { kind: CLOSE_CYCLE, run: closeCycle },
  { kind: STORE_PDF, run: (context, payload) => storeInvoicePdf(context, readText(payload, 'invoiceId')) },
  { kind: REFRESH_DRAFTS, run: refreshDrafts },
  { kind: CREDITS_CHANGED, run: refreshAccount },
  { kind: EXPIRE_CREDIT, run: refreshAccount },
];

/** The end of a credit too is seen by the computation of the account's drafts: it may run off on them. */
function refreshAccount(context: DueWorkContext, payload: StoredDueWork['payload']): Promise<void> {
  return refreshAccountDrafts(context, readText(payload, 'accountId'));
}
