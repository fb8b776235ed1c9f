import { grantCredits } from '#areas/credits/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { creditWallet, holdMoney, recordMovement, type WalletRow } from '#areas/wallets/index.ts';
import { localDate } from '#core/period-zone.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { StoredInvoice } from '../store/invoices.ts';
import type { RecordRow } from '../store/payments.ts';
import { allocate } from './allocate.ts';
import { paymentInvalid } from './problems.ts';
import type { Booking } from './record-payment.ts';
import type { SplitRecord } from './split-payment.ts';

type Booked = Omit<RecordRow, 'paymentId'>;

/** Of a paid credit: after all others, without an end (`money-platform.md` 14.5). */
const CREDIT_PRIORITY = 100;

/** Books the part of one record and returns its target. */
export async function bookRecord(
  context: ScheduledWorkContext,
  booking: Booking,
  part: SplitRecord,
): Promise<Booked> {
  const { type, amount, order: recordOrder } = part;
  const booked = { recordOrder, type, amount, isHold: false };
  switch (type) {
    case 'INVOICE': {
      const invoice = booking.invoices.get(part.platformId ?? '') as StoredInvoice;
      const isHold = invoice.status === 'DRAFT';
      if (amount.gt(0)) await (isHold ? hold : pay)(context, booking, { part, invoice });
      return { ...booked, targetId: invoice.id, isHold };
    }
    case 'CREDIT':
      return { ...booked, targetId: await grant(context, booking, part) };
    case 'WALLET_CREDIT':
      if (amount.gt(0)) await fill(context, booking, { part, description: 'Payment' });
      return { ...booked, targetId: booking.wallet.id };
    default:
      return type satisfies never;
  }
}

async function pay(
  context: ScheduledWorkContext,
  booking: Booking,
  { part: { amount }, invoice }: { part: SplitRecord; invoice: StoredInvoice },
): Promise<void> {
  const { account, payment, invoices } = booking;
  const { id: paymentId, currency } = payment;
  const movement = { accountId: account.id, currency, amount, kind: 'PAYMENT' } as const;
  const movementId = await recordMovement(context, { ...movement, from: 'RECEIVED', to: 'INVOICES' });
  const allocation = { accountId: account.id, kind: 'PAYMENT', paymentId, movementId, amount } as const;
  invoices.set(invoice.id, await allocate(context, invoice, allocation));
}

/** Puts the payment of a draft into the wallet and holds it for the draft (`money-platform.md` 15.2). */
async function hold(
  context: ScheduledWorkContext,
  booking: Booking,
  { part, invoice }: { part: SplitRecord; invoice: StoredInvoice },
): Promise<void> {
  const wallet = await fill(context, booking, { part, description: 'Payment for a draft' });
  const { id: invoiceId, totalAmount: total } = invoice;
  booking.wallet = await holdMoney(context, wallet, { invoiceId, requested: part.amount, total });
}

async function fill(
  context: ScheduledWorkContext,
  booking: Booking,
  { part, description }: { part: SplitRecord; description: string },
): Promise<WalletRow> {
  const { id: entityId, isCollected: isOwed } = booking.payment;
  const move = { amount: part.amount, kind: 'PAYMENT', entityId, description, isOwed } as const;
  const { wallet } = await creditWallet(context, booking.wallet, move);
  booking.wallet = wallet;
  return wallet;
}

async function grant(context: ScheduledWorkContext, booking: Booking, part: SplitRecord): Promise<string> {
  const { account, payment } = booking;
  const { amount, at } = part;
  if (amount.isZero())
    throw paymentInvalid({
      at: `${at}.amount`,
      rule: 'the other records already use the whole payment, so this credit would be 0; remove the record',
    });
  const { timezone } = await getOrganization(context.tx, context.org);
  const granted = {
    accountId: account.id,
    purpose: `Payment ${payment.id}`,
    effectiveFrom: localDate(context.now, timezone),
    creditAmount: amount,
    priority: CREDIT_PRIORITY,
  };
  const [credit] = await grantCredits(context, [granted], { isPaid: true });
  const { currency } = payment;
  const movement = { accountId: account.id, currency, amount, kind: 'PAYMENT' } as const;
  await recordMovement(context, { ...movement, from: 'RECEIVED', to: 'CREDITS' });
  return (credit as NonNullable<typeof credit>).id;
}
