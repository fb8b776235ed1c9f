import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { findInvoiceFacts } from '../lifecycle/read-facts.ts';
import { refreshAccountDrafts } from '../lifecycle/refresh-account.ts';
import { reissueRefused } from '../problems.ts';
import { moveAdjustments } from '../store/advance-adjustments.ts';
import type { InvoiceRow } from '../store/invoices.ts';
import type { ComputedColumns } from '../store/lifecycle.ts';
import { insertAgain } from './insert-again.ts';

/**
 * Creates a draft for the same days, which waits for a user. Computed like every draft: with the plan that
 * covers the days now, and their current usage.
 */
export async function reissueCycle(context: ScheduledWorkContext, invoice: InvoiceRow): Promise<string> {
  const { tx, org, now } = context;
  const facts = await findInvoiceFacts(tx, org, invoice);
  if (!facts)
    throw reissueRefused({
      id: invoice.id,
      because: 'no plan covers its days any more; create a CUSTOM invoice instead',
    });
  const { scheduleId, cycleStart, cycleEnd } = invoice;
  const { planId, planVersion } = facts.schedule;
  const cycle = { scheduleId, planId, planVersion, cycleStart, cycleEnd };
  const draft = await insertAgain(context, invoice, {
    set: { ...cycle, invoiceDate: now, reissue: invoice.reissue + 1 },
    computed: storedColumns(invoice),
  });
  await moveAdjustments(tx, org, { from: invoice.id, to: draft.id });
  await refreshAccountDrafts(context, invoice.accountId);
  return draft.id;
}

/** Returns the content of the void invoice, until the draft is recomputed. */
function storedColumns(invoice: InvoiceRow): ComputedColumns {
  const { currency, inputs, document, totalAmount, netTermDays, details } = invoice;
  return { currency, inputs, document, totalAmount, netTermDays, details, info: [] };
}
