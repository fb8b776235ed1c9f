import { SCHEDULES_CHANGED } from '#areas/schedules/index.ts';
import type { DueWorkKind } from '#platform/jobs/due-work.ts';
import { storeInvoicePdf } from '../render-invoice-pdf/store-invoice-pdf.ts';
import { closeCycle } from './close-cycle.ts';
import { openCycle } from './open-cycle.ts';
import { planCycles } from './plan-cycles.ts';
import { CLOSE_CYCLE, OPEN_CYCLE, REFRESH_DRAFTS, readText, STORE_PDF } from './planned-work.ts';
import { refreshDrafts } from './refresh-drafts.ts';

/** What the clock does to invoices, from the change of a timeline to the printed document. */
export const invoiceDueWork: readonly DueWorkKind[] = [
  { kind: SCHEDULES_CHANGED, run: planCycles },
  { kind: OPEN_CYCLE, run: openCycle },
  { kind: CLOSE_CYCLE, run: closeCycle },
  { kind: STORE_PDF, run: (context, payload) => storeInvoicePdf(context, readText(payload, 'invoiceId')) },
  { kind: REFRESH_DRAFTS, run: refreshDrafts },
];
