import { canonicalJson } from '#core/canonical-json.ts';
import type { InvoiceRow } from '../store/invoices.ts';
import type { ComputedColumns } from '../store/lifecycle.ts';
import type { ComputedInvoice } from './compute-document.ts';

/** Returns the columns of a computed invoice; equal inputs give equal bytes. */
export function computedColumns(computed: ComputedInvoice): ComputedColumns {
  return {
    currency: computed.inputs.currency,
    inputs: canonicalJson(computed.inputs),
    document: canonicalJson(computed.document),
    totalAmount: computed.totalAmount,
    netTermDays: computed.netTermDays,
    details: computed.details,
    info: computed.info,
  };
}

/** Whether a recomputation gave the stored content. */
export function isStored(columns: ComputedColumns, invoice: InvoiceRow): boolean {
  return (
    columns.inputs === invoice.inputs &&
    columns.document === invoice.document &&
    columns.netTermDays === invoice.netTermDays &&
    canonicalJson(columns.details) === canonicalJson(invoice.details) &&
    canonicalJson(columns.info) === canonicalJson(invoice.info)
  );
}
