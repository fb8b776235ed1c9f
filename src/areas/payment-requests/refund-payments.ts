import { addMetadata, findInvoice, listRequestIds, type StoredInvoice } from '#areas/invoices/index.ts';
import { type Decimal, decimal, decimalText, ZERO } from '#core/decimal.ts';
import { readText, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import { newId } from '#platform/ids.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { RefundContent } from '#platform/payment-provider/provider.ts';
import { concludeRefund } from './conclude-refund.ts';
import { insertCall } from './store/calls.ts';
import { insertRefund, listLastRefunds } from './store/refunds.ts';
import { listConnectionIds } from './store/requests.ts';

/**
 * Requests from the provider the refund of each part of an invoice that it collected. Skips parts that are
 * already refunded or about to be.
 */
export async function refundPayments(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const { tx, org, now } = context;
  const invoiceId = readText(payload, 'invoiceId');
  const invoice = await findInvoice(tx, org, invoiceId);
  if (invoice?.status !== 'REFUND_INITIATED') return;
  const { currency } = invoice;
  const parts = await listCollected(context, invoice);
  const requestIds = parts.map(({ requestId }) => requestId);
  const connectionIds = await listConnectionIds(tx, org, requestIds);
  for (const { paymentId, requestId, amount } of parts) {
    const id = newId('pref', now);
    const row = { orgId: org.orgId, id, invoiceId, paymentId, requestId, amount, currency, createdAt: now };
    if (!(await insertRefund(tx, row))) continue;
    const content: RefundContent = { refundId: id, requestId, amount: decimalText(amount), currency };
    const connectionId = connectionIds.get(requestId) ?? '';
    await insertCall(tx, org, { id, kind: 'REFUND', targetId: id, connectionId, content });
  }
  const requested = (await listLastRefunds(tx, org, invoiceId)).map(({ id: refundId, paymentId, amount }) => {
    return { refundId, paymentId, amount: decimalText(amount) };
  });
  await addMetadata(tx, org, { id: invoiceId, metadata: { providerRefunds: requested }, now });
  await concludeRefund(context, invoiceId);
}

interface Part {
  paymentId: string;
  requestId: string;
  amount: Decimal;
}

/** Lists the amounts that a provider must refund, by payment, as determined at the start of the refund. */
async function listCollected(
  { tx, org }: ScheduledWorkContext,
  { metadata }: StoredInvoice,
): Promise<Part[]> {
  const amounts = new Map<string, Decimal>();
  const parts = (metadata.providerRefunds ?? []) as { paymentId: string; amount: string }[];
  for (const { paymentId, amount } of parts)
    amounts.set(paymentId, (amounts.get(paymentId) ?? ZERO).plus(decimal(amount)));
  const requestIds = await listRequestIds(tx, org, [...amounts.keys()]);
  return [...requestIds].map(([paymentId, requestId]) => {
    return { paymentId, requestId, amount: amounts.get(paymentId) ?? ZERO };
  });
}
