import { decimal, decimalText } from '../decimal.ts';
import { withMinimumOf } from '../rating/card-minimum.ts';
import type { LineItem, OverageExplanation } from './document.ts';
import { explainSlabs, slabWords } from './explain-slabs.ts';
import type { InvoiceInputs, OverageCardInput } from './inputs.ts';
import { minimumWords } from './minimum-words.ts';
import { type RatedCard, rateCard, ratedFlags, slabLines } from './rated-card.ts';
import { roundingWords, roundLeaf } from './rounding-step.ts';

/** An overage card is one leaf, priced like usage: the use beyond the credits of one block. */
export function computeOverageCard(
  card: OverageCardInput,
  inputs: InvoiceInputs,
): { line: LineItem; explanation: OverageExplanation } {
  if (inputs.timing !== 'IN_ARREARS') throw new RangeError(`${card.name}: overage is billed in arrears only`);
  const rated = rateCard(withMinimumOf(card, card.minimumDays), decimal(card.quantity), inputs);
  const explanation = explainOverage(card, rated, inputs);
  const { currency } = inputs;
  const line: LineItem = {
    id: card.billableId,
    description: card.displayName,
    type: 'ENTITLEMENT_OVERAGE_RATE_CARD_AMOUNT',
    quantity: explanation.quantity,
    units: currency,
    value: explanation.rounding.rounded,
    metadata: ratedFlags(rated),
    lineItems: slabLines(rated, {
      billableId: card.billableId,
      slabType: 'ENTITLEMENT_OVERAGE_RATE_CARD_SLAB_AMOUNT',
      currency,
    }),
  };
  return { line, explanation };
}

function explainOverage(card: OverageCardInput, rated: RatedCard, inputs: InvoiceInputs): OverageExplanation {
  const rounding = roundLeaf(rated.result.amount, inputs);
  const quantity = decimalText(decimal(card.quantity));
  const { period, maxQuantity } = card;
  return {
    lineId: card.billableId,
    cardName: card.name,
    type: 'ENTITLEMENT_OVERAGE',
    quantity,
    period,
    ...explainSlabs(rated),
    rounding,
    steps: [
      `used beyond the credits from ${period.start} to ${period.end}: ${quantity}`,
      ...(maxQuantity === undefined ? [] : [`at most ${maxQuantity} may be used beyond them in a block`]),
      ...minimumWords(card, 'block'),
      ...slabWords(rated, 'no overage'),
      roundingWords(rounding, inputs.currency),
    ],
  };
}
