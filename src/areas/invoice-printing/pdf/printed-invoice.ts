import type { TaxId } from '#areas/customers/index.ts';
import type { LabelName, Layout } from '#areas/invoice-templates/index.ts';
import type { StoredInvoice } from '#areas/invoices/index.ts';
import type { NamedValue } from '#areas/seller-entities/index.ts';
import { Decimal, decimalText, ZERO } from '#core/decimal.ts';
import { type InvoiceDocument, type LineItem, type LineType, linesOf } from '#core/invoice/index.ts';
import { isAdjustmentInputs, type StoredInputs } from '#core/invoice/stored-inputs.ts';
import { localDate } from '#core/period-zone.ts';
import { amountText, dayText, periodText } from './formats.ts';
import { readLineFacts } from './line-facts.ts';
import { type Owed, printTotals, readOwed } from './owed.ts';
import type { PdfLayout } from './pdf-layout.ts';
import { addressLines } from './print-address.ts';
import { type PrintedLine, printLines } from './printed-lines.ts';

/** The printed content of an invoice: texts in reading order, independent of the page layout. */
export interface PrintedInvoice {
  title: string;
  /** Null for a draft, which has no number. */
  number: string | null;
  /** Large texts across every page. */
  watermarks: string[];
  seller: Party;
  buyer: Party;
  facts: [name: string, value: string][];
  currency: string;
  lines: PrintedLine[];
  /** The components of the total, in the order of computation. */
  parts: [name: string, amount: string][];
  totalName: string;
  /** With its currency. */
  total: string;
  /** Below the total. */
  terms: string;
  /** Payment instructions; empty if nothing is owed or none are set. */
  payment: { heading: string; text: string }[];
  /** Whether it is issued and has an outstanding amount, and thus a payment link. */
  requestsPayment: boolean;
  /** Identifies the document at the foot of every page. */
  reference: string;
}

export interface Party {
  name: string;
  lines: string[];
}

/** All inputs of a printed invoice, so that the same row gives the same PDF. */
export type PrintableRow = Pick<
  StoredInvoice,
  | 'id'
  | 'accountId'
  | 'customerId'
  | 'groupId'
  | 'planId'
  | 'netTermDays'
  | 'invoiceClass'
  | 'invoiceType'
  | 'status'
  | 'finalizingStatus'
  | 'currency'
  | 'startAt'
  | 'endAt'
  | 'invoiceDate'
  | 'dueDate'
  | 'sequenceId'
  | 'inputs'
  | 'document'
  | 'details'
  | 'paidAmount'
>;

const TITLES = { INVOICE: 'invoice', ORDER: 'order', BILLABLE: 'statement' } as const;

export function printInvoice(row: PrintableRow, pdf: PdfLayout): PrintedInvoice {
  const inputs = JSON.parse(row.inputs) as StoredInputs;
  const { timeZone } = inputs;
  const { layout } = pdf;
  const { labels } = layout;
  const document = JSON.parse(row.document) as InvoiceDocument;
  const owed = readOwed(row, document);
  const { isDraft } = owed;
  const isCredit = isCreditNote(row, document);
  const lines = {
    facts: readLineFacts(inputs),
    ...{ currency: row.currency, style: layout, hidesZeroLines: pdf.hidesZeroLines },
    corrected: isAdjustmentInputs(inputs) ? labels.corrected : undefined,
  };
  return {
    title: labels[isCredit ? 'creditNote' : TITLES[row.invoiceClass]],
    number: row.sequenceId,
    watermarks: watermarksOf(pdf, row),
    seller: printSeller(row, layout),
    buyer: printBuyer(row, layout),
    facts: printFacts(row, { inputs, owed, layout }),
    currency: row.currency,
    lines: printLines(document.revenueInfo, lines),
    ...printTotals(printParts(document.revenueInfo, row.currency, layout), { owed, row, layout }),
    terms:
      row.dueDate && !isDraft && owed.open.gt(0)
        ? labels.payableBy.replace('{date}', () => dayText(row.dueDate as Temporal.Instant, timeZone, layout))
        : '',
    payment: owed.open.gt(0) ? printPayment(row, layout) : [],
    requestsPayment: !isDraft && owed.open.gt(0),
    reference: row.sequenceId ?? row.id,
  };
}

function watermarksOf(
  { isPreview, isSandbox }: PdfLayout,
  { status, finalizingStatus }: PrintableRow,
): string[] {
  const isDraft = finalizingStatus !== 'FINALIZED';
  return [
    ...(isDraft ? ['DRAFT'] : isPreview ? ['PREVIEW'] : status === 'VOID' ? ['VOID'] : []),
    ...(isSandbox ? ['SANDBOX — not a real invoice'] : []),
  ];
}

/** Whether a manual invoice or an adjustment has a negative total. */
export function isCreditNote(
  { invoiceType }: Pick<PrintableRow, 'invoiceType'>,
  { totalAmount }: InvoiceDocument,
): boolean {
  return invoiceType === 'CUSTOM' && new Decimal(totalAmount).lt(0);
}

