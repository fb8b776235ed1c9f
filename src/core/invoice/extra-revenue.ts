import { type Decimal, decimal } from '../decimal.ts';
import type { InvoiceDocument, LineItem, LineType } from './document.ts';
import type { ChargeInput, InvoiceInputs } from './inputs.ts';
import { linesOf } from './lines-of.ts';

/** What an invoice adds to the revenue of its cycle beside the prices of its cards. */
export interface ExtraRevenue {
  /** Of the card that a pricing rule has changed; null for what belongs to no card. */
  billableId: string | null;
  amount: Decimal;
}

const RULE_UPDATES: readonly LineType[] = [
  'PRICING_RULE_REVENUE_UPDATE_AMOUNT',
  'PRICING_RULE_USAGE_UPDATE_AMOUNT',
];

/**
 * Revenue that is known once the invoice is: what pricing rules changed and added, the true-up, and those of
 * the charges that count as revenue (`metering-pricing.md` section 10). Credits are no revenue, and neither
 * is what they pay.
 */
export function readExtraRevenue(
  { charges = [] }: Pick<InvoiceInputs, 'charges'>,
  { revenueInfo }: Pick<InvoiceDocument, 'revenueInfo'>,
): ExtraRevenue[] {
  const counted = new Set(charges.filter((charge) => charge.considerForRevenue).map(chargeLineId));
  const beside = [
    ...linesOf(revenueInfo, 'TRUE_UP_AMOUNT'),
    ...linesOf(revenueInfo, 'PRICING_RULE_ADDITION_AMOUNT'),
    ...linesOf(revenueInfo, 'MISCELLANEOUS_CHARGE').filter(({ id }) => counted.has(id ?? '')),
  ];
  return [
    ...listUpdates(revenueInfo),
    ...beside.map(({ value }) => ({ billableId: null, amount: decimal(value) })),
  ];
}

/** Those of an invoice and those of the settings are told apart by their ids. */
export function chargeLineId({ name, isStanding }: ChargeInput): string {
  return isStanding ? `standing:${name}` : name;
}

/** Updates stand right below the line of their card. */
function listUpdates(line: LineItem): ExtraRevenue[] {
  const updates = line.lineItems.filter(({ type }) => RULE_UPDATES.includes(type));
  return [
    ...updates.map(({ value }) => ({ billableId: line.id ?? null, amount: decimal(value) })),
    ...line.lineItems.flatMap(listUpdates),
  ];
}
