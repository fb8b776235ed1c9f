import { decimalText } from '../decimal.ts';
import { priceTypeOf } from './price-types.ts';
import type { PricingModel } from './rate-config.ts';
import type { SlabStep } from './slab-step.ts';

/**
 * One slab as a sentence that can be verified with a pocket calculator: `first 1000 units × 0.01 = 10`,
 * `next 8 units in 1 package of 10 × 20 = 20; at least 25`.
 */
export function explainSlab(step: SlabStep, model: PricingModel): string {
  const quantity = decimalText(step.quantity);
  const reached = `${reachWord(step, model)}${quantity} ${quantity === '1' ? 'unit' : 'units'}`;
  // Events carry money, in a single slab.
  const units = step.slab.priceType === 'DYNAMIC' ? quantity : reached;
  const price = priceTypeOf(step.slab.priceType).explain(step.price, step.slab);
  return `${units} ${price}${clampWords(step)}`;
}

function reachWord({ slab, quantity }: SlabStep, model: PricingModel): string {
  if (quantity.lte(0)) return '';
  switch (model) {
    case 'TIERED':
      return slab.order === 1 ? 'first ' : 'next ';
    case 'VOLUME':
      return 'all ';
    default:
      return model satisfies never;
  }
}

function clampWords({ clamp }: SlabStep): string {
  if (!clamp) return '';
  return `, ${clamp.applied === 'MINIMUM' ? 'but at least' : 'but at most'} ${decimalText(clamp.bound)}`;
}
