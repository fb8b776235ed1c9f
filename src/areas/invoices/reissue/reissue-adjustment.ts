import { listEventIds, listSettledLateUsage, settleLateUsage } from '#areas/usage/index.ts';
import { computeAdjustment, isWithoutChange } from '#core/invoice/adjustment.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { buildCutAdjustment } from '../late-usage/adjust-cut-blocks.ts';
import { buildAdjustment } from '../late-usage/compute-adjustment.ts';
import { issueAdjustment } from '../late-usage/issue-adjustment.ts';
import { reissueRefused } from '../problems.ts';
import { findAdjustmentBase } from '../store/adjustments.ts';
import { findInvoice, type InvoiceRow, isOfAccount } from '../store/invoices.ts';

/** Computes the current difference of a void adjustment and issues it at once, like every adjustment. */
export async function reissueAdjustment(context: ScheduledWorkContext, invoice: InvoiceRow): Promise<string> {
  const { tx, org } = context;
  const { id, metadata } = invoice;
  const original = await findInvoice(tx, org, String(metadata.adjusts));
  if (!original || !isOfAccount(original) || original.status === 'VOID')
    throw reissueRefused({ id, because: 'the invoice that it adjusts is VOID; reissue that one instead' });
  const base = await findAdjustmentBase(tx, org, original);
  const numbers = await listSettledLateUsage(tx, org, id);
  const eventIds = await listEventIds(tx, org, numbers);
  const inputs =
    'endOfSchedule' in metadata
      ? await buildCutAdjustment(context, { original, base })
      : await buildAdjustment(context, { original, base, eventIds });
  if (!inputs)
    throw reissueRefused({
      id,
      because: 'it adjusted a shortened block, and no block is shortened any more',
    });
  const document = computeAdjustment(inputs);
  if (isWithoutChange(document))
    throw reissueRefused({ id, because: 'the invoiced amounts are correct, so there is nothing to adjust' });
  const replacedBy = await issueAdjustment(context, { original, base, inputs, document, replaces: id });
  await settleLateUsage(tx, org, { numbers, invoiceId: replacedBy });
  return replacedBy;
}
