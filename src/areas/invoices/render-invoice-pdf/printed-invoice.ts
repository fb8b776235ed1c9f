import { Decimal, decimalText, ZERO } from '#core/decimal.ts';
import {
  type InvoiceDocument,
  type InvoiceInputs,
  type LineItem,
  type LineType,
  linesOf,
} from '#core/invoice/index.ts';
import { isAdjustmentInputs, type StoredInputs } from '#core/invoice/stored-inputs.ts';
import { localDate } from '#core/period-zone.ts';
import type { Address } from '#platform/http/schemas.ts';
import type { StoredInvoice } from '../store/invoices.ts';
import { amountText, dayText, periodText } from './formats.ts';
import { type PrintedLine, printLines } from './printed-lines.ts';

/** What stands on the paper: texts only, in reading order. How it is laid out is decided elsewhere. */
export interface PrintedInvoice {
  title: string;
  /** Null for a draft, which has no number. */
  number: string | null;
  /** Large across every page: what a reader must not overlook. */
  watermarks: string[];
  seller: Party;
  buyer: Party;
  facts: [name: string, value: string][];
  currency: string;
  lines: PrintedLine[];
  /** What the total is made of, in the order of its computation. */
  parts: [name: string, amount: string][];
  totalName: string;
  /** With its currency. */
  total: string;
  /** Under the total. */
  terms: string;
  /** Identifies the document at the foot of every page. */
  reference: string;
}

export interface Party {
  name: string;
  lines: string[];
}

/** What a printed invoice is made of; nothing else enters it, so the same row gives the same paper. */
export type PrintableRow = Pick<
  StoredInvoice,
  | 'id'
  | 'accountId'
  | 'customerId'
  | 'groupId'
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
>;

const TITLES = { INVOICE: 'Invoice', ORDER: 'Order', BILLABLE: 'Statement' } as const;

export function printInvoice(row: PrintableRow, { isSandbox }: { isSandbox: boolean }): PrintedInvoice {
  const inputs = JSON.parse(row.inputs) as StoredInputs;
  const { timeZone } = inputs;
  const timing = 'timing' in inputs ? inputs.timing : null;
  const document = JSON.parse(row.document) as InvoiceDocument;
  const isDraft = row.finalizingStatus !== 'FINALIZED';
  const isOwed = !isDraft && !isPaidOrder(row, timing) && new Decimal(document.totalAmount).gt(0);
  return {
    title: titleOf(row, document),
    number: row.sequenceId,
    watermarks: [...(isDraft ? ['DRAFT'] : []), ...(isSandbox ? ['SANDBOX — not a real invoice'] : [])],
    seller: printSeller(row),
    buyer: printBuyer(row),
    facts: printFacts(row, inputs),
    currency: row.currency,
    lines: printLines(document.revenueInfo, row.currency),
    parts: printParts(document.revenueInfo, row.currency),
    totalName: isDraft
      ? 'Total so far'
      : isOwed
        ? 'Total due'
        : isPaidOrder(row, timing)
          ? 'Total paid'
          : 'Total',
    total: `${row.currency} ${amountText(document.totalAmount, row.currency)}`,
    terms: row.dueDate && isOwed ? `Payable by ${dayText(row.dueDate, timeZone)}` : '',
    reference: row.sequenceId ?? row.id,
  };
}

/**
 * An order becomes an invoice when it is paid, so nothing of it is open. A settlement of what was charged in
 * advance has the same type and was never an order.
 */
function isPaidOrder(
  { invoiceClass, invoiceType }: PrintableRow,
  timing: InvoiceInputs['timing'] | null,
): boolean {
  return invoiceClass === 'INVOICE' && invoiceType === 'ADHOC_ADVANCED' && timing === 'PURCHASE';
}

/** What was typed or adjusted and comes to less than nothing gives something back. */
function titleOf({ invoiceClass, invoiceType }: PrintableRow, { totalAmount }: InvoiceDocument): string {
  const isCreditNote = invoiceType === 'CUSTOM' && new Decimal(totalAmount).lt(0);
  return isCreditNote ? 'Credit note' : TITLES[invoiceClass];
}

