import type { StoredInvoice } from '../store/invoices.ts';
import type { ComputedColumns } from '../store/lifecycle.ts';

/** What a void invoice says, until its draft is computed anew. */
export function storedColumns(invoice: StoredInvoice): ComputedColumns {
  const { currency, inputs, document, totalAmount, netTermDays, details } = invoice;
  return { currency, inputs, document, totalAmount, netTermDays, details, info: [] };
}

/** What is made again names what it is made in the place of. */
export function metadataOf({ id, sequenceId }: StoredInvoice): Record<string, string> {
  return { replaces: id, ...(sequenceId === null ? {} : { replacedNumber: sequenceId }) };
}
