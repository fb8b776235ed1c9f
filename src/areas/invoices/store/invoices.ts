import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import type { InvoicesTable } from '../tables.ts';

export const SUMMARY = [
  'id',
  'ownerId',
  'customerId',
  'planId',
  'status',
  'finalizingStatus',
  'invoiceClass',
  'invoiceType',
  'currency',
  'startAt',
  'endAt',
  'invoiceDate',
  'dueDate',
  'netTermDays',
  'generatedAt',
  'createdAt',
  'updatedAt',
  'sequenceId',
  'totalAmount',
  'paidAmount',
  'details',
  'pdfFileId',
] as const satisfies readonly (keyof InvoicesTable)[];

/** A whole invoice as stored, of an account or of a group. */
export type StoredInvoice = Selectable<InvoicesTable>;
/** The invoice of an account, not of a group. */
export type InvoiceRow = StoredInvoice & { accountId: string; customerId: string };
/** Whether the invoice belongs to an account, not to a group. */
export function isOfAccount(invoice: StoredInvoice): invoice is InvoiceRow {
  return invoice.accountId !== null;
}

/** Without the inputs and the document, which are long. */
export type InvoiceSummaryRow = Pick<StoredInvoice, (typeof SUMMARY)[number]>;

export async function findInvoice(tx: Tx, org: Org, id: string): Promise<StoredInvoice | null> {
  const query = tx.selectFrom('invoices').selectAll().where('orgId', '=', org.orgId).where('id', '=', id);
  return (await query.executeTakeFirst()) ?? null;
}

/** Returns at most a page of them, unordered. */
export function listInvoicesById(tx: Tx, org: Org, ids: readonly string[]): Promise<StoredInvoice[]> {
  return tx
    .selectFrom('invoices')
    .selectAll()
    .where('orgId', '=', org.orgId)
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
}

/** The time that each invoice bills. */
export function listBilledTimes(
  tx: Tx,
  org: Org,
  ids: readonly string[],
): Promise<Pick<StoredInvoice, 'id' | 'startAt' | 'endAt'>[]> {
  return tx
    .selectFrom('invoices')
    .select(['id', 'startAt', 'endAt'])
    .where('orgId', '=', org.orgId)
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
}

/** `timeZone` is the zone of the days in filters. */
export function listInvoices(tx: Tx, org: Org, requested: { page: PageRequest; timeZone: string }) {
  const build = () => tx.selectFrom('invoices').select(SUMMARY).where('orgId', '=', org.orgId);
  return findPage({ tx, parameters: [org.orgId], build }, requested.page, { timeZone: requested.timeZone });
}

/**
 * Returns whether the PDF was set: false if a concurrent rendering was faster, or if the printed payment
 * status has changed since.
 */
export async function setInvoicePdf(
  tx: Tx,
  org: Org,
  pdf: { drawn: StoredInvoice; fileId: string; now: Temporal.Instant },
): Promise<boolean> {
  const { id, pdfFileId, paidAmount, status } = pdf.drawn;
  const { numUpdatedRows } = await tx
    .updateTable('invoices')
    .set({ pdfFileId: pdf.fileId, updatedAt: pdf.now })
    .set((eb) => ({ rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .where('pdfFileId', 'is not distinct from', pdfFileId)
    .where('paidAmount', '=', paidAmount)
    .where('status', '=', status)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