function printSeller({ details: { organization } }: PrintableRow): Party {
  if (!organization) return { name: '', lines: [] };
  const { businessName, address, primaryEmail } = organization;
  return { name: businessName, lines: [...addressLines(address), primaryEmail].filter(Boolean) };
}

/**
 * The customer owes; the account says what for. One name is enough when they are the same. A group stands for
 * itself.
 */
function printBuyer({ details: { customer, account, invoiceGroup } }: PrintableRow): Party {
  if (invoiceGroup) {
    const { name, address, email } = invoiceGroup;
    return { name, lines: [...addressLines(address), ...(email ? [email] : [])] };
  }
  const name = customer?.name ?? account?.name ?? '';
  const address = [account?.address, customer?.address].find((each) => each && addressLines(each).length > 0);
  const email = account?.primaryEmail || customer?.primaryEmail;
  return {
    name,
    lines: [
      ...(account && account.name !== name ? [account.name] : []),
      ...(address ? addressLines(address) : []),
      ...(email ? [email] : []),
    ],
  };
}

function printFacts(row: PrintableRow, inputs: StoredInputs): [string, string][] {
  const { timeZone } = inputs;
  const { pricePlanName } = row.details;
  return [
    ['Number', row.sequenceId ?? 'not issued yet'],
    ['Date', dayText(row.invoiceDate, timeZone)],
    ...(row.dueDate ? [['Due', dayText(row.dueDate, timeZone)] as [string, string]] : []),
    ...printAdjusted(inputs),
    ...(row.groupId === null ? [['Period', printPeriod(row, timeZone)] as [string, string]] : []),
    ...(pricePlanName ? [['Plan', pricePlanName] as [string, string]] : []),
    ...printOwner(row),
    ['Currency', row.currency],
  ];
}

/** The number of the invoice that an adjustment is of. */
function printAdjusted(inputs: StoredInputs): [string, string][] {
  if (!isAdjustmentInputs(inputs)) return [];
  const { sequenceId, invoiceId } = inputs.original;
  return [['Adjusts', sequenceId ?? invoiceId]];
}

function printPeriod({ startAt, endAt }: PrintableRow, timeZone: string): string {
  const last = localDate(endAt.subtract({ nanoseconds: 1 }), timeZone);
  return periodText(localDate(startAt, timeZone), last);
}

/** The lines of a group are for periods of their own: what they share is the date. */
function printOwner({ accountId, customerId, groupId }: PrintableRow): [string, string][] {
  const owners: [string, string | null][] = [
    ['Account', accountId],
    ['Customer', customerId],
    ['Group', groupId],
  ];
  return owners.flatMap(([name, id]) => (id === null ? [] : [[name, id] as [string, string]]));
}

/** The charges of the plan come first; credits, charges and taxes beside them only when there is any. */
const PARTS: readonly [name: string, type: LineType][] = [
  ['Subtotal', 'GROSS_AMOUNT'],
  ['Credits', 'TOTAL_CREDITS'],
  ['Charges', 'TOTAL_MISCELLANEOUS_CHARGES'],
  ['Taxes', 'TOTAL_TAX_AMOUNT'],
];

function printParts(total: LineItem, currency: string): PrintedInvoice['parts'] {
  return PARTS.flatMap(([name, type]) => {
    const lines = linesOf(total, type);
    if (lines.length === 0) return [];
    const sum = lines.reduce((amount, { value }) => amount.plus(new Decimal(value)), ZERO);
    return [[name, amountText(decimalText(sum), currency)]] as [string, string][];
  });
}

function addressLines(address: Address): string[] {
  const { line1, line2, postalCode, city, state, country, phoneNumber } = address;
  const place = [[postalCode, city].filter(Boolean).join(' '), state].filter(Boolean).join(', ');
  return [line1, line2, place, country, phoneNumber].flatMap((line) => (line?.trim() ? [line.trim()] : []));
}
