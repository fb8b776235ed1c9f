import type { PayableLine } from '../credits/index.ts';
import { type Decimal, decimal, ZERO } from '../decimal.ts';
import type { CorrectionExplanation, LineItem } from './document.ts';
import type { CorrectionInput, InvoiceInputs } from './inputs.ts';
import { roundingWords, roundLeaf } from './rounding-step.ts';

/** Lines of credit note corrections, by the total that they reduce. */
export interface CorrectionLines {
  gross: LineItem[];
  charges: LineItem[];
  explanations: CorrectionExplanation[];
}

/**
 * Corrections by credit notes are separate lines beside the corrected ones: a true-up does not take them
 * back, and taxes follow the reduced amount.
 */
export function computeCorrections(
  inputs: Pick<InvoiceInputs, 'corrections' | 'currency' | 'roundingMode'>,
): CorrectionLines {
  const computed = (inputs.corrections ?? []).map((correction) => ({
    of: correction.of,
    ...computeCorrection(correction, inputs),
  }));
  return {
    gross: computed.flatMap(({ of, line }) => (of === 'GROSS' ? [line] : [])),
    charges: computed.flatMap(({ of, line }) => (of === 'CHARGES' ? [line] : [])),
    explanations: computed.map(({ explanation }) => explanation),
  };
}

function computeCorrection(
  { id, displayName, amount, lineId, reason }: CorrectionInput,
  inputs: Pick<InvoiceInputs, 'currency' | 'roundingMode'>,
): { line: LineItem; explanation: CorrectionExplanation } {
  const rounding = roundLeaf(decimal(amount).negated(), inputs);
  const line: LineItem = {
    id,
    description: displayName,
    type: 'CUSTOM_AMOUNT',
    units: inputs.currency,
    value: rounding.rounded,
    lineItems: [],
  };
  const explanation: CorrectionExplanation = {
    lineId: id,
    cardName: displayName,
    type: 'CORRECTION',
    quantity: '1',
    rounding,
    steps: [
      `taken off ${lineId ?? 'the invoice'}: ${amount}, because: ${reason}`,
      roundingWords(rounding, inputs.currency),
    ],
  };
  return { line, explanation };
}

/**
 * Lines that credits may pay, each less its corrections; a correction without a line stays a negative line,
 * which limits what credits pay in total.
 */
export function correctPayable(
  lines: readonly PayableLine[],
  corrections: readonly CorrectionInput[] = [],
): PayableLine[] {
  const bound = new Set(corrections.flatMap(({ id, lineId }) => (lineId === undefined ? [] : [id])));
  const numbered = numberLines(lines.filter(({ id, group }) => !(group === 'CUSTOM' && bound.has(id))));
  return numbered.map(({ nth, ...line }) => ({
    ...line,
    value: line.value.minus(takenOff(corrections, { of: 'GROSS', id: line.id, nth })),
  }));
}

/** The sum of all corrections of a line. */
export function takenOff(
  corrections: readonly CorrectionInput[],
  line: { of: CorrectionInput['of']; id: string; nth: number },
): Decimal {
  return corrections
    .filter(({ of, lineId, nth = 0 }) => of === line.of && lineId === line.id && nth === line.nth)
    .reduce((sum, { amount }) => sum.plus(decimal(amount)), ZERO);
}

/** Adds to each line the number of earlier lines with the same id. */
export function numberLines<T extends { id: string }>(lines: readonly T[]): (T & { nth: number })[] {
  const counts = new Map<string, number>();
  return lines.map((line) => {
    const nth = counts.get(line.id) ?? 0;
    counts.set(line.id, nth + 1);
    return { ...line, nth };
  });
}
