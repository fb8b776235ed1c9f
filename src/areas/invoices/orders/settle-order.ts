import { getOrganization } from '#areas/organizations/index.ts';
import { cancelScheduledWork, readText, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { noteIssue } from '../finalization/note-effects.ts';
import { dueDateOf } from '../lifecycle/invoice-dates.ts';
import { planPdf } from '../lifecycle/planned-work.ts';
import { takeInvoiceNumber } from '../lifecycle/take-number.ts';
import { planCollection } from '../payments/plan-collection.ts';
import { setStatus } from '../store/changes.ts';
import type { InvoiceRow } from '../store/invoices.ts';
import { lockInvoice } from '../store/lifecycle.ts';
import { convertOrder } from '../store/orders.ts';
import { EXPIRE_ORDER, planOrderSettled } from './planned-work.ts';

/**
 * Turns a locked, fully paid order into an invoice of this instant: it keeps its id and content, gets an
 * invoice number, and its order number moves to the metadata.
 */
export async function payOrder(
  context: ScheduledWorkContext,
  { order, timeZone }: { order: InvoiceRow; timeZone: string },
): Promise<void> {
  const { tx, org, now } = context;
  const { id, netTermDays } = order;
  await planOrderSettled(context, { invoiceId: id, outcome: 'PAID' });
  await cancelScheduledWork(tx, org, { kind: EXPIRE_ORDER, key: id });
  await planPdf(context, id);
  await planCollection(context, id);
  const dated = { invoiceDate: now, timeZone, netTermDays };
  // Taken last, because from here to the commit every other invoice of the organization waits for its number.
  const number = await takeInvoiceNumber(context, order, dated);
  noteIssue(tx, order, order);
  await convertOrder(tx, org, {
    order,
    now,
    set: { dueDate: dueDateOf(dated), ...number },
  });
}

/** Ends a locked order that is no longer payable; it keeps its number. */
export async function endOrder(
  context: ScheduledWorkContext,
  { order, outcome }: { order: InvoiceRow; outcome: 'VOID' | 'UN_COLLECTIBLE' },
): Promise<void> {
  const { tx, org, now } = context;
  await planOrderSettled(context, { invoiceId: order.id, outcome });
  await cancelScheduledWork(tx, org, { kind: EXPIRE_ORDER, key: order.id });
  await setStatus(tx, org, { id: order.id, status: outcome, from: 'DUE', now });
}

/** Ends an order without payments at its deadline. */
export async function expireOrder(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const { tx, org } = context;
  const order = await lockInvoice(tx, org, readText(payload, 'invoiceId'));
  if (order?.invoiceClass !== 'ORDER' || order.status !== 'DUE') return;
  await endOrder(context, { order, outcome: 'VOID' });
}

/** Returns the zone of the days on orders and their invoices. */
export async function readOrderZone({ tx, org }: Pick<ScheduledWorkContext, 'tx' | 'org'>): Promise<string> {
  return (await getOrganization(tx, org)).timezone;
}
