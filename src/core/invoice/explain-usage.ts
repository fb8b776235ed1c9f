import { type Decimal, decimal, decimalText } from '../decimal.ts';
import { explainSlab, type RateResult, type SlabStep } from '../rating/index.ts';
import type { AdjustmentStep, SlabExplanation, UsageExplanation } from './document.ts';
import type { InvoiceInputs, UsageCardInput } from './inputs.ts';
import { roundingWords, roundLeaf } from './rounding-step.ts';

/** An entered slab and the value of its line. */
export type ShownSlab = SlabStep & { shown: string };

/** A card, its exact price and the rounded parts that add up to it. */
export interface RatedCard {
  card: UsageCardInput;
  result: RateResult;
  entered: ShownSlab[];
  adjustment: AdjustmentStep | null;
}

/** The walk over the slabs, exact, and the same as sentences that end with the one rounding of the card. */
export function explainUsage(
  { card, result, entered, adjustment }: RatedCard,
  inputs: InvoiceInputs,
): UsageExplanation {
  const rounding = roundLeaf(result.amount, inputs);
  const quantity = decimalText(decimal(card.quantity));
  return {
    lineId: card.billableId,
    cardName: card.name,
    type: 'USAGE',
    quantity,
    meter: card.meter,
    eventCount: card.eventCount,
    pricingModel: card.pricingModel,
    slabs: result.slabs.map((step) => explainStep(step, entered)),
    ...(adjustment ? { adjustment } : {}),
    rounding,
    steps: [
      usageWords(card, quantity),
      ...entered.map((step) => explainSlab(step, card.pricingModel)),
      ...(entered.length > 1 ? [sumWords(entered, result.amountBeforeClamp)] : []),
      ...(entered.length === 0 ? ['no usage, so no slab is charged'] : []),
      ...(adjustment ? [adjustmentWords(adjustment)] : []),
      roundingWords(rounding, inputs.currency),
    ],
  };
}

function explainStep(step: SlabStep, entered: readonly ShownSlab[]): SlabExplanation {
  const { slab, price, clamp } = step;
  return {
    order: slab.order,
    from: decimalText(step.from),
    to: step.to && decimalText(step.to),
    quantity: decimalText(step.quantity),
    priceType: slab.priceType,
    rate: decimalText(slab.rate),
    ...(slab.packageSize ? { packageSize: decimalText(slab.packageSize) } : {}),
    ...(price.packages ? { packages: decimalText(price.packages) } : {}),
    amountBeforeClamp: decimalText(price.amount),
    ...(clamp ? { clamp: { applied: clamp.applied, bound: decimalText(clamp.bound) } } : {}),
    amount: decimalText(step.amount),
    shown: entered.find((candidate) => candidate.slab.order === slab.order)?.shown ?? null,
  };
}

function usageWords({ meter, eventCount }: UsageCardInput, quantity: string): string {
  const events = eventCount === 1 ? '1 event' : `${eventCount} events`;
  return `usage: ${meter.aggregation} of ${events} in ${meter.name} = ${quantity}`;
}

function sumWords(entered: readonly ShownSlab[], sum: Decimal): string {
  const amounts = entered.map((step) => decimalText(step.amount));
  return `slabs together: ${amounts.join(' + ')} = ${decimalText(sum)}`;
}

function adjustmentWords({ applied, bound, before, after }: AdjustmentStep): string {
  const name = applied === 'MINIMUM' ? 'minimum' : 'maximum';
  return `card ${name} of ${bound} applied: ${before} becomes ${after}`;
}
