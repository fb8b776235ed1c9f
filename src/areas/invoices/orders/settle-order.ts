import { getOrganization } from '#areas/organizations/index.ts';
import { cancelScheduledWork, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { dueDateOf } from '../lifecycle/invoice-dates.ts';
import { planPdf, readText } from '../lifecycle/planned-work.ts';
import { takeInvoiceNumber } from '../lifecycle/take-number.ts';
import { planCollection } from '../payments/plan-collection.ts';
import { setStatus } from '../store/changes.ts';
import type { InvoiceRow } from '../store/invoices.ts';
import { lockInvoice } from '../store/lifecycle.ts';
import { convertOrder } from '../store/orders.ts';
import { EXPIRE_ORDER, planOrderSettled } from './planned-work.ts';

/**
 * A locked order that is paid in full becomes an invoice of that moment: it keeps its id and what it says,
 * gets an invoice number, and its order number stays in the metadata.
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
  // Last, because every other invoice of the organization waits for its number from here to the commit.
  const number = await takeInvoiceNumber(context, order, dated);
  await convertOrder(tx, org, {
    order,
    now,
    set: { dueDate: dueDateOf(dated), ...number },
  });
}

/** A locked order that nobody is asked for any more; it keeps its number. */
export async function endOrder(
  context: ScheduledWorkContext,
  { order, outcome }: { order: InvoiceRow; outcome: 'VOID' | 'UN_COLLECTIBLE' },
): Promise<void> {
  const { tx, org, now } = context;
  await planOrderSettled(context, { invoiceId: order.id, outcome });
  await cancelScheduledWork(tx, org, { kind: EXPIRE_ORDER, key: order.id });
  await setStatus(tx, org, { id: order.id, status: outcome, from: 'DUE', now });
}

/** Who has paid nothing of an order by its last instant cannot pay it any more. */
export async function expireOrder(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const { tx, org } = context;
  const order = await lockInvoice(tx, org, readText(payload, 'invoiceId'));
  if (order?.invoiceClass !== 'ORDER' || order.status !== 'DUE') return;
  await endOrder(context, { order, outcome: 'VOID' });
}

/** The zone of the days that orders and their invoices name. */
export async function readOrderZone({ tx, org }: Pick<ScheduledWorkContext, 'tx' | 'org'>): Promise<string> {
  return (await getOrganization(tx, org)).timezone;
}
