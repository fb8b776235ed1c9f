import type { AccountRow } from '#areas/accounts/index.ts';
import { recordMovement } from '#areas/wallets/index.ts';
import { newId } from '#platform/ids.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { StoredInvoice } from '../store/invoices.ts';
import { insertPayment, insertRecords } from '../store/payments.ts';
import { allocate, outstandingOf } from './allocate.ts';

/** The source name of an invoice set to PAID manually. */
const MANUAL = 'MANUAL';

/**
 * Records a manual payment of the whole outstanding amount of a locked invoice, because no invoice is paid
 * without a payment (`money-platform.md` 10.4). The payer is the account of the invoice, or a member of its
 * group.
 */
export async function payOutstanding<T extends StoredInvoice>(
  context: ScheduledWorkContext,
  invoice: T,
  { account, by }: { account: Pick<AccountRow, 'id'>; by: string },
): Promise<T> {
  const { tx, org, now } = context;
  const { currency } = invoice;
  const totalAmount = outstandingOf(invoice);
  const [paymentId, accountId] = [newId('payment', now), account.id];
  await insertPayment(tx, org, {
    ...{ id: paymentId, accountId, sourceType: 'CASH', sourceName: MANUAL, transactionNumber: paymentId },
    ...{ currency, totalAmount, createdBy: by, createdAt: now },
  });
  const record = { recordOrder: 1, type: 'INVOICE', targetId: invoice.id, amount: totalAmount } as const;
  await insertRecords(tx, org, { paymentId, records: [{ ...record, isHold: false }] });
  const movement = { accountId, currency, amount: totalAmount, kind: 'PAYMENT' } as const;
  const movementId = await recordMovement(context, { ...movement, from: 'RECEIVED', to: 'INVOICES' });
  return allocate(context, invoice, {
    ...{ accountId, kind: 'PAYMENT', paymentId, movementId, amount: totalAmount },
  });
}
