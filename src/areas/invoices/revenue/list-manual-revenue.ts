import type { ExtraRevenue } from '#core/invoice/extra-revenue.ts';
import type { InvoiceDocument } from '#core/invoice/index.ts';
import { readManualRevenue } from '#core/invoice/manual-revenue.ts';
import type { StoredInputs } from '#core/invoice/stored-inputs.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { listManualInvoices, type ManualInvoiceRow } from '../store/manual-revenue.ts';

/** The revenue of an invoice without a cycle, at the last instant of its period. */
export interface ManualRevenue extends Pick<ManualInvoiceRow, 'accountId' | 'customerId' | 'currency'> {
  at: Temporal.Instant;
  /** In the currency of the invoice. */
  extra: ExtraRevenue[];
}

/**
 * Returns the revenue of manual invoices of accounts, and of credit notes, that are issued and not void.
 * Excludes adjustments for late usage and credit notes for unused licences, because the usage and the
 * licence changes count themselves. Absent owners: all.
 */
export async function listManualRevenue(
  tx: Tx,
  org: Org,
  requested: Parameters<typeof listManualInvoices>[2],
): Promise<ManualRevenue[]> {
  const rows = await listManualInvoices(tx, org, requested);
  return rows.map(({ inputs, document, endAt, ...owner }) => ({
    ...owner,
    at: endAt.subtract({ milliseconds: 1 }),
    extra: readManualRevenue(JSON.parse(inputs) as StoredInputs, JSON.parse(document) as InvoiceDocument),
  }));
}
