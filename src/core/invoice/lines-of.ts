import type { LineItem, LineType } from './document.ts';

/** The lines of a type at and below a line, in the order of the document; nothing is below a found one. */
export function linesOf(line: LineItem, type: LineType): LineItem[] {
  return line.type === type ? [line] : line.lineItems.flatMap((child) => linesOf(child, type));
}
