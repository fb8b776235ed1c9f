import { type Decimal, decimal, ZERO } from '#core/decimal.ts';
import { countCredits } from '#core/invoice/entitlement-card.ts';
import { readRateConfig } from '#core/invoice/read-rate-config.ts';
import { rate } from '#core/rating/index.ts';
import { readCreditGrant } from './read-granting-rates.ts';
import { readEntitlement } from './read-rates.ts';
import { pricedCurrencies } from './rules.ts';
import type { RateCardRow } from './store/rate-cards.ts';

/** Totals of invoices have 34 digits before the point. */
const LIMIT = decimal(`1${'0'.repeat(34)}`);

/**
 * Why cards of credits could never be billed, by card name. Their cost follows from the plan alone, so the
 * problem can be reported before the first invoice or order.
 */
export function findKnownPriceProblems(cards: readonly RateCardRow[]): Map<string, string[]> {
  const prices = cards.flatMap((card) =>
    pricedCurrencies(card).flatMap((currency) => {
      const price = knownPrice(card, currency);
      return price ? [{ card, currency, price }] : [];
    }),
  );
  const ordered = prices.filter(({ card }) => card.invoiceTiming === 'PREPAID');
  const problems = prices.flatMap(({ card: { name }, currency, price }) =>
    price.abs().lt(LIMIT)
      ? []
      : [{ name, message: `costs more ${currency} than 34 digits can hold; grant less` }],
  );
  for (const { card, currency, price } of ordered) {
    const same = ordered.filter((each) => each.currency === currency);
    const order = same.reduce((sum, each) => sum.plus(each.price), ZERO);
    if (price.lt(0) && order.lt(0)) problems.push({ name: card.name, message: belowZero(currency) });
  }
  return collect(problems);
}

function belowZero(currency: string): string {
  return `would make orders of PREPAID cards negative in ${currency}; use a smaller discount`;
}

function collect(problems: readonly { name: string; message: string }[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { name, message } of problems) found.set(name, [...(found.get(name) ?? []), message]);
  return found;
}

/** Null for a card whose quantity becomes known later. */
function knownPrice(card: RateCardRow, currency: string): Decimal | null {
  if (card.type === 'BILLING_ENTITLEMENT') {
    const entitlement = readEntitlement(card, currency);
    return rate(countCredits(entitlement), readRateConfig(entitlement)).amount;
  }
  if (card.type !== 'CREDIT_GRANT') return null;
  const grant = readCreditGrant(card, currency);
  return rate(decimal(grant.creditAmount), readRateConfig(grant)).amount;
}
