import { isSwitchedOn } from '#areas/settings/index.ts';
import { releaseHold } from '#areas/wallets/index.ts';
import { decimal } from '#core/decimal.ts';
import type { LineItem } from '#core/invoice/index.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { Passing } from '../finalization/pass-hooks.ts';
import { addMetadata } from '../store/changes.ts';
import { type InvoiceRow, isOfAccount, type StoredInvoice } from '../store/invoices.ts';
import { finalizeInvoice } from '../store/lifecycle.ts';
import { computedColumns } from './computed-columns.ts';

/**
 * Whether a cycle closes without a number because there is nothing to charge or to credit: every line is 0,
 * and INVOICE_ISSUE_ZERO prevents the issue of such invoices. Lines that only sum to 0, as with a credit or
 * a discount, are still invoiced, and so is an invoice that a user issues manually.
 */
export async function isUnnumbered(
  { tx, org }: Pick<ScheduledWorkContext, 'tx' | 'org'>,
  invoice: StoredInvoice,
  { computed, acceptsFailedRules = false }: Passing,
): Promise<boolean> {
  if (!isOfAccount(invoice) || invoice.scheduleId === null || acceptsFailedRules) return false;
  if (!isZeroThroughout(computed.document.revenueInfo)) return false;
  return !(await isSwitchedOn(tx, org, { id: 'INVOICE_ISSUE_ZERO', accountId: invoice.accountId }));
}

function isZeroThroughout({ value, lineItems }: LineItem): boolean {
  return decimal(value).isZero() && lineItems.every(isZeroThroughout);
}

/**
 * Freezes the bill as paid, without number, PDF or mail; late usage, corrections and settlements continue
 * from it as from any other.
 */
export async function closeUnnumbered(
  context: ScheduledWorkContext,
  invoice: InvoiceRow,
  { computed }: Passing,
): Promise<void> {
  const { tx, org, now } = context;
  const { id } = invoice;
  const set = { status: 'PAID', invoiceDate: now, dueDate: null, sequenceId: null } as const;
  await finalizeInvoice(tx, org, { invoice, now, computed: computedColumns(computed), set });
  await addMetadata(tx, org, { id, metadata: { notIssued: 'ZERO' }, now });
  await releaseHold(context, id);
}
