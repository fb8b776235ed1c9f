import { type Decimal, decimalText } from '../decimal.ts';
import type { SlabConfig, SlabPrice } from './rate-config.ts';

/**
 * The rate in percent of a quantity that is itself a value, such as a volume of sales. With several slabs,
 * each percentage prices its own part: a graduated percentage.
 */
export function price(quantity: Decimal, slab: SlabConfig): SlabPrice {
  return { amount: quantity.times(slab.rate).div(100) };
}

export function explain({ amount }: SlabPrice, slab: SlabConfig): string {
  return `× ${decimalText(slab.rate)} % = ${decimalText(amount)}`;
}

export function check(): null {
  return null;
}
