import type { Decimal } from '#core/decimal.ts';
import { amountText, dayText } from '../render-invoice-pdf/formats.ts';
import type { StoredInvoice } from '../store/invoices.ts';

/** What the words of the mail are made of. */
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

export interface MailWords {
  subject: string;
  text: string;
  html: string;
}

const MOST_SUBJECT = 200;

/**
 * The mail that an invoice is attached to: its number, what it comes to, by when and where to pay. What
 * customers and organizations are called is data: no line break of it reaches a header, and no tag the HTML.
 */
export function writeInvoiceMail(
  invoice: MailedInvoice,
  known: { timeZone: string; paymentLink: string | null; isSandbox: boolean },
): MailWords {
  const { timeZone, isSandbox } = known;
  const title = `${nameOf(invoice)} ${invoice.sequenceId ?? invoice.id}`;
  const seller = oneLine(invoice.details.organization?.businessName ?? '');
  const buyer = oneLine(buyerOf(invoice));
  const subject = `${isSandbox ? '[Sandbox] ' : ''}${title}${seller && ` from ${seller}`}`;
  const greeting = buyer ? `Dear ${buyer},` : 'Dear customer,';
  const opening = `attached is ${title} of ${dayText(invoice.invoiceDate, timeZone)}.`;
  const note = isSandbox ? ['This is a test from a sandbox. Nothing has to be paid.'] : [];
  const facts = factsOf(invoice, timeZone);
  const link = isPayable(invoice) ? readLink(known.paymentLink) : null;
  return {
    subject: [...subject].slice(0, MOST_SUBJECT).join(''),
    text: [
      ...[greeting, '', opening, ...note, ''],
      ...facts.map(([name, value]) => `${name}: ${value}`),
      ...(link ? ['', `Pay here: ${link}`] : []),
      ...(seller ? ['', seller] : []),
      '',
    ].join('\n'),
    html: page([
      ...[greeting, opening, ...note].map((sentence) => `<p>${escaped(sentence)}</p>`),
      `<table>${facts.map(row).join('')}</table>`,
      ...(link ? [`<p><a href="${escaped(link)}">Pay here</a></p>`] : []),
      ...(seller ? [`<p>${escaped(seller)}</p>`] : []),
    ]),
  };
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
  if (totalAmount.isNegative()) return [total, ['In your favour', money(totalAmount.negated())]];
  if (!isPayable(invoice)) return [total, ['To be paid', 'nothing']];
  return [
    total,
    ...(paidAmount.isZero() ? [] : ([['Already paid', money(paidAmount)]] as [string, string][])),
    ['To be paid', money(openAmount(invoice))],
    ...(dueDate ? ([['Due', dayText(dueDate, timeZone)]] as [string, string][]) : []),
  ];
}

/** A link that a person may click: nothing but an address of the web. */
function readLink(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

function page(parts: readonly string[]): string {
  return `<!doctype html><html><head><meta charset="utf-8"></head><body>${parts.join('')}</body></html>`;
}

function row([name, value]: [string, string]): string {
  return `<tr><td>${escaped(name)}</td><td>${escaped(value)}</td></tr>`;
}

function escaped(text: string): string {
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => names[character] ?? '');
}
