import type { Decimal } from '#core/decimal.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { publishOwedAgain } from '../events/publish-again.ts';
import { payOrder, readOrderZone } from '../orders/settle-order.ts';
import { type AllocationRow, insertAllocation, setPaid } from '../store/allocations.ts';
import type { InvoiceRow, StoredInvoice } from '../store/invoices.ts';

/** An allocation to an invoice whose money has already moved in the ledger. */
export type NewAllocation = Pick<AllocationRow, 'accountId' | 'movementId' | 'amount'> &
  ({ kind: 'PAYMENT'; paymentId: string } | { kind: 'WALLET' });

/**
 * Allocates money to a locked invoice and updates its status. A fully paid order becomes an invoice and
 * takes its number; the caller has locked everything else that it needs.
 */
export async function allocate<T extends StoredInvoice>(
  context: ScheduledWorkContext,
  invoice: T,
  allocation: NewAllocation,
): Promise<T> {
  const { tx, org, now } = context;
  const { id, totalAmount } = invoice;
  const row = { paymentId: null, ...allocation, invoiceId: id, reverses: null, createdAt: now };
  await insertAllocation(tx, org, row);
  const paidAmount = invoice.paidAmount.plus(allocation.amount);
  const status = statusWhenPaid(invoice, paidAmount);
  const paid = { ...invoice, paidAmount, status };
  if (invoice.invoiceClass === 'ORDER' && paidAmount.eq(totalAmount)) {
    const order = invoice as StoredInvoice as InvoiceRow;
    await payOrder(context, { order, timeZone: await readOrderZone(context) });
    return { ...paid, invoiceClass: 'INVOICE' };
  }
  await setPaid(tx, org, { id, paidAmount, status, from: invoice.status, now });
  return paid;
}

/** Reverses an allocation, once: the database rejects a second reversal. */
export async function takeBack<T extends StoredInvoice>(
  context: ScheduledWorkContext,
  invoice: T,
  { allocation, movementId }: { allocation: AllocationRow; movementId: number },
): Promise<T> {
  const { tx, org, now } = context;
  const { id: reverses, amount, accountId, paymentId } = allocation;
  const { id } = invoice;
  await insertAllocation(tx, org, {
    ...{ invoiceId: id, accountId, kind: 'REVERSAL', paymentId, movementId, reverses },
    ...{ amount: amount.negated(), createdAt: now },
  });
  const paidAmount = invoice.paidAmount.minus(amount);
  const status = statusWhenPaid(invoice, paidAmount);
  await setPaid(tx, org, { id, paidAmount, status, from: invoice.status, now });
  if (invoice.status === 'PAID') await publishOwedAgain(context, invoice);
  return { ...invoice, paidAmount, status };
}

/** An uncollectible invoice keeps its status until it is paid in full (`money-platform.md` 10.4). */
function statusWhenPaid(
  { status, totalAmount }: Pick<StoredInvoice, 'status' | 'totalAmount'>,
  paidAmount: Decimal,
): 'DUE' | 'PARTIALLY_PAID' | 'PAID' | 'UN_COLLECTIBLE' {
  if (paidAmount.eq(totalAmount)) return 'PAID';
  if (status === 'UN_COLLECTIBLE') return status;
  return paidAmount.isZero() ? 'DUE' : 'PARTIALLY_PAID';
}

/** Returns the outstanding amount of an invoice. */
export function outstandingOf({ totalAmount, paidAmount }: StoredInvoice): Decimal {
  return totalAmount.minus(paidAmount);
}
