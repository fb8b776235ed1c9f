import { raiseOrder } from '#areas/invoices/index.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { Made, Start } from './make-purchase.ts';
import { planGrant } from './planned-work.ts';
import { toOffer } from './read-offer.ts';

/**
 * Creates the order of a purchase. A purchase with a price of 0 is paid at once; one without cards to bill
 * needs no order.
 */
export async function beginPurchase(
  context: ScheduledWorkContext,
  made: Made,
  expiresAt: Temporal.Instant | undefined,
): Promise<Start> {
  const { id, account, version, sale } = made;
  if (sale.cards.length === 0) {
    await planGrant(context, id);
    return { status: 'IN_PROGRESS', invoiceId: null };
  }
  const offer = await toOffer(context, { account, version, sale });
  const order = { ...offer, purchaseId: id, expiresAt: expiresAt ?? null };
  const { invoiceId, status } = await raiseOrder(context, order);
  return { status: status === 'PAID' ? 'IN_PROGRESS' : 'PENDING', invoiceId };
}
