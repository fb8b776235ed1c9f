import { decimal } from '../decimal.ts';
import type { LineItem, LineType } from './document.ts';
import type { InvoiceInputs } from './inputs.ts';
import type { AdvanceCorrectionExplanation } from './license-document.ts';
import type { AdvanceCorrectionCardInput } from './license-inputs.ts';
import { roundingWords, roundLeaf } from './rounding-step.ts';

const LINE_TYPE = {
  FIXED_FEE: 'ADVANCED_FIXED_FEE',
  LICENSE: 'ADVANCED_LICENSE_RATE_CARD_AMOUNT',
  BILLING_ENTITLEMENT: 'ADVANCED_BILLING_ENTITLEMENT_RATE_CARD_AMOUNT',
  CREDIT_GRANT: 'ADVANCED_CREDIT_GRANT_RATE_CARD_AMOUNT',
} as const satisfies Record<AdvanceCorrectionCardInput['billedAs'], LineType>;

/** The difference between the amount due and the amount charged for days that were charged in advance. */
export function computeAdvanceCorrection(
  card: AdvanceCorrectionCardInput,
  inputs: InvoiceInputs,
): { line: LineItem; explanation: AdvanceCorrectionExplanation } {
  if (inputs.timing !== 'IN_ADVANCE') throw new RangeError(`${card.name}: corrects a charge in advance`);
  const { due, charged, period } = card;
  const rounding = roundLeaf(decimal(due).minus(decimal(charged)), inputs);
  const line: LineItem = {
    id: card.billableId,
    description: card.displayName,
    type: LINE_TYPE[card.billedAs],
    units: inputs.currency,
    value: rounding.rounded,
    metadata: { isCorrection: true },
    lineItems: [],
  };
  const explanation: AdvanceCorrectionExplanation = {
    lineId: card.billableId,
    cardName: card.name,
    type: 'ADVANCE_CORRECTION',
    quantity: '1',
    period,
    due,
    charged,
    rounding,
    steps: [
      ...card.steps,
      `due for ${period.start} to ${period.end}: ${due}, charged before: ${charged}`,
      `difference: ${due} − ${charged} = ${rounding.exact}`,
      roundingWords(rounding, inputs.currency),
    ],
  };
  return { line, explanation };
}
