import { type Decimal, decimal } from '../decimal.ts';
import { fullPrice } from '../licenses/accruing-windows.ts';
import type { InvoiceDocument, LineItem } from './document.ts';
import type { CardInput, ChargeInput, InvoiceInputs } from './inputs.ts';
import { linesOf, ruleUpdatesOf } from './lines-of.ts';
import { readRateConfig } from './read-rate-config.ts';

/** Revenue that an invoice adds to its cycle beside the prices of its cards. */
export interface ExtraRevenue {
  /** The billable of a card that a pricing rule changed; null for revenue of no card. */
  billableId: string | null;
  amount: Decimal;
}

/**
 * Revenue that is known only from the invoice: updates and additions of pricing rules, the true-up, and
 * charges that count as revenue (`metering-pricing.md` section 10). Neither credits nor what they pay change
 * revenue. Updates on an invoice in advance are left out: they follow the charges, which are settled later.
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

/** The ids distinguish charges of an invoice from those of the settings. */
export function chargeLineId({ name, isStanding }: ChargeInput): string {
  return isStanding ? `standing:${name}` : name;
}

/** Updates are direct children of their card's line. */
function listUpdates(line: LineItem, cards: readonly CardInput[]): ExtraRevenue[] {
  const updates = ruleUpdatesOf(line);
  return [
    ...(updates.length > 0 ? readUpdated(line, updates, cards) : []),
    ...line.lineItems.flatMap((child) => listUpdates(child, cards)),
  ];
}

/**
 * Prorated licences have earned the price of a whole cycle, which no line shows: the line as updated by rules
 * replaces it. Purchased credits earn nothing.
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
