import { type Decimal, decimalText } from '../decimal.ts';
import type { SlabConfig, SlabPrice } from './rate-config.ts';

/** The price that the events carry, times the rate: 1 passes it on, 1.1 adds a tenth. */
export function price(carried: Decimal, slab: SlabConfig): SlabPrice {
  return { amount: carried.times(slab.rate) };
}

export function explain({ amount }: SlabPrice, slab: SlabConfig): string {
  return `× ${decimalText(slab.rate)} = ${decimalText(amount)}`;
}

/**
 * The carried value is money, so slabs would be ranges of money, not of the quantity: see `checkRateConfig`.
 */
export function check(): null {
  return null;
}
