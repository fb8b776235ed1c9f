import { type Decimal, ZERO } from '../decimal.ts';
import type { SlabConfig } from './rate-config.ts';
import { priceSlab, type SlabStep } from './slab-step.ts';

/**
 * The slab that the quantity has reached prices all of it. The price may fall when a border is passed; that
 * is inherent in the model. Negative usage is priced by the first slab.
 */
export function walk(quantity: Decimal, slabs: readonly SlabConfig[]): SlabStep[] {
  const reached = slabs.findLastIndex((slab) => slab.startAfter.lt(quantity));
  const chosen = Math.max(0, reached);
  return slabs.map((_slab, position) => priceSlab(slabs, position, position === chosen ? quantity : ZERO));
}
