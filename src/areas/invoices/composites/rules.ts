import type { InvoiceGroupRow } from '#areas/invoice-groups/index.ts';
import type { InvoicesTable } from '../tables.ts';

/**
 * Whether an invoice of a member that falls due is merged (`money-platform.md` 9): every invoice if the
 * group consolidates daily, invoices of cycles in every group.
 */
export function isMerged(
  invoiceType: InvoicesTable['invoiceType'],
  { dailyInvoiceConsolidation }: Pick<InvoiceGroupRow, 'dailyInvoiceConsolidation'>,
): boolean {
  switch (invoiceType) {
    case 'STANDARD':
    case 'STANDARD_ADVANCED':
      return true;
    case 'AD_HOC':
    case 'ADHOC_ADVANCED':
    case 'CUSTOM':
      return dailyInvoiceConsolidation;
    case 'COMPOSITE':
      return false;
    default:
      return invoiceType satisfies never;
  }
}
