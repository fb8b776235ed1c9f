import { type Decimal, ZERO } from '../decimal.ts';
import { priceTypeOf } from './price-types.ts';
import type { AmountBounds, SlabConfig, SlabPrice } from './rate-config.ts';

/** A bound that changed an amount. */
export interface Clamp {
  applied: 'MINIMUM' | 'MAXIMUM';
  bound: Decimal;
}

/** The contribution of one slab to the price of a quantity; all amounts exact. */
export interface SlabStep {
  slab: SlabConfig;
  /** The slab covers quantities above `from`, up to and including `to`; null means no upper bound. */
  from: Decimal;
  to: Decimal | null;
  /** The quantity priced in this slab; 0 when it is not entered. */
  quantity: Decimal;
  price: SlabPrice;
  clamp: Clamp | null;
  /** The price after the clamp. */
  amount: Decimal;
}

/**
 * Prices `quantity` in the slab at `position`. Slab bounds apply only to a slab that positive usage has
 * entered.
 */
export function priceSlab(slabs: readonly SlabConfig[], position: number, quantity: Decimal): SlabStep {
  const slab = slabs[position];
  if (!slab) throw new RangeError(`there is no slab at position ${position}`);
  const price = quantity.isZero() ? { amount: ZERO } : priceTypeOf(slab.priceType).price(quantity, slab);
  const { amount, clamp } = quantity.gt(0) ? clampAmount(price.amount, slab) : { ...price, clamp: null };
  const to = slabs[position + 1]?.startAfter ?? null;
  return { slab, from: slab.startAfter, to, quantity, price, clamp, amount };
}

/** Raises an amount to the minimum or lowers it to the maximum. */
export function clampAmount(
  amount: Decimal,
  { minimumRate, maximumRate }: AmountBounds,
): { amount: Decimal; clamp: Clamp | null } {
  if (minimumRate && amount.lt(minimumRate))
    return { amount: minimumRate, clamp: { applied: 'MINIMUM', bound: minimumRate } };
  if (maximumRate && amount.gt(maximumRate))
    return { amount: maximumRate, clamp: { applied: 'MAXIMUM', bound: maximumRate } };
  return { amount, clamp: null };
}
