import { lockAccount } from '#areas/accounts/index.ts';
import { findCredit, lockCredits, planCreditsChanged, voidCredit } from '#areas/credits/index.ts';
import {
  debitWallet,
  findHold,
  holdMoney,
  lockWallet,
  recordMovement,
  type WalletRow,
} from '#areas/wallets/index.ts';
import { type Decimal, decimalText } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import { noteEffect } from '#platform/db/effects.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { concurrentChange } from '#platform/problem.ts';
import { type AllocationRow, listPaymentAllocations } from '../store/allocations.ts';
import { listFamilies } from '../store/families.ts';
import type { StoredInvoice } from '../store/invoices.ts';
import { listRecords, lockPayment, type PaymentRow, type RecordRow, setReversed } from '../store/payments.ts';
import { takeBack } from './allocate.ts';
import { lockTargets } from './lock-targets.ts';
import { paymentNotReversible, paymentReversed } from './problems.ts';

interface Undoing {
  payment: PaymentRow;
  invoices: Map<string, StoredInvoice>;
  wallet: WalletRow;
}

/**
 * Reverses a payment, all or nothing, and stores it as version 2: its invoices are owed again, the wallet
 * returns its part, and its credits become void. Money spent meanwhile cannot be reversed. Raises
 * `paymentReversed` or `paymentNotReversible`.
 */
export async function reversePayment(
  context: ScheduledWorkContext,
  { id, accountId }: Pick<PaymentRow, 'id' | 'accountId'>,
  { reason, by }: { reason: string; by: string },
): Promise<void> {
  const { tx, org, now } = context;
  const account = await lockAccount(tx, org, accountId);
  const payment = await lockPayment(tx, org, id);
  if (payment?.status !== 'RECORDED') throw paymentReversed({ id });
  noteReversal(tx, payment);
  const records = (await listRecords(tx, org, [id])).get(id) ?? [];
  const targets = records.flatMap(({ type, targetId }) => (type === 'INVOICE' ? [targetId] : []));
  const invoices = await lockTargets(context, account, { ids: targets });
  const credits = records.flatMap(({ type, targetId }) => (type === 'CREDIT' ? [targetId] : []));
  await lockCredits(tx, org, credits);
  const wallet = await lockWallet(tx, org, account.id);
  if (!wallet) throw concurrentChange();
  const undoing: Undoing = { payment, invoices, wallet };
  await undoAllocations(context, undoing);
  for (const record of records.toReversed()) await undoRecord(context, undoing, record);
  await setReversed(tx, org, { id, reversedAt: now, reversedBy: by, reversalReason: reason });
}

function noteReversal(tx: Tx, { id, accountId, totalAmount: amount, currency }: PaymentRow): void {
  const subject = { type: 'payment', id };
  const money = { amount, currency };
  noteEffect(tx, { kind: 'REFUND', action: 'REVERSE_PAYMENT', subject, accountId, money });
}

/** Reverses its allocations to issued invoices. */
async function undoAllocations(context: ScheduledWorkContext, { payment, invoices }: Undoing): Promise<void> {
  const { id, accountId, currency } = payment;
  for (const allocation of await listPaymentAllocations(context.tx, context.org, id)) {
    const { invoiceId, amount } = allocation;
    const invoice = invoices.get(invoiceId) as StoredInvoice;
    checkInvoice(id, invoice);
    await rejectGivenBack(context, { id, allocation });
    const movement = { accountId, currency, amount, kind: 'REVERSAL' } as const;
    const movementId = await recordMovement(context, { ...movement, from: 'INVOICES', to: 'RECEIVED' });
    invoices.set(invoiceId, await takeBack(context, invoice, { allocation, movementId }));
  }
}

/** An amount that a credit note refunded, or is about to refund, is no longer received. */
async function rejectGivenBack(
  { tx, org }: ScheduledWorkContext,
  { id, allocation }: { id: string; allocation: AllocationRow },
): Promise<void> {
  const notes = await listFamilies(tx, org, allocation.invoiceId);
  const note = notes.find(({ refundParts }) =>
    refundParts?.some(({ allocationId }) => allocationId === allocation.id),
  );
  if (note) throw paymentNotReversible({ id, because: `credit note ${note.id} has given part of it back` });
}

