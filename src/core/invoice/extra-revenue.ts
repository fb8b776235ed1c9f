import { type Decimal, decimal } from '../decimal.ts';
import { fullPrice } from '../licenses/accruing-windows.ts';
import type { InvoiceDocument, LineItem } from './document.ts';
import type { CardInput, ChargeInput, InvoiceInputs } from './inputs.ts';
import { linesOf, ruleUpdatesOf } from './lines-of.ts';
import { readRateConfig } from './read-rate-config.ts';

/** What an invoice adds to the revenue of its cycle beside the prices of its cards. */
export interface ExtraRevenue {
  /** Of the card that a pricing rule has changed; null for what belongs to no card. */
  billableId: string | null;
  amount: Decimal;
}

/**
 * Revenue that is known once the invoice is: what pricing rules changed and added, the true-up, and those of
 * the charges that count as revenue (`metering-pricing.md` section 10). Credits are no revenue, and neither
 * is what they pay. What rules changed of an invoice in advance is left out: it follows the charges, which
 * are settled later.
 */
export function readExtraRevenue(
  { charges = [], cards, timing }: Pick<InvoiceInputs, 'charges' | 'cards' | 'timing'>,
  { revenueInfo }: Pick<InvoiceDocument, 'revenueInfo'>,
): ExtraRevenue[] {
  const counted = new Set(charges.filter((charge) => charge.considerForRevenue).map(chargeLineId));
  const beside = [
    ...linesOf(revenueInfo, 'TRUE_UP_AMOUNT'),
    ...linesOf(revenueInfo, 'PRICING_RULE_ADDITION_AMOUNT'),
    ...linesOf(revenueInfo, 'MISCELLANEOUS_CHARGE').filter(({ id }) => counted.has(id ?? '')),
  ];
  return [
    ...(timing === 'IN_ADVANCE' ? [] : listUpdates(revenueInfo, cards)),
    ...beside.map(({ value }) => ({ billableId: null, amount: decimal(value) })),
  ];
}

/** Those of an invoice and those of the settings are told apart by their ids. */
export function chargeLineId({ name, isStanding }: ChargeInput): string {
  return isStanding ? `standing:${name}` : name;
}

/** Updates stand right below the line of their card. */
function listUpdates(line: LineItem, cards: readonly CardInput[]): ExtraRevenue[] {
  const updates = ruleUpdatesOf(line);
  return [
    ...(updates.length > 0 ? readUpdated(line, updates, cards) : []),
    ...line.lineItems.flatMap((child) => listUpdates(child, cards)),
  ];
}

/**
 * Prorated licences have earned the price of a whole cycle, which no line says: what rules made of their line
 * takes its place. Credits that are bought earn nothing.
 */
function readUpdated(
  { id, type, value }: LineItem,
  updates: readonly LineItem[],
  cards: readonly CardInput[],
): ExtraRevenue[] {
  const billableId = id ?? null;
  if (type === 'CREDIT_GRANT_RATE_CARD_AMOUNT') return [];
  if (type === 'LICENSE_RATE_CARD_AMOUNT') {
    const card = cards.find((each) => each.type === 'LICENSE' && each.billableId === id);
    if (card?.type === 'LICENSE' && card.isProrated)
      return [{ billableId, amount: decimal(value).minus(fullPrice(card.windows, readRateConfig(card))) }];
  }
  return updates.map((update) => ({ billableId, amount: decimal(update.value) }));
}
