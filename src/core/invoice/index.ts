import { buildAmountTree } from './amount-tree.ts';
import type { InvoiceDocument, LineExplanation, LineItem } from './document.ts';
import { computeFixedFeeCard } from './fixed-fee-card.ts';
import type { CardInput, InvoiceInputs } from './inputs.ts';
import { computeUsageCard } from './usage-card.ts';

export { checkInvoiceTree } from './check-invoice-tree.ts';
export type * from './document.ts';
export { LINE_TYPES } from './document.ts';
export type * from './inputs.ts';

interface ComputedCard {
  line: LineItem;
  /** Metered cards only. */
  usage?: LineItem;
  explanation: LineExplanation;
}

/**
 * The whole document from its stored inputs, and from nothing else: the same inputs give the same bytes under
 * `canonicalJson`, today and after any number of round trips through storage. Throws `RangeError` on inputs
 * that no program of ours stores.
 */
export function computeInvoice(inputs: InvoiceInputs): InvoiceDocument {
  if (inputs.engine !== 1) throw new RangeError(`no engine ${String(inputs.engine)}`);
  const cards = inputs.cards.map((card) => computeCard(card, inputs));
  const tagged = cards.map(({ line }, index) => {
    const tag = inputs.cards[index]?.tag;
    return tag === undefined ? { line } : { line, tag };
  });
  const revenueInfo = buildAmountTree(inputs, tagged);
  return {
    usageInfo: cards.flatMap(({ usage }) => (usage ? [usage] : [])),
    revenueInfo,
    totalAmount: revenueInfo.value,
    explanations: cards.map(({ explanation }) => explanation),
  };
}

function computeCard(card: CardInput, inputs: InvoiceInputs): ComputedCard {
  switch (card.type) {
    case 'USAGE':
      return computeUsageCard(card, inputs);
    case 'FIXED_FEE':
      return computeFixedFeeCard(card, inputs);
    default:
      throw new RangeError(`no card type ${String((card satisfies never as CardInput).type)}`);
  }
}
