import { type Decimal, ZERO } from '../decimal.ts';
import type { PricingModel, RateConfig } from './rate-config.ts';
import { type Clamp, clampAmount, type SlabStep } from './slab-step.ts';
import * as tiered from './tiered.ts';
import * as volume from './volume.ts';

export { checkRateConfig } from './check-rate-config.ts';
export type { PriceType, PricingModel, RateConfig, RateConfigProblem, SlabConfig } from './rate-config.ts';
export { MAX_SLABS } from './rate-config.ts';
export type { Clamp, SlabStep } from './slab-step.ts';
export { explainSlab } from './slab-words.ts';

/**
 * The exact price of a quantity and its computation. Nothing here is rounded; rounding to money comes once,
 * later.
 */
export interface RateResult {
  amount: Decimal;
  /** Every slab in order, including those that were not entered. */
  slabs: SlabStep[];
  /** The sum of the slabs. */
  amountBeforeClamp: Decimal;
  /** The applied bound of the whole card, when it changed the sum. */
  clamp: Clamp | null;
}

const WALKS: Record<PricingModel, typeof tiered.walk> = { TIERED: tiered.walk, VOLUME: volume.walk };

/**
 * Rates a quantity (`metering-pricing.md` 15.2). The bounds of the card apply to any quantity, so a card
 * minimum is due at zero usage too. Expects a configuration that `checkRateConfig` accepts.
 */
export function rate(quantity: Decimal, config: RateConfig): RateResult {
  if (!Object.hasOwn(WALKS, config.pricingModel))
    throw new RangeError(`not a pricing model: ${config.pricingModel}`);
  const ordered = config.slabs.toSorted((a, b) => a.order - b.order);
  const slabs = WALKS[config.pricingModel](quantity, ordered);
  const amountBeforeClamp = slabs.reduce((sum, step) => sum.plus(step.amount), ZERO);
  const { amount, clamp } = clampAmount(amountBeforeClamp, config);
  return { amount, slabs, amountBeforeClamp, clamp };
}
