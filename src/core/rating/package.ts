import { type Decimal, decimalText } from '../decimal.ts';
import type { RateConfigProblem, SlabConfig, SlabPrice } from './rate-config.ts';

/**
 * The rate for every started package, counted from the start of the slab. Negative usage gives back whole
 * packages only, so that a part of a package is never refunded.
 */
export function price(quantity: Decimal, slab: SlabConfig): SlabPrice {
  const size = sizeOf(slab);
  const packages = quantity.gt(0) ? countBegun(quantity, size) : quantity.neg().divToInt(size).neg();
  return { amount: packages.times(slab.rate), packages };
}

export function explain({ amount, packages }: SlabPrice, slab: SlabConfig): string {
  const count = packages ? decimalText(packages) : '0';
  const size = decimalText(sizeOf(slab));
  const noun = count === '1' ? 'package' : 'packages';
  return `in ${count} ${noun} of ${size} × ${decimalText(slab.rate)} = ${decimalText(amount)}`;
}

export function check({ packageSize }: SlabConfig): RateConfigProblem | null {
  if (packageSize?.gt(0)) return null;
  return { path: 'packageSize', message: 'A PACKAGE slab must have a packageSize greater than 0.' };
}

/**
 * The quotient is truncated and compared instead of rounded up: a rounded quotient can hide the last partial
 * package.
 */
function countBegun(quantity: Decimal, size: Decimal): Decimal {
  const full = quantity.divToInt(size);
  return full.times(size).lt(quantity) ? full.plus(1) : full;
}

function sizeOf({ packageSize }: SlabConfig): Decimal {
  if (!packageSize) throw new RangeError('a PACKAGE slab without packageSize cannot be priced');
  return packageSize;
}