/** Grants of a paid order are not reversed; refunds have a separate path. */
function checkInvoice(id: string, { id: invoiceId, status, metadata, invoiceClass }: StoredInvoice): void {
  const isConverted = invoiceClass === 'INVOICE' && metadata.orderNumber !== undefined;
  if (isConverted)
    throw paymentNotReversible({
      id,
      because: `the purchase of invoice ${invoiceId} has been granted; refund the invoice instead`,
    });
  if (status === 'REFUND_INITIATED' || status === 'REFUND_COMPLETED')
    throw paymentNotReversible({ id, because: `invoice ${invoiceId} is ${status}` });
}

async function undoRecord(context: ScheduledWorkContext, undoing: Undoing, record: RecordRow): Promise<void> {
  const { type, amount, targetId, isHold } = record;
  if (amount.isZero()) return;
  switch (type) {
    case 'INVOICE':
      if (isHold) await undoHold(context, undoing, record);
      return;
    case 'CREDIT':
      return undoCredit(context, undoing, targetId);
    case 'WALLET_CREDIT':
      return takeFromWallet(context, undoing, record);
    default:
      return type satisfies never;
  }
}

/** Reduces the hold of a draft. If it was issued meanwhile, the money is spent. */
async function undoHold(context: ScheduledWorkContext, undoing: Undoing, record: RecordRow): Promise<void> {
  const { amount, targetId: invoiceId } = record;
  const draft = undoing.invoices.get(invoiceId);
  if (draft?.status === 'DRAFT') {
    const change = { invoiceId, requested: amount.negated(), total: draft.totalAmount };
    undoing.wallet = await holdMoney(context, undoing.wallet, change);
  }
  if (draft?.mergedInto) await undoPassedHold(context, undoing, { invoiceId: draft.mergedInto, amount });
  await takeFromWallet(context, undoing, record);
}

/** The draft was merged into a group's draft, whose hold is reduced. */
async function undoPassedHold(
  context: ScheduledWorkContext,
  undoing: Undoing,
  { invoiceId, amount }: { invoiceId: string; amount: Decimal },
): Promise<void> {
  const { tx, org } = context;
  const { accountId } = undoing.wallet;
  // Under the lock of the wallet, which the issue of the group's invoice takes before it spends the hold.
  const hold = await findHold(tx, org, { accountId, invoiceId });
  if (!hold) return;
  const change = { invoiceId, requested: amount.negated(), total: hold.amount };
  undoing.wallet = await holdMoney(context, undoing.wallet, change);
}

async function undoCredit(
  context: ScheduledWorkContext,
  { payment }: Undoing,
  creditId: string,
): Promise<void> {
  const credit = await findCredit(context.tx, context.org, creditId);
  if (credit?.status !== 'ACTIVE' || credit.consumedAmount.gt(0))
    throw paymentNotReversible({ id: payment.id, because: `credit ${creditId} is void or already used` });
  await voidCredit(context, credit);
  await planCreditsChanged(context, [credit.accountId]);
  const { accountId, currency } = payment;
  const movement = { accountId, currency, amount: credit.creditAmount, kind: 'REVERSAL' } as const;
  await recordMovement(context, { ...movement, from: 'CREDITS', to: 'RECEIVED' });
}

async function takeFromWallet(
  context: ScheduledWorkContext,
  undoing: Undoing,
  { amount }: Pick<RecordRow, 'amount'>,
): Promise<void> {
  const { payment, wallet } = undoing;
  if (wallet.balance.lt(amount)) {
    const because =
      `the wallet has only ${decimalText(wallet.balance)} left of the ${decimalText(amount)} that the ` +
      'payment added';
    throw paymentNotReversible({ id: payment.id, because });
  }
  const move = { amount, kind: 'REVERSAL', entityId: payment.id, description: 'Payment reversed' } as const;
  undoing.wallet = (await debitWallet(context, wallet, move)).wallet;
}
