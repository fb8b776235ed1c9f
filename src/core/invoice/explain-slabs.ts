import { type Decimal, decimalText } from '../decimal.ts';
import { explainSlab, type SlabStep } from '../rating/index.ts';
import type { AdjustmentStep, SlabExplanation, SlabWalk } from './document.ts';
import type { RatedCard, ShownSlab } from './rated-card.ts';

/** The computation per slab, with exact amounts. */
export function explainSlabs({ pricingModel, result, entered, adjustment }: RatedCard): SlabWalk {
  return {
    pricingModel,
    slabs: result.slabs.map((step) => explainStep(step, entered)),
    ...(adjustment ? { adjustment } : {}),
  };
}

/** The same as sentences; `nothing` explains why no slab was entered. */
export function slabWords(rated: RatedCard, nothing: string): string[] {
  const { pricingModel, result, entered, adjustment } = rated;
  return [
    ...entered.map((step) => explainSlab(step, pricingModel)),
    ...(entered.length > 1 ? [sumWords(entered, result.amountBeforeClamp)] : []),
    ...(entered.length === 0 ? [`${nothing}, so no slab is charged`] : []),
    ...(adjustment ? [adjustmentWords(adjustment)] : []),
  ];
}

export function explainStep(step: SlabStep, entered: readonly ShownSlab[]): SlabExplanation {
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

function sumWords(entered: readonly ShownSlab[], sum: Decimal): string {
  const amounts = entered.map((step) => decimalText(step.amount));
  return `slabs together: ${amounts.join(' + ')} = ${decimalText(sum)}`;
}

function adjustmentWords({ applied, bound, before, after }: AdjustmentStep): string {
  const name = applied === 'MINIMUM' ? 'minimum' : 'maximum';
  return `card ${name} of ${bound} applied: ${before} becomes ${after}`;
}
