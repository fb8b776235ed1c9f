import { canonicalJson } from '#core/canonical-json.ts';
import type { InvoiceRow } from '../store/invoices.ts';
import type { ComputedColumns } from '../store/lifecycle.ts';
import type { ComputedInvoice } from './compute-document.ts';

/** A computed invoice as it is stored: equal inputs have equal bytes. */
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

/** Whether computing again gave what is stored already. */
export function isStored(columns: ComputedColumns, invoice: InvoiceRow): boolean {
  return (
    columns.inputs === invoice.inputs &&
    columns.document === invoice.document &&
    columns.netTermDays === invoice.netTermDays &&
    canonicalJson(columns.details) === canonicalJson(invoice.details) &&
    canonicalJson(columns.info) === canonicalJson(invoice.info)
  );
}
