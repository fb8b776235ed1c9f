import { type Decimal, decimal, decimalText, ZERO } from '../decimal.ts';
import type { EntitlementExplanation, LineItem } from './document.ts';
import { explainSlabs, slabWords } from './explain-slabs.ts';
import type { EntitlementCardInput, InvoiceInputs } from './inputs.ts';
import { type RatedCard, rateCard, ratedFlags } from './rated-card.ts';
import { roundingWords, roundLeaf } from './rounding-step.ts';

/**
 * An entitlement card is one leaf: the price of all credits that its block grants, in full even for a block
 * that the schedule does not cover to its end. The wire has no lines for its slabs.
 */
export function computeEntitlementCard(
  card: EntitlementCardInput,
  inputs: InvoiceInputs,
): { line: LineItem; explanation: EntitlementExplanation } {
  const quantity = countCredits(card);
  const rated = rateCard(card, quantity, inputs);
  const explanation = explainEntitlement(card, rated, inputs);
  const line: LineItem = {
    id: card.billableId,
    description: card.displayName,
    type:
      inputs.timing === 'IN_ADVANCE'
        ? 'ADVANCED_BILLING_ENTITLEMENT_RATE_CARD_AMOUNT'
        : 'BILLING_ENTITLEMENT_RATE_CARD_AMOUNT',
    ...unitPrice(rated),
    quantity: explanation.quantity,
    units: inputs.currency,
    value: explanation.rounding.rounded,
    metadata: ratedFlags(rated),
    lineItems: [],
  };
  return { line, explanation };
}

/** The priced quantity: the limits of all windows, times the quantity granted. */
export function countCredits({
  featureConfigs,
  quantity,
}: Pick<EntitlementCardInput, 'featureConfigs' | 'quantity'>): Decimal {
  const limits = featureConfigs.map(({ featureCreditLimit }) => decimal(featureCreditLimit));
  return limits.reduce((sum, limit) => sum.plus(limit), ZERO).times(decimal(quantity));
}

/** Present only when quantity times price is the amount. */
function unitPrice({ entered, adjustment }: RatedCard): Pick<LineItem, 'valuePerQuantity'> {
  const [only, ...more] = entered;
  if (!only || more.length > 0 || adjustment || only.clamp || only.slab.priceType !== 'PER_UNIT') return {};
  return { valuePerQuantity: decimalText(only.slab.rate) };
}

function explainEntitlement(
  card: EntitlementCardInput,
  rated: RatedCard,
  inputs: InvoiceInputs,
): EntitlementExplanation {
  const rounding = roundLeaf(rated.result.amount, inputs);
  const quantity = decimalText(countCredits(card));
  return {
    lineId: card.billableId,
    cardName: card.name,
    type: 'BILLING_ENTITLEMENT',
    quantity,
    period: card.period,
    ...explainSlabs(rated),
    rounding,
    steps: [
      creditWords(card, quantity, inputs.timing),
      ...slabWords(rated, 'no credits'),
      roundingWords(rounding, inputs.currency),
    ],
  };
}

function creditWords(
  { featureConfigs, quantity: times, period }: EntitlementCardInput,
  total: string,
  timing: InvoiceInputs['timing'],
): string {
  const limits = featureConfigs.map(({ featureCreditLimit }) => featureCreditLimit).join(' + ');
  const sum = featureConfigs.length > 1 && times !== '1' ? `(${limits})` : limits;
  const product = times === '1' ? sum : `${sum} × ${times}`;
  const credits = product === total ? total : `${product} = ${total}`;
  // The windows of a purchase begin when it is granted, which may be after the document.
  const when = timing === 'PURCHASE' ? 'with the purchase' : `from ${period.start} to ${period.end}`;
  return `credits granted ${when}: ${credits}`;
}
