import { type Decimal, decimal, decimalText } from '../decimal.ts';
import type { CreditGrantExplanation, LineItem } from './document.ts';
import { explainSlabs, slabWords } from './explain-slabs.ts';
import type { CreditGrantCardInput, InvoiceInputs } from './inputs.ts';
import { type RatedCard, rateCard, ratedFlags } from './rated-card.ts';
import { roundingWords, roundLeaf } from './rounding-step.ts';

/**
 * A credit grant card is one leaf: the price of the granted credit, which need not equal its amount
 * (`metering-pricing.md` 16.5). The wire has no lines for its slabs. Credits do not pay for it, unless one
 * names its add-on.
 */
export function computeCreditGrantCard(
  card: CreditGrantCardInput,
  inputs: InvoiceInputs,
): { line: LineItem; explanation: CreditGrantExplanation } {
  const credit = creditOf(card);
  const rated = rateCard(card, credit, inputs);
  const explanation = explainGrant(card, rated, inputs);
  const line: LineItem = {
    id: card.billableId,
    description: card.displayName,
    type:
      inputs.timing === 'IN_ADVANCE'
        ? 'ADVANCED_CREDIT_GRANT_RATE_CARD_AMOUNT'
        : 'CREDIT_GRANT_RATE_CARD_AMOUNT',
    quantity: explanation.quantity,
    units: inputs.currency,
    value: explanation.rounding.rounded,
    metadata: { ...ratedFlags(rated), grantType: card.feeType },
    lineItems: [],
  };
  return { line, explanation };
}

/** The credit that is granted and priced: the amount of the card times the quantity bought. */
function creditOf({
  creditAmount,
  quantity,
}: Pick<CreditGrantCardInput, 'creditAmount' | 'quantity'>): Decimal {
  return decimal(creditAmount).times(decimal(quantity ?? '1'));
}

function explainGrant(
  card: CreditGrantCardInput,
  rated: RatedCard,
  inputs: InvoiceInputs,
): CreditGrantExplanation {
  const rounding = roundLeaf(rated.result.amount, inputs);
  const quantity = decimalText(creditOf(card));
  return {
    lineId: card.billableId,
    cardName: card.name,
    type: 'CREDIT_GRANT',
    quantity,
    period: card.period,
    ...explainSlabs(rated),
    rounding,
    steps: [
      grantWords(card, quantity, inputs.currency),
      ...slabWords(rated, 'no credit'),
      roundingWords(rounding, inputs.currency),
    ],
  };
}

function grantWords(
  { creditAmount, quantity: times, period, feeType }: CreditGrantCardInput,
  total: string,
  currency: string,
): string {
  const credit = times === undefined ? total : `${creditAmount} × ${times} = ${total}`;
  const words = feeType === 'ONE_TIME' ? 'granted once' : `granted for ${period.start} to ${period.end}`;
  return `credit ${words}: ${credit} ${currency}`;
}
