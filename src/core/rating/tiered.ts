import { Decimal, ZERO } from '../decimal.ts';
import type { SlabConfig } from './rate-config.ts';
import { priceSlab, type SlabStep } from './slab-step.ts';

/** Every slab prices the part of the quantity within it. Negative usage belongs to the first slab. */
export function walk(quantity: Decimal, slabs: readonly SlabConfig[]): SlabStep[] {
  return slabs.map((slab, position) => {
    if (quantity.lt(0)) return priceSlab(slabs, position, position === 0 ? quantity : ZERO);
    const to = slabs[position + 1]?.startAfter ?? quantity;
    const inSlab = Decimal.max(ZERO, Decimal.min(quantity, to).minus(slab.startAfter));
    return priceSlab(slabs, position, inSlab);
  });
}