function printSeller({ details: { organization, billing } }: PrintableRow, { language }: Layout): Party {
  if (!organization) return { name: '', lines: [] };
  const { businessName, address, primaryEmail } = organization;
  const taxIds = billing?.taxIds.map(namedLine) ?? [];
  return {
    name: businessName,
    lines: [...addressLines(address, language), primaryEmail, ...taxIds].filter(Boolean),
  };
}

function printPayment({ details: { billing } }: PrintableRow, { labels }: Layout): PrintedInvoice['payment'] {
  if (!billing) return [];
  const sections = [
    { heading: labels.bankDetails, text: billing.bankDetails.map(namedLine).join('\n') },
    { heading: labels.howToPay, text: billing.paymentInstructions },
  ];
  return sections.filter(({ text }) => text !== '');
}

function namedLine({ name, value }: NamedValue): string {
  return `${name}: ${value}`;
}

/**
 * Prints the customer as debtor with the account as reference, or one name if they are equal. A group prints
 * its own name.
 */
function printBuyer({ details }: PrintableRow, { labels, language }: Layout): Party {
  const { customer, account, invoiceGroup, buyerTaxIds = [] } = details;
  const taxIds = buyerTaxIds.map(({ type, value }) => `${labels[TAX_ID_NAMES[type]]}: ${value}`);
  if (invoiceGroup) {
    const { name, address, email } = invoiceGroup;
    return { name, lines: [...addressLines(address, language), ...(email ? [email] : []), ...taxIds] };
  }
  const name = customer?.name ?? account?.name ?? '';
  const address = [account?.address, customer?.address].find(
    (each) => each && addressLines(each, language).length > 0,
  );
  const email = account?.primaryEmail || customer?.primaryEmail;
  return {
    name,
    lines: [
      ...(account && account.name !== name ? [account.name] : []),
      ...(address ? addressLines(address, language) : []),
      ...(email ? [email] : []),
      ...taxIds,
    ],
  };
}

const TAX_ID_NAMES = {
  EU_VAT: 'vatId',
  GB_VAT: 'vatId',
  CH_VAT: 'vatId',
  NO_VAT: 'vatId',
  US_EIN: 'taxId',
  AU_ABN: 'taxId',
  OTHER: 'taxId',
} as const satisfies Record<TaxId['type'], LabelName>;

type Fact = [name: string, value: string];

function printFacts(
  row: PrintableRow,
  { inputs, owed, layout }: { inputs: StoredInputs; owed: Owed; layout: Layout },
): Fact[] {
  const { timeZone } = inputs;
  const { labels } = layout;
  const { pricePlanName } = row.details;
  const fact = (name: LabelName, value: string | null | undefined | false): Fact[] =>
    value ? [[labels[name], value]] : [];
  return [
    ...fact('number', row.sequenceId ?? labels.notIssued),
    ...fact('date', dayText(row.invoiceDate, timeZone, layout)),
    ...fact('due', owed.total.gt(0) && row.dueDate && dayText(row.dueDate, timeZone, layout)),
    ...fact('adjusts', adjustedBy(inputs)),
    // The lines of a group have their own periods; they only share the date.
    ...fact('period', row.groupId === null && printPeriod(row, timeZone, layout)),
    ...fact('plan', pricePlanName),
    ...fact('account', row.accountId),
    ...fact('customer', row.customerId),
    ...fact('group', row.groupId),
    ...fact('currency', row.currency),
  ];
}

/** Returns the number of the adjusted invoice. */
function adjustedBy(inputs: StoredInputs): string | null {
  if (!isAdjustmentInputs(inputs)) return null;
  const { sequenceId, invoiceId } = inputs.original;
  return sequenceId ?? invoiceId;
}

function printPeriod({ startAt, endAt }: PrintableRow, timeZone: string, layout: Layout): string {
  const last = localDate(endAt.subtract({ nanoseconds: 1 }), timeZone);
  return periodText(localDate(startAt, timeZone), last, layout);
}

/** The charges of the plan come first; credits, charges and taxes only if there are any. */
const PARTS: readonly [name: LabelName, type: LineType][] = [
  ['subtotal', 'GROSS_AMOUNT'],
  ['credits', 'TOTAL_CREDITS'],
  ['charges', 'TOTAL_MISCELLANEOUS_CHARGES'],
  ['taxes', 'TOTAL_TAX_AMOUNT'],
];

function printParts(total: LineItem, currency: string, layout: Layout): PrintedInvoice['parts'] {
  return PARTS.flatMap(([name, type]): PrintedInvoice['parts'] => {
    const sum = sumOf(total, type);
    return sum === null ? [] : [[layout.labels[name], amountText(sum, currency, layout)]];
  });
}

/** Returns the total of the lines of a type; null if there are none. */
export function sumOf(total: LineItem, type: LineType): string | null {
  const lines = linesOf(total, type);
  if (lines.length === 0) return null;
  return decimalText(lines.reduce((amount, { value }) => amount.plus(new Decimal(value)), ZERO));
}
