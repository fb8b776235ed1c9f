import type { LineItem, LineType } from './document.ts';

/** The lines of a type at and below a line, in the order of the document; nothing is below a found one. */
export function linesOf(line: LineItem, type: LineType): LineItem[] {
  return line.type === type ? [line] : line.lineItems.flatMap((child) => linesOf(child, type));
}

/** What pricing rules changed of a line: their lines stand right below it. */
export function ruleUpdatesOf({ lineItems }: LineItem): LineItem[] {
  return lineItems.filter(
    ({ type }) =>
      type === 'PRICING_RULE_REVENUE_UPDATE_AMOUNT' || type === 'PRICING_RULE_USAGE_UPDATE_AMOUNT',
  );
}
