import {
  burnDown,
  type CreditInput,
  type CreditUse,
  compareCredits,
  payableLines,
} from '../credits/index.ts';
import { decimal, decimalText, ZERO } from '../decimal.ts';
import { sumLine } from './amount-tree.ts';
import { correctPayable } from './correction-lines.ts';
import type { CreditExplanation, LineItem } from './document.ts';
import type { InvoiceInputs } from './inputs.ts';
import { roundLeaf } from './rounding-step.ts';

/** The reduction of the gross amount by credits. */
export interface AppliedCredits {
  /** TOTAL_CREDITS with one negative line per grant that pays; null when none does. */
  line: LineItem | null;
  uses: CreditUse[];
  explanations: CreditExplanation[];
}

/** Credits apply between the gross and the net amount, so they never pay charges or taxes. */
export function applyCredits(inputs: InvoiceInputs, gross: LineItem): AppliedCredits {
  const credits = (inputs.credits ?? []).toSorted(compareCredits);
  const lines = correctPayable(payableLines(gross), inputs.corrections);
  const max = inputs.mostCredits === undefined ? undefined : decimal(inputs.mostCredits);
  const uses = burnDown(credits, lines, { gross: decimal(gross.value), max });
  const paying = credits.flatMap((credit) => {
    const own = uses.filter(({ creditId }) => creditId === credit.id);
    return own.length === 0 ? [] : [payWith(credit, own, inputs)];
  });
  if (paying.length === 0) return { line: null, uses, explanations: [] };
  const paid = paying.map(({ line }) => line);
  return {
    line: sumLine('TOTAL_CREDITS', 'Credits', { currency: inputs.currency, lines: paid }),
    uses,
    explanations: paying.map(({ explanation }) => explanation),
  };
}

function payWith(credit: CreditInput, uses: CreditUse[], inputs: InvoiceInputs) {
  const paid = uses.reduce((total, { amount }) => total.plus(decimal(amount)), ZERO);
  const rounding = roundLeaf(paid.negated(), inputs);
  const line: LineItem = {
    id: credit.id,
    description: credit.purpose,
    type: 'SUB_CREDITS',
    units: inputs.currency,
    value: rounding.rounded,
    lineItems: [],
  };
  const explanation: CreditExplanation = {
    lineId: credit.id,
    cardName: credit.purpose,
    type: 'CREDIT',
    quantity: '1',
    available: credit.available,
    pays: uses.map(({ lineId, amount }) => ({ lineId, amount })),
    rounding,
    steps: [
      `credit: ${credit.available} available, priority ${credit.priority}, ${scopeWords(credit)}`,
      ...uses.map(({ lineId, amount }) => `pays ${amount} of ${lineId}`),
      `taken off the gross amount: ${decimalText(paid)} ${inputs.currency}`,
    ],
  };
  return { line, explanation };
}

function scopeWords({ scope, effectiveFrom, effectiveUntil }: CreditInput): string {
  const days =
    effectiveUntil === undefined ? `from ${effectiveFrom}` : `${effectiveFrom} to ${effectiveUntil}`;
  return `${scope.length === 0 ? 'for every line' : `for ${scope.join(', ')}`}, ${days}`;
}
