import { type Decimal, decimalText, ZERO } from '../decimal.ts';
import type { SlabConfig, SlabPrice } from './rate-config.ts';

/** One rate for the whole slab once it is entered, however far. */
export function price(quantity: Decimal, slab: SlabConfig): SlabPrice {
  return { amount: quantity.gt(0) ? slab.rate : ZERO };
}

export function explain({ amount }: SlabPrice, slab: SlabConfig): string {
  return `at a flat ${decimalText(slab.rate)} = ${decimalText(amount)}`;
}

export function check(): null {
  return null;
}
