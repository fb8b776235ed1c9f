import { type RateCardRow, readCreditGrant, readMinimumCommitment } from '#areas/price-plans/index.ts';
import type { CommitmentInput, CreditGrantCardInput } from '#core/invoice/index.ts';
import { findCharge } from './find-charge.ts';
import { nameCard } from './name-card.ts';
import type { RatingFacts } from './rating-facts.ts';

/** Returns the price of the credit of a block; null in cycles without a charge. */
export function buildCreditGrantCard(card: RateCardRow, facts: RatingFacts): CreditGrantCardInput | null {
  const rate = readCreditGrant(card, facts.currency);
  const { timing, feeType, recurrence, creditAmount, pricingModel, slabs, minimumRate, maximumRate } = rate;
  // A credit that is granted on payment is on an order, not on an invoice of the cycle.
  if (timing === 'PREPAID') return null;
  const charge = findCharge({ feeType, timing, recurrence, isProrated: false, name: card.name }, facts);
  if (!charge) return null;
  const { start, end } = charge.covered;
  return {
    type: 'CREDIT_GRANT',
    ...nameCard(card),
    ...{ feeType, recurrence, creditAmount, pricingModel, slabs },
    ...(minimumRate === undefined ? {} : { minimumRate }),
    ...(maximumRate === undefined ? {} : { maximumRate }),
    period: { start: start.toString(), end: end.toString() },
  };
}

/** Returns the minimum for the cards of the cycle; undefined if there is none in the currency. */
export function buildCommitment(card: RateCardRow, facts: RatingFacts): CommitmentInput | undefined {
  const commitment = readMinimumCommitment(card, facts.currency);
  if (!commitment) return undefined;
  const { name, displayName } = card;
  const { billedDays, nominalDays } = facts.part;
  const { amount, includesAdvance } = commitment;
  const counted = includesAdvance ? { advanceFees: facts.advanceFees ?? [] } : {};
  return { name, displayName, amount, billedDays, nominalDays, ...counted };
}
