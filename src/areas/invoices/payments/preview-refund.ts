import { type Decimal, decimal, ZERO } from '#core/decimal.ts';
import { linesOf } from '#core/invoice/index.ts';
import { runDry } from '#platform/db/dry-run.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { makeCreditNote } from '../credit-notes/make-credit-note.ts';
import { invoiceNotFound } from '../problems.ts';
import { readDocument } from '../rules.ts';
import { changeInvoice } from '../status/change-invoice.ts';
import { findInvoice, type StoredInvoice } from '../store/invoices.ts';
import type { RefundDestination } from './refund-preview-schema.ts';

interface Part {
  to: RefundDestination;
  amount: Decimal;
}

/**
 * What a refund would give back, and where to: the request is executed and rolled back. Without an amount it
 * is the refund of everything that was paid, or else a credit note. Raises the problems of both.
 */
export async function previewRefund(
  context: ScheduledWorkContext,
  { invoiceId: id, amount, by }: { invoiceId: string; amount: Decimal | undefined; by: string },
) {
  const before = await getInvoice(context, id);
  return runDry(context.tx, async () => {
    if (amount === undefined) {
      await changeInvoice(context, { id, status: 'REFUND_INITIATED', by });
      return describeRefund(await getInvoice(context, id));
    }
    const noteId = await makeCreditNote(context, { invoiceId: id, body: { amount, reason: 'Preview' } });
    const [after, note] = [await getInvoice(context, id), await getInvoice(context, noteId)];
    return describeNote(note, after.paidAmount.minus(before.paidAmount));
  });
}

async function getInvoice({ tx, org }: ScheduledWorkContext, id: string): Promise<StoredInvoice> {
  const invoice = await findInvoice(tx, org, id);
  if (!invoice) throw invoiceNotFound({ id });
  return invoice;
}

function describeRefund({ currency, metadata }: StoredInvoice) {
  const { refundAmount, walletTaken, ...refunds } = metadata as unknown as Refunded;
  const amount = decimal(refundAmount);
  const [provider, manual] = [sumOf(refunds.providerRefunds), sumOf(refunds.manualRefunds)];
  const parts: Part[] = [
    { to: 'PROVIDER', amount: provider },
    { to: 'MANUAL', amount: manual },
    { to: 'WALLET', amount: amount.minus(provider).minus(manual) },
  ];
  return {
    ...{ way: 'REFUND' as const, currency, amount, tax: undefined, parts: parts.filter(isGiven) },
    walletTaken: walletTaken === undefined ? undefined : decimal(walletTaken),
  };
}

interface Refunded {
  refundAmount: string;
  walletTaken?: string;
  providerRefunds?: readonly { amount: string }[];
  manualRefunds?: readonly { amount: string }[];
}

function sumOf(parts: readonly { amount: string }[] = []): Decimal {
  return parts.reduce((sum, { amount }) => sum.plus(decimal(amount)), ZERO);
}

/** `owed`: what the note pays of the invoice. */
function describeNote(note: StoredInvoice, owed: Decimal) {
  const { revenueInfo } = readDocument(note);
  const lineOf = (type: 'TOTAL_CREDITS' | 'TOTAL_TAX_AMOUNT') =>
    linesOf(revenueInfo, type).reduce((sum, { value }) => sum.plus(decimal(value)), ZERO);
  const amount = note.totalAmount.negated();
  const rest = amount.minus(owed);
  const parts: Part[] = [
    { to: 'INVOICE', amount: owed },
    { to: restOf(note), amount: rest },
    { to: 'CREDITS', amount: lineOf('TOTAL_CREDITS') },
  ];
  const tax = lineOf('TOTAL_TAX_AMOUNT').negated();
  return {
    ...{ way: 'CREDIT_NOTE' as const, currency: note.currency, amount, tax, parts: parts.filter(isGiven) },
    walletTaken: undefined,
  };
}

function restOf({ status, mergedInto, metadata }: StoredInvoice): RefundDestination {
  if (mergedInto !== null) return 'GROUP_INVOICE';
  if (status === 'DRAFT') return 'LATER';
  return 'refundDue' in metadata ? 'MANUAL' : 'WALLET';
}

function isGiven({ amount }: Part): boolean {
  return amount.gt(0);
}
