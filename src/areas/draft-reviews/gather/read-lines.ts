import { type Decimal, decimal, ZERO } from '#core/decimal.ts';
import { type InvoiceDocument, type LineItem, type LineType, linesOf } from '#core/invoice/index.ts';
import type { CheckedLine } from '#core/invoice-checks/index.ts';

/** Lines of billed items, and whether their amounts follow what the customer used. */
const BILLED: Partial<Record<LineType, boolean>> = {
  USAGE_RATE_CARD_AMOUNT: true,
  LICENSE_RATE_CARD_AMOUNT: true,
  FIXED_FEE_RATE_CARD_AMOUNT: false,
  BILLING_ENTITLEMENT_RATE_CARD_AMOUNT: false,
};

/** The lines that a cycle is expected to have again: overage, purchases and charges come and go. */
export function readCheckedLines({ revenueInfo }: Pick<InvoiceDocument, 'revenueInfo'>): CheckedLine[] {
  return billedBelow(revenueInfo).map(({ id, description, type, value }) => ({
    ...{ id: id ?? description, description, value: decimal(value), isMetered: BILLED[type] === true },
  }));
}

function billedBelow(line: LineItem): LineItem[] {
  return BILLED[line.type] === undefined ? line.lineItems.flatMap(billedBelow) : [line];
}

/** Explanations of what is charged beside the lines of the plan, or taken from them. */
const BESIDE: ReadonlySet<string> = new Set(['CREDIT', 'MISCELLANEOUS_CHARGE', 'TAX', 'CORRECTION']);

/** The amount of the lines before credits, charges and taxes, as billed and before rounding. */
export function readGross(document: InvoiceDocument): { rounded: Decimal; exact: Decimal } {
  const rounded = linesOf(document.revenueInfo, 'GROSS_AMOUNT').map(({ value }) => decimal(value));
  const exact = document.explanations
    .filter(({ type }) => !BESIDE.has(type))
    .map(({ rounding }) => decimal(rounding.exact));
  return { rounded: sum(rounded), exact: sum(exact) };
}

function sum(values: readonly Decimal[]): Decimal {
  return values.reduce((total, value) => total.plus(value), ZERO);
}
