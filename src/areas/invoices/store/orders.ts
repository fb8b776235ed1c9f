import { type Insertable, sql } from 'kysely';
import { publishEvent } from '#areas/webhooks/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import type { Org } from '#platform/http/operation.ts';
import { publishNumbered } from '../events/publish-invoice.ts';
import type { InvoicesTable } from '../tables.ts';
import type { InvoiceRow } from './invoices.ts';
import type { ComputedColumns } from './lifecycle.ts';

/** An order is finalized from the start: its amount cannot change. */
export async function insertOrder(
  tx: Tx,
  order: Omit<Insertable<InvoicesTable>, keyof ComputedColumns>,
  { details, info, ...computed }: ComputedColumns,
): Promise<InvoiceRow> {
  const metadata = json(order.metadata ?? {});
  const row = await tx
    .insertInto('invoices')
    .values({ ...order, ...computed, metadata, details: json(details), info: json(info) })
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as InvoiceRow;
}

/** The only change of a finalized document that the database permits: see `keep_finalized_invoice`. */
export async function convertOrder(
  tx: Tx,
  org: Org,
  paid: {
    order: Pick<InvoiceRow, 'id' | 'sequenceId' | 'invoiceDate'>;
    now: Temporal.Instant;
    set: Pick<InvoiceRow, 'dueDate' | 'sequenceId' | 'sequenceScope'>;
  },
): Promise<void> {
  const { order, now, set } = paid;
  publishEvent(tx, org, { type: 'order.paid', id: order.id, now, previous: { status: 'DUE' } });
  publishNumbered(tx, org, { id: order.id, status: 'PAID', from: 'DUE', now });
  const metadata = { orderNumber: order.sequenceId, orderDate: order.invoiceDate.toString() };
  await tx
    .updateTable('invoices')
    .set({ ...set, invoiceClass: 'INVOICE', status: 'PAID', invoiceDate: now, updatedAt: now })
    // The PDF of the order names it an order.
    .set({ pdfFileId: null, metadata: sql`metadata || ${json(metadata)}` })
    .set((eb) => ({ paidAmount: eb.ref('totalAmount'), rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', order.id)
    .where('invoiceClass', '=', 'ORDER')
    .where(sql<boolean>`status in ('DUE', 'PARTIALLY_PAID')`)
    .execute();
}
