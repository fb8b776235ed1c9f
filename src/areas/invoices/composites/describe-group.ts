import { findGroupOfComposites, type InvoiceGroupRow } from '#areas/invoice-groups/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { InvoiceDetails } from '../schema.ts';

/** Returns the group of an invoice, also after the group has ended. */
export async function getGroup(tx: Tx, org: Org, id: string): Promise<InvoiceGroupRow> {
  const group = await findGroupOfComposites(tx, org, id);
  if (!group) throw new Error(`an invoice belongs to group ${id}, which does not exist`);
  return group;
}

/** Returns the group as its invoices name it. */
export function describeBuyer(group: InvoiceGroupRow): Pick<InvoiceDetails, 'invoiceGroup' | 'buyerTaxIds'> {
  const { id, name, email, dailyInvoiceConsolidation, invoiceCurrency, address, taxIds } = group;
  return {
    invoiceGroup: { id, name, email, dailyInvoiceConsolidation, invoiceCurrency, address },
    ...(taxIds.length > 0 && { buyerTaxIds: taxIds }),
  };
}
