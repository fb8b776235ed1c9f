import { type AccountRow, accountArchived } from '#areas/accounts/index.ts';
import { lockWallet, type WalletRow, walletNotFound } from '#areas/wallets/index.ts';
import { currencyDigits } from '#core/currency.ts';
import type { Decimal } from '#core/decimal.ts';
import { newId } from '#platform/ids.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { concurrentChange } from '#platform/problem.ts';
import type { StoredInvoice } from '../store/invoices.ts';
import { findPaymentId, insertPayment, insertRecords } from '../store/payments.ts';
import type { PaymentsTable } from '../tables.ts';
import { bookRecord } from './book-record.ts';
import { lockTargets } from './lock-targets.ts';
import { checkPayable, findPayables, toWalletUnlessPayable } from './payables.ts';
import { paymentInvalid, paymentTaken } from './problems.ts';
import { type RequestedRecord, type SplitRecord, splitPayment } from './split-payment.ts';

/** A received payment and its allocation. */
export interface NewPayment
  extends Pick<
    PaymentsTable,
    | 'sourceType'
    | 'sourceName'
    | 'transactionNumber'
    | 'referenceDescription'
    | 'referenceMetadata'
    | 'description'
    | 'notes'
    | 'currency'
    | 'totalAmount'
    | 'createdBy'
  > {
  records: readonly RequestedRecord[];
  /**
   * The provider request that collected it. Such money is always booked: the part that invoices can no
   * longer take goes to the wallet, even of an archived account or one that is INACTIVE.
   */
  requestId?: string;
  /** The line of a bank statement of which it is a part. */
  bankLineId?: string;
}

/** The shared data of the records of one payment while they are booked. */
export interface Booking {
  account: AccountRow;
  payment: Pick<PaymentsTable, 'id' | 'currency' | 'transactionNumber'> & { isCollected: boolean };
  invoices: Map<string, StoredInvoice>;
  wallet: WalletRow;
}

/**
 * Records a payment of a locked account, all or nothing: invoices, credits and the wallet get their parts,
 * and the unallocated rest goes to the wallet. Locks everything before it books anything, in the order
 * account, drafts, invoices, groups, wallet; takes the numbers of orders that become invoices afterwards.
 * Returns the id. Raises `paymentTaken`, `paymentInvalid`, and the problems of its records.
 */
export async function recordPayment(
  context: ScheduledWorkContext,
  account: AccountRow,
  { records: requested, ...payment }: NewPayment,
): Promise<string> {
  const { tx, org, now } = context;
  const { currency, totalAmount } = payment;
  checkAmounts(account, { currency, amounts: [totalAmount, ...requested.map(({ amount }) => amount)] });
  // First, because what it paid cannot be paid again, and that would be the wrong reason.
  await rejectTaken(context, { ...payment, accountId: account.id });
  const ids = requested.flatMap(({ type, platformId }) =>
    type === 'INVOICE' && platformId ? [platformId] : [],
  );
  const isCollected = payment.requestId !== undefined;
  const invoices = await lockTargets(context, account, { ids, isOfRequest: isCollected });
  const records = isCollected ? toWalletUnlessPayable(requested, invoices) : requested;
  const wallet = await lockWallet(tx, org, account.id);
  if (!wallet) throw walletNotFound({ accountId: account.id });
  checkPayable(records, invoices);
  const parts = splitPayment(totalAmount, records, await findPayables(context, invoices));
  if (!isCollected) checkArchived(account, parts);
  const id = newId('payment', now);
  await insertOnce(context, { ...payment, id, accountId: account.id });
  const { transactionNumber } = payment;
  const booking: Booking = {
    account,
    payment: { id, currency, transactionNumber, isCollected },
    invoices,
    wallet,
  };
  const booked = [];
  for (const part of parts) booked.push(await bookRecord(context, booking, part));
  await insertRecords(tx, org, { paymentId: id, records: booked });
  return id;
}

function checkAmounts(
  { invoiceCurrency }: AccountRow,
  { currency, amounts }: { currency: string; amounts: (Decimal | undefined)[] },
): void {
  if (currency !== invoiceCurrency)
    throw paymentInvalid({ at: 'currency', rule: `must be ${invoiceCurrency}, the currency of the account` });
  const digits = currencyDigits(currency);
  const fine = amounts.findIndex((amount) => amount && amount.decimalPlaces() > digits);
  if (fine < 0) return;
  const at = fine === 0 ? 'totalAmount' : `lineItemRecords[${fine - 1}].amount`;
  throw paymentInvalid({ at, rule: `must have at most ${digits} decimal places in ${currency}` });
}

/** Invoices outlive an archived account, but nobody could use its money or credits. */
function checkArchived({ id, status }: AccountRow, parts: readonly SplitRecord[]): void {
  if (status !== 'ARCHIVED') return;
  if (parts.some(({ type, amount }) => type !== 'INVOICE' && amount.gt(0))) throw accountArchived({ id });
}

async function insertOnce(
  { tx, org, now }: ScheduledWorkContext,
  payment: Omit<NewPayment, 'records'> & { id: string; accountId: string },
): Promise<void> {
  if (await insertPayment(tx, org, { ...payment, createdAt: now })) return;
  await rejectTaken({ tx, org }, payment);
  throw concurrentChange();
}

async function rejectTaken(
  { tx, org }: Pick<ScheduledWorkContext, 'tx' | 'org'>,
  payment: Parameters<typeof findPaymentId>[2],
): Promise<void> {
  const id = await findPaymentId(tx, org, payment);
  if (id !== null) throw paymentTaken({ id, number: payment.transactionNumber });
}
