import { publishEvent } from '#areas/webhooks/index.ts';
import type { Decimal } from '#core/decimal.ts';
import { startOfDay } from '#core/period-zone.ts';
import { newId } from '#platform/ids.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { computedColumns } from '../lifecycle/computed-columns.ts';
import { dueDateOf } from '../lifecycle/invoice-dates.ts';
import { planPdf } from '../lifecycle/planned-work.ts';
import { takeOrderNumber } from '../lifecycle/take-number.ts';
import { planCollection } from '../payments/plan-collection.ts';
import { insertOrder } from '../store/orders.ts';
import { planOrderExpiry } from './planned-work.ts';
import { type Offer, type PricedOffer, priceOffer } from './price-offer.ts';
import { payOrder } from './settle-order.ts';

/** The created document and its total. */
export interface RaisedInvoice {
  invoiceId: string;
  total: Decimal;
  status: 'DUE' | 'PAID';
}

/**
 * Creates an order with its own number, which the account must pay before anything is granted. An order with
 * a total of 0 is paid at once and returned as an invoice. Credits never pay for an order
 * (`money-platform.md` 13.3), and composites exclude it. Plans `ORDER_SETTLED` when it is paid, void or
 * uncollectible. Raises the problems of `priceOffer`.
 */
export async function raiseOrder(
  context: ScheduledWorkContext,
  order: Offer & { purchaseId: string; expiresAt?: Temporal.Instant | null },
): Promise<RaisedInvoice> {
  const { tx, org, now } = context;
  const { expiresAt, purchaseId } = order;
  const priced = await priceOffer(context, order);
  const { totalAmount: total, netTermDays } = priced.computed;
  const { timeZone } = priced;
  const dated = { invoiceDate: now, timeZone, netTermDays };
  const number = await takeOrderNumber(context, dated);
  const row = await insertOrder(
    tx,
    {
      ...offerColumns(context, order, priced),
      ...{ invoiceClass: 'ORDER', invoiceType: 'ADHOC_ADVANCED', status: 'DUE' },
      ...{ finalizingStatus: 'FINALIZED', metadata: { purchaseId }, dueDate: dueDateOf(dated) },
      ...number,
    },
    computedColumns(priced.computed),
  );
  publishEvent(tx, org, { type: 'order.created', id: row.id, now });
  if (total.isZero()) {
    await payOrder(context, { order: row, timeZone });
    return { invoiceId: row.id, total, status: 'PAID' };
  }
  if (expiresAt) await planOrderExpiry(context, { invoiceId: row.id, dueAt: expiresAt });
  await planPdf(context, row.id);
  await planCollection(context, row.id);
  return { invoiceId: row.id, total, status: 'DUE' };
}

/** Returns the columns that every document of a purchase has. */
export function offerColumns(
  { org, now }: Pick<ScheduledWorkContext, 'org' | 'now'>,
  { account, pricePlan, period, isMoney }: Offer,
  { timeZone }: PricedOffer,
) {
  return {
    orgId: org.orgId,
    id: newId('inv', now),
    accountId: account.id,
    customerId: account.customerId,
    planId: isMoney ? null : pricePlan.id,
    planVersion: isMoney ? null : pricePlan.version,
    startAt: startOfDay(Temporal.PlainDate.from(period.start), timeZone),
    endAt: startOfDay(Temporal.PlainDate.from(period.end), timeZone),
    invoiceDate: now,
    generatedAt: now,
    createdAt: now,
    updatedAt: now,
  };
}
