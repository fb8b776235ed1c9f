import type { ExplainedLine, ExplainedSlab } from '../../../api/generated/types.ts';
import { approximately, compare, isZero } from '../../../format/decimals.ts';

/** The id of a line, or its position: a part of another line has no id of its own. */
export function keyOf(line: ExplainedLine, index: number): string {
  return line.lineId ?? `#${index}`;
}

export function chosenLine(
  lines: readonly ExplainedLine[],
  key: string | undefined,
): ExplainedLine | undefined {
  return (
    lines.find((line, index) => keyOf(line, index) === key) ??
    lines.find(({ amount }) => !isZero(amount)) ??
    lines[0]
  );
}

/** A tier as a share of the quantity, for a bar; the numbers stand beside it. */
export interface ShownTier {
  tier: ExplainedSlab;
  share: number;
  isReached: boolean;
}

export function tiersOf({ slabs = [] }: ExplainedLine): ShownTier[] {
  const largest = slabs.reduce((most, { quantity }) => (compare(quantity, most) > 0 ? quantity : most), '0');
  const base = approximately(largest) || 1;
  return slabs.map((tier) => ({
    tier,
    share: Math.min(1, approximately(tier.quantity) / base),
    isReached: tier.shown !== null,
  }));
}

/** Whether the amount before rounding is another one. */
export function isRounded({ rounding }: ExplainedLine): boolean {
  return rounding !== undefined && compare(rounding.exact, rounding.rounded) !== 0;
}

/** The explanation as text, to be sent to a customer. */
export function explanationText(line: ExplainedLine, amount: string): string {
  return [`${line.description}: ${amount}`, ...line.steps.map((step) => `- ${step}`)].join('\n');
}
