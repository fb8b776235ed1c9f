import type { Invoice, InvoiceLineItem } from '../../../api/generated/types.ts';
import { compare, isNegative, isZero } from '../../../format/decimals.ts';

/** A line of the invoice with its depth; lines that say the same as their only child are left out. */
export interface ShownLine {
  line: InvoiceLineItem;
  depth: number;
  /** Unique on the invoice, and the same in links to the explanation. */
  key: string;
  isSum: boolean;
}

const MAX_DEPTH = 8;

export function linesOf({ revenueInfo }: Pick<Invoice, 'revenueInfo'>): ShownLine[] {
  return revenueInfo ? shownBelow(revenueInfo, 0, keysOf(revenueInfo)) : [];
}

function shownBelow(
  parent: InvoiceLineItem,
  depth: number,
  keys: ReadonlyMap<InvoiceLineItem, string>,
): ShownLine[] {
  if (depth > MAX_DEPTH) return [];
  return visibleBelow(parent).flatMap((line) => [
    { line, depth, key: keys.get(line) ?? '', isSum: line.lineItems.length > 0 },
    ...shownBelow(line, depth + 1, keys),
  ]);
}

/** The lines of a sum, with those of wrappers that have its amount in place of the wrappers. */
export function visibleBelow(parent: InvoiceLineItem): InvoiceLineItem[] {
  return parent.lineItems.flatMap((line) => {
    if (!WRAPPERS.has(line.type)) return [line];
    const [only, ...others] = line.lineItems;
    if (!only) return isZero(line.value) ? [] : [line];
    return others.length === 0 && compare(only.value, line.value) === 0 ? visibleBelow(line) : [line];
  });
}

/** The id of each line, or its position below the root: sums have no ids, and two lines may share one. */
export function keysOf(root: InvoiceLineItem): ReadonlyMap<InvoiceLineItem, string> {
  const keys = new Map<InvoiceLineItem, string>();
  const taken = new Set<string>();
  const add = (line: InvoiceLineItem, path: readonly number[]) => {
    const key = line.id === undefined || taken.has(line.id) ? `@${path.join('.')}` : line.id;
    taken.add(key);
    keys.set(line, key);
    line.lineItems.forEach((each, index) => {
      add(each, [...path, index]);
    });
  };
  add(root, []);
  return keys;
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
