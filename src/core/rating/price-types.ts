import type { Decimal } from '../decimal.ts';
import * as dynamic from './dynamic.ts';
import * as flat from './flat.ts';
import * as packaged from './package.ts';
import * as perUnit from './per-unit.ts';
import * as percentage from './percentage.ts';
import type { PriceType, RateConfigProblem, SlabConfig, SlabPrice } from './rate-config.ts';

/** The exports of every price type file. */
export interface PriceTypeRule {
  /** The first problem of a slab of this type, with its path inside the slab. */
  check(slab: SlabConfig): RateConfigProblem | null;
  /**
   * `quantity` is the part of the usage inside the slab and is not zero: an empty slab costs nothing with any
   * type.
   */
  price(quantity: Decimal, slab: SlabConfig): SlabPrice;
  /** The same price as words that follow the number of units: `× 0.01 = 10`. */
  explain(price: SlabPrice, slab: SlabConfig): string;
}

const RULES: Record<PriceType, PriceTypeRule> = {
  FLAT: flat,
  PER_UNIT: perUnit,
  PACKAGE: packaged,
  PERCENTAGE: percentage,
  DYNAMIC: dynamic,
};

/** The rule of a price type. Throws `RangeError` on an unknown name. */
export function priceTypeOf(type: PriceType): PriceTypeRule {
  if (!Object.hasOwn(RULES, type)) throw new RangeError(`not a price type: ${type}`);
  return RULES[type];
}
