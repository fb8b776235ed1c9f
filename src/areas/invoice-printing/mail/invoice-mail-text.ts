import type { StoredInvoice } from '#areas/invoices/index.ts';
import type { Decimal } from '#core/decimal.ts';
import { type MailWords, oneLine, writeMail } from '#platform/mail/write-mail.ts';
import { amountText, dayText } from '../pdf/formats.ts';

/** The fields that the text of the mail uses. */
export type MailedInvoice = Pick<
  StoredInvoice,
  | 'id'
  | 'sequenceId'
  | 'invoiceClass'
  | 'invoiceType'
  | 'status'
  | 'currency'
  | 'totalAmount'
  | 'paidAmount'
  | 'invoiceDate'
  | 'dueDate'
  | 'details'
>;

/**
 * Writes the mail with the attached invoice: its number, total, due date and payment link. Names of
 * customers and organizations are untrusted data.
 */
export function writeInvoiceMail(
  invoice: MailedInvoice,
  known: { timeZone: string; paymentLink: string | null; isSandbox: boolean },
): MailWords {
  const { timeZone, isSandbox, paymentLink } = known;
  const title = `${nameOf(invoice)} ${invoice.sequenceId ?? invoice.id}`;
  const seller = oneLine(invoice.details.organization?.businessName ?? '');
  const buyer = oneLine(buyerOf(invoice));
  const subject = `${isSandbox ? '[Sandbox] ' : ''}${title}${seller && ` from ${seller}`}`;
  const opening = `please find attached ${title} of ${dayText(invoice.invoiceDate, timeZone)}.`;
  return writeMail({
    subject,
    greeting: buyer ? `Dear ${buyer},` : 'Dear customer,',
    sentences: [opening, ...(isSandbox ? ['This is a test from a sandbox. No payment is due.'] : [])],
    facts: factsOf(invoice, timeZone),
    link: isPayable(invoice) && paymentLink !== null ? { label: 'Pay online', url: paymentLink } : null,
    signature: seller,
  });
}

function nameOf({ invoiceClass, invoiceType, totalAmount }: MailedInvoice): string {
  if (invoiceClass === 'ORDER') return 'Order';
  return invoiceType === 'CUSTOM' && totalAmount.isNegative() ? 'Credit note' : 'Invoice';
}

function buyerOf({ details: { invoiceGroup, customer, account } }: MailedInvoice): string {
  return invoiceGroup?.name ?? customer?.name ?? account?.name ?? '';
}

function openAmount({ totalAmount, paidAmount }: MailedInvoice): Decimal {
  return totalAmount.minus(paidAmount);
}

function isPayable(invoice: MailedInvoice): boolean {
  const isOpen = ['DUE', 'PARTIALLY_PAID', 'UN_COLLECTIBLE'].includes(invoice.status);
  return isOpen && openAmount(invoice).gt(0);
}

function factsOf(invoice: MailedInvoice, timeZone: string): [name: string, value: string][] {
  const { currency, totalAmount, paidAmount, dueDate } = invoice;
  const money = (amount: Decimal) => `${amountText(amount, currency)} ${currency}`;
  const total: [string, string] = ['Amount', money(totalAmount)];
  if (totalAmount.isNegative()) return [total, ['Credited to you', money(totalAmount.negated())]];
  if (!isPayable(invoice)) return [total, ['Amount due', 'nothing']];
  return [
    total,
    ...(paidAmount.isZero() ? [] : ([['Paid', money(paidAmount)]] as [string, string][])),
    ['Amount due', money(openAmount(invoice))],
    ...(dueDate ? ([['Due', dayText(dueDate, timeZone)]] as [string, string][]) : []),
  ];
}
