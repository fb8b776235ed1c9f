import { newId } from '#platform/ids.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';
import { findInvoiceFacts } from '../lifecycle/read-facts.ts';
import { refreshAccountDrafts } from '../lifecycle/refresh-account.ts';
import { reissueRefused } from '../problems.ts';
import { moveAdjustments } from '../store/advance-adjustments.ts';
import { setInvoiceCharges } from '../store/charges.ts';
import type { InvoiceRow } from '../store/invoices.ts';
import { insertDraft } from '../store/lifecycle.ts';
import { tellStatus } from '../tell-invoice.ts';
import { metadataOf, storedColumns } from './kept-columns.ts';

/**
 * A draft for the same days, which waits for somebody to look at it. It is computed as every draft is: with
 * the plan that covers the days now, and what was used in them.
 */
export async function reissueCycle(context: DueWorkContext, invoice: InvoiceRow): Promise<string> {
  const { tx, org, now } = context;
  const facts = await findInvoiceFacts(tx, org, invoice);
  if (!facts)
    throw reissueRefused({
      id: invoice.id,
      because: 'no plan covers its days any more; make a CUSTOM invoice',
    });
  const { accountId, customerId, scheduleId, cycleStart, cycleEnd, startAt, endAt } = invoice;
  const { planId, planVersion } = facts.schedule;
  const draft = await insertDraft(
    tx,
    {
      ...{ orgId: org.orgId, id: newId('inv', now), accountId, customerId, scheduleId, planId, planVersion },
      ...{ cycleStart, cycleEnd, startAt, endAt, invoiceDate: now, reissue: invoice.reissue + 1 },
      ...{ invoiceClass: 'INVOICE', invoiceType: invoice.invoiceType, status: 'DRAFT', autoAdvance: false },
      ...{ generatedAt: now, createdAt: now, updatedAt: now },
      metadata: metadataOf(invoice),
    },
    storedColumns(invoice),
  );
  if (!draft) throw new Error(`the cycle of ${invoice.id} was billed again already`);
  await setInvoiceCharges(tx, org, { id: draft.id, items: invoice.miscellaneousCharges });
  tellStatus(tx, org, { id: draft.id, status: 'DRAFT', now });
  await moveAdjustments(tx, org, { from: invoice.id, to: draft.id });
  await refreshAccountDrafts(context, accountId);
  return draft.id;
}
