import type { Layout } from '#areas/invoice-templates/index.ts';
import { Decimal, ZERO } from '#core/decimal.ts';
import type { InvoiceDocument } from '#core/invoice/index.ts';
import type { StoredInputs } from '#core/invoice/stored-inputs.ts';
import { amountText } from './formats.ts';
import type { PrintableRow, PrintedInvoice } from './printed-invoice.ts';

/** The amounts due on an invoice. */
export interface Owed {
  isDraft: boolean;
  total: Decimal;
  paid: Decimal;
  /** The outstanding amount; for a draft, what it would be. Never below zero. */
  open: Decimal;
}

/** The statuses in which an issued invoice is payable, as in its mail. */
const PAYABLE: ReadonlySet<PrintableRow['status']> = new Set<PrintableRow['status']>([
  'DUE',
  'PARTIALLY_PAID',
  'UN_COLLECTIBLE',
]);

type OwingRow = Pick<
  PrintableRow,
  'inputs' | 'invoiceClass' | 'invoiceType' | 'status' | 'finalizingStatus' | 'paidAmount'
>;

export function readOwed(row: OwingRow, { totalAmount }: InvoiceDocument): Owed {
  const isDraft = row.finalizingStatus !== 'FINALIZED';
  const total = new Decimal(totalAmount);
  const paid = isPaidOrder(row) ? total : row.paidAmount;
  const isPayable = isDraft || PAYABLE.has(row.status);
  return { isDraft, total, paid, open: isPayable ? Decimal.max(total.minus(paid), ZERO) : ZERO };
}

/**
 * An order becomes an invoice when it is paid, so nothing of it is open. The settlement of a charge in
 * advance has the same type but was never an order.
 */
function isPaidOrder({ inputs: text, invoiceClass, invoiceType }: OwingRow): boolean {
  if (invoiceClass !== 'INVOICE' || invoiceType !== 'ADHOC_ADVANCED') return false;
  const inputs = JSON.parse(text) as StoredInputs;
  return 'timing' in inputs && inputs.timing === 'PURCHASE';
}

/** Prints the sums below the lines, with the amount due, if any, emphasized. */
export function printTotals(
  parts: PrintedInvoice['parts'],
  { owed, row, layout }: { owed: Owed; row: Pick<PrintableRow, 'currency'>; layout: Layout },
): Pick<PrintedInvoice, 'parts' | 'totalName' | 'total'> {
  const { isDraft, total, paid, open } = owed;
  const { labels } = layout;
  const amount = (value: Decimal) => amountText(value, row.currency, layout);
  const sum = (totalName: string, value = total) => ({
    ...{ parts, totalName, total: `${row.currency} ${amount(value)}` },
  });
  if (isDraft) return sum(labels.totalSoFar);
  if (open.gt(0) && paid.gt(0)) {
    const paidParts: PrintedInvoice['parts'] = [
      [labels.total, amount(total)],
      [labels.paid, amount(paid.negated())],
    ];
    return { ...sum(labels.amountDue, open), parts: [...parts, ...paidParts] };
  }
  if (open.gt(0)) return sum(labels.totalDue);
  return sum(total.gt(0) && paid.eq(total) ? labels.totalPaid : labels.total);
}
