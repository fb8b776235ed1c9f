import type { LineItem, LineType } from './document.ts';

/** The lines of a type at and below a line, in document order; does not search below a match. */
export function linesOf(line: LineItem, type: LineType): LineItem[] {
  return line.type === type ? [line] : line.lineItems.flatMap((child) => linesOf(child, type));
}

/** The updates of pricing rules, which are direct children of the line. */
export function ruleUpdatesOf({ lineItems }: LineItem): LineItem[] {
  return lineItems.filter(
    ({ type }) =>
      type === 'PRICING_RULE_REVENUE_UPDATE_AMOUNT' || type === 'PRICING_RULE_USAGE_UPDATE_AMOUNT',
  );
}
