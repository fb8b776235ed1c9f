import { type Decimal, decimalText } from '../decimal.ts';
import type { SlabConfig, SlabPrice } from './rate-config.ts';

/** The rate for every unit, also for fractions. Negative usage is refunded at the same rate. */
export function price(quantity: Decimal, slab: SlabConfig): SlabPrice {
  return { amount: quantity.times(slab.rate) };
}

export function explain({ amount }: SlabPrice, slab: SlabConfig): string {
  return `× ${decimalText(slab.rate)} = ${decimalText(amount)}`;
}

export function check(): null {
  return null;
}
