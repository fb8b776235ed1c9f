import { type Decimal, decimal, decimalText } from '../decimal.ts';
import { prorate } from '../proration.ts';
import type { FixedFeeExplanation, LineItem, ProrationStep } from './document.ts';
import type { FixedFeeCardInput, InvoiceInputs } from './inputs.ts';
import { exactWords, roundingWords, roundLeaf } from './rounding-step.ts';

/**
 * A fixed fee is one leaf: the rate times the quantity bought, or its share for the billed days of the block,
 * rounded once.
 */
export function computeFixedFeeCard(
  card: FixedFeeCardInput,
  inputs: InvoiceInputs,
): { line: LineItem; explanation: FixedFeeExplanation } {
  const fee = decimal(card.rate).times(decimal(card.quantity ?? '1'));
  const exact = isCut(card) ? prorate(fee, card.billedDays, card.nominalDays) : fee;
  const explanation = explainFee(card, exact, inputs);
  const line: LineItem = {
    id: card.billableId,
    description: card.displayName,
    type: inputs.timing === 'IN_ADVANCE' ? 'ADVANCED_FIXED_FEE' : 'FIXED_FEE_RATE_CARD_AMOUNT',
    valuePerQuantity: explanation.rate,
    quantity: explanation.quantity,
    units: inputs.currency,
    value: explanation.rounding.rounded,
    metadata: {
      feeType: card.feeType,
      ...(isCut(card) ? { billedDays: card.billedDays, nominalDays: card.nominalDays } : {}),
    },
    lineItems: [],
  };
  return { line, explanation };
}

function explainFee(card: FixedFeeCardInput, exact: Decimal, inputs: InvoiceInputs): FixedFeeExplanation {
  const rounding = roundLeaf(exact, inputs);
  const rate = decimalText(decimal(card.rate));
  const fee = timesWords(card, rate);
  const proration: ProrationStep | null = isCut(card)
    ? { billedDays: card.billedDays, nominalDays: card.nominalDays, exact: rounding.exact }
    : null;
  return {
    lineId: card.billableId,
    cardName: card.name,
    type: 'FIXED_FEE',
    quantity: decimalText(decimal(card.quantity ?? '1')),
    rate,
    ...(proration ? { proration } : {}),
    rounding,
    steps: [
      `fixed fee: ${fee.words}, ${recurrenceWords(card)}${proration ? '' : periodWords(card, ', for')}`,
      ...(proration ? [prorationWords(fee.amount, proration, { exact, card })] : []),
      roundingWords(rounding, inputs.currency),
    ],
  };
}

/** A one-time fee is never prorated, and a fully billed block owes the whole rate. */
function isCut(card: FixedFeeCardInput): boolean {
  return card.feeType === 'RECURRING' && card.isProrated && card.billedDays !== card.nominalDays;
}

function recurrenceWords({ feeType, recurrence }: FixedFeeCardInput): string {
  if (feeType === 'ONE_TIME') return 'charged once';
  return recurrence.interval === 1 ? 'every cycle' : `every ${recurrence.interval} cycles`;
}

function timesWords({ quantity }: FixedFeeCardInput, rate: string): { amount: string; words: string } {
  if (quantity === undefined) return { amount: rate, words: rate };
  const amount = decimalText(decimal(rate).times(decimal(quantity)));
  return { amount, words: `${rate} × ${quantity} = ${amount}` };
}

function prorationWords(
  fee: string,
  { billedDays, nominalDays }: ProrationStep,
  { exact, card }: { exact: Decimal; card: FixedFeeCardInput },
): string {
  const share = `${fee} × ${billedDays} / ${nominalDays}`;
  const days = `for ${billedDays} of ${nominalDays} days`;
  return `billed ${days}${periodWords(card, ',')}: ${share} = ${exactWords(exact)}`;
}

function periodWords({ period }: FixedFeeCardInput, before: string): string {
  return period ? `${before} from ${period.start} to ${period.end}` : '';
}
