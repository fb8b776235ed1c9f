import { decimal, decimalText, ZERO } from '../decimal.ts';
import { trueUp } from './commitment.ts';
import type { LineItem, LineType } from './document.ts';
import type { InvoiceInputs } from './inputs.ts';
import { planOf } from './plan-of.ts';

/** The line of a card and the tag that groups it. */
export interface TaggedLine {
  tag?: string;
  line: LineItem;
}

/**
 * The gross amount with the cards and the lines beside them below it (`money-platform.md` 10.2). Each node
 * above a card is the plain sum of its children and is never rounded. Empty nodes are omitted.
 */
export function grossLine(
  inputs: InvoiceInputs,
  cards: readonly TaggedLine[],
  beside: readonly LineItem[],
): LineItem {
  const { currency } = inputs;
  const lines = [...planLines(inputs, cards), ...beside];
  return sumLine('GROSS_AMOUNT', 'Gross amount', { currency, lines });
}

/** The gross amount less the payments of credits. */
export function netLine(currency: string, lines: { gross: LineItem; credits: LineItem | null }): LineItem {
  const below = [lines.gross, ...(lines.credits ? [lines.credits] : [])];
  return sumLine('NET_AMOUNT', 'Net amount', { currency, lines: below });
}

/** The grand total: the net amount, and the charges and taxes beside it. */
export function grandTotalLine(
  currency: string,
  lines: { net: LineItem; charges: LineItem | null; taxes: LineItem | null },
): LineItem {
  const below = [lines.net, lines.charges, lines.taxes].filter((line) => line !== null);
  const total = sumLine('TOTAL_AMOUNT', 'Total', { currency, lines: below });
  return sumLine('GRAND_TOTAL_AMOUNT', 'Grand total', { currency, lines: [total] });
}

/** A line whose value is the sum of its children. */
export function sumLine(
  type: LineType,
  description: string,
  { currency, lines, id }: { currency: string; lines: LineItem[]; id?: string },
): LineItem {
  const sum = lines.reduce((total, line) => total.plus(decimal(line.value)), ZERO);
  return {
    ...(id === undefined ? {} : { id }),
    description,
    type,
    units: currency,
    value: decimalText(sum),
    lineItems: lines,
  };
}

/** Cards below their plan; manual lines have no parent. */
function planLines(inputs: InvoiceInputs, cards: readonly TaggedLine[]): LineItem[] {
  const { currency, timing } = inputs;
  const lines = groupByTag(cards, currency);
  switch (timing) {
    case 'IN_ARREARS': {
      const subTotal = sumLine('SUB_TOTAL_AMOUNT', 'Subtotal', { currency, lines });
      const missing = trueUp(inputs, subTotal).line;
      const below = missing ? [subTotal, missing] : [subTotal];
      const { id, name } = planOf(inputs);
      return [sumLine('PRICE_PLAN_AMOUNT', name, { currency, lines: below, id })];
    }
    case 'IN_ADVANCE':
      return [sumLine('TOTAL_ADVANCED_FEES', 'Fees in advance', { currency, lines })];
    case 'PURCHASE': {
      const { id, name } = planOf(inputs);
      return [sumLine('TOTAL_PURCHASE_AMOUNT', name, { currency, lines, id })];
    }
    case 'CUSTOM':
      return lines;
    default:
      return timing satisfies never;
  }
}

/** Cards with one tag share a subtotal, at the position of the first of them. */
function groupByTag(cards: readonly TaggedLine[], currency: string): LineItem[] {
  const byTag = Map.groupBy(cards, (card) => card.tag);
  const isFirst = (card: TaggedLine) => card.tag === undefined || byTag.get(card.tag)?.[0] === card;
  return cards.filter(isFirst).map((card) => {
    if (card.tag === undefined) return card.line;
    const lines = (byTag.get(card.tag) ?? []).map((member) => member.line);
    return sumLine('CUSTOM_TAG', card.tag, { currency, lines });
  });
}
