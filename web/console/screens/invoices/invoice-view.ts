import type { Invoice, InvoiceLineItem } from '../../../api/generated/types.ts';
import { compare, isNegative, isZero } from '../../../format/decimals.ts';

/** A line of the invoice with its depth; lines that say the same as their only child are left out. */
export interface ShownLine {
  line: InvoiceLineItem;
  depth: number;
  path: string;
  isSum: boolean;
}

const MAX_DEPTH = 8;

export function linesOf({ revenueInfo }: Pick<Invoice, 'revenueInfo'>): ShownLine[] {
  return revenueInfo ? shownBelow(revenueInfo, 0, '0') : [];
}

function shownBelow(parent: InvoiceLineItem, depth: number, path: string): ShownLine[] {
  if (depth > MAX_DEPTH) return [];
  return parent.lineItems.flatMap((line, index) => {
    const at = `${path}.${index}`;
    const [only] = line.lineItems;
    const isWrapper =
      line.lineItems.length === 1 && only !== undefined && compare(only.value, line.value) === 0;
    if (isWrapper && WRAPPERS.has(line.type)) return shownBelow(line, depth, at);
    if (line.lineItems.length === 0 && isZero(line.value) && WRAPPERS.has(line.type)) return [];
    return [{ line, depth, path: at, isSum: line.lineItems.length > 0 }, ...shownBelow(line, depth + 1, at)];
  });
}

/** Sums that exist for the structure of the document. */
const WRAPPERS: ReadonlySet<InvoiceLineItem['type']> = new Set([
  'TOTAL_AMOUNT',
  'SUB_TOTAL_AMOUNT',
  'NET_AMOUNT',
  'GROSS_AMOUNT',
  'TOTAL_CREDITS',
  'TOTAL_ADVANCED_FEES',
  'TOTAL_MISCELLANEOUS_CHARGES',
  'TOTAL_TAX_AMOUNT',
  'TOTAL_PRICING_RULE_ADDITION_AMOUNT',
  'USAGE_CYCLE_AMOUNT',
]);

const CREDITABLE: readonly Invoice['status'][] = [
  'DUE',
  'PARTIALLY_PAID',
  'PAID',
  'UN_COLLECTIBLE',
  'MERGED',
];

const UNSENT: readonly Invoice['status'][] = ['DRAFT', 'MERGED', 'VOID'];

/** Issued invoices have a document, and those that count are mailed. */
export function canBeSent({ status }: Pick<Invoice, 'status'>): boolean {
  return !UNSENT.includes(status);
}

type Changeable = Pick<Invoice, 'status' | 'invoiceClass' | 'invoiceType' | 'totalAmount' | 'paidAmount'>;

/** The merged invoices of a group are credited instead of the group's; the service knows further reasons. */
export function canBeCredited({ status, invoiceClass, invoiceType, totalAmount }: Changeable): boolean {
  if (invoiceClass !== 'INVOICE' || invoiceType === 'COMPOSITE') return false;
  return CREDITABLE.includes(status) && !isNegative(totalAmount) && !isZero(totalAmount);
}

/** What has been paid is refunded instead. */
export function canBeVoided({ status, paidAmount }: Changeable): boolean {
  return status === 'DUE' && isZero(paidAmount);
}

/** An order is ordered again instead. */
export function canBeReissued({ status, invoiceClass }: Changeable): boolean {
  return status === 'VOID' && invoiceClass === 'INVOICE';
}

/** Why a draft was not issued when it was due, such as the refusal of a hook; null if it was not tried. */
export function finalizationFailureOf({
  status,
  info = [],
}: Pick<Invoice, 'status' | 'info'>): string | null {
  const failed = info.findLast(({ type }) => type === 'FINALIZATION_FAILED');
  return status === 'DRAFT' && failed ? String(failed.value) : null;
}
