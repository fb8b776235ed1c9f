import { decimal, decimalText } from '../decimal.ts';
import type { CustomExplanation, LineItem } from './document.ts';
import type { CustomCardInput, InvoiceInputs } from './inputs.ts';
import { roundingWords, roundLeaf } from './rounding-step.ts';

/** A manual line is one leaf directly below the gross amount, rounded once (`money-platform.md` 10.7). */
export function computeCustomCard(
  card: CustomCardInput,
  inputs: InvoiceInputs,
): { line: LineItem; explanation: CustomExplanation } {
  if (inputs.timing !== 'CUSTOM')
    throw new RangeError(`${card.name}: typed lines share no invoice with a plan`);
  const { rate, quantity, soldId } = card;
  const { amount, words } = amountOf(card);
  const rounding = roundLeaf(amount, inputs);
  const line: LineItem = {
    id: card.billableId,
    description: card.displayName,
    type: 'CUSTOM_AMOUNT',
    ...(rate === undefined ? {} : { valuePerQuantity: rate }),
    ...(quantity === undefined ? {} : { quantity }),
    units: inputs.currency,
    value: rounding.rounded,
    ...(soldId === undefined ? {} : { metadata: { billableId: soldId } }),
    lineItems: [],
  };
  const explanation: CustomExplanation = {
    lineId: card.billableId,
    cardName: card.name,
    type: 'CUSTOM',
    quantity: quantity ?? '1',
    ...(rate === undefined ? {} : { rate }),
    rounding,
    steps: [words, roundingWords(rounding, inputs.currency)],
  };
  return { line, explanation };
}

function amountOf({ name, amount, rate, quantity }: CustomCardInput) {
  if (amount !== undefined) return { amount: decimal(amount), words: `amount: ${amount}` };
  if (rate === undefined || quantity === undefined)
    throw new RangeError(`${name} has neither amount nor rate`);
  const product = decimal(rate).times(decimal(quantity));
  return { amount: product, words: `rate × quantity: ${rate} × ${quantity} = ${decimalText(product)}` };
}
