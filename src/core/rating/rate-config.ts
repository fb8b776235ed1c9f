import type { Decimal } from '../decimal.ts';

export type PricingModel = 'TIERED' | 'VOLUME';
/** PERCENTAGE and DYNAMIC are extensions of the public API. */
export type PriceType = 'FLAT' | 'PER_UNIT' | 'PACKAGE' | 'PERCENTAGE' | 'DYNAMIC';

/** Bounds of an amount of money; absent means unbounded. */
export interface AmountBounds {
  minimumRate?: Decimal;
  maximumRate?: Decimal;
}

/**
 * One slab in one currency. It covers the quantities above `startAfter`, up to and including the next
 * `startAfter`.
 */
export interface SlabConfig extends AmountBounds {
  /** From 1. Slabs are matched with their rates, and traversed, by this number. */
  order: number;
  startAfter: Decimal;
  priceType: PriceType;
  /** Units per package; only PACKAGE reads it. */
  packageSize?: Decimal;
  /** Per unit, per package, in percent or for the whole slab. A negative rate is a discount. */
  rate: Decimal;
}

/** The prices of one rate card in one currency. */
export interface RateConfig extends AmountBounds {
  pricingModel: PricingModel;
  slabs: readonly SlabConfig[];
}

/** The price of a quantity inside one slab, before any bound. */
export interface SlabPrice {
  amount: Decimal;
  /** Number of packages, PACKAGE only; negative when they are given back. */
  packages?: Decimal;
}

/** A problem and the path of its member, such as `slabs[2].startAfter`. */
export interface RateConfigProblem {
  path: string;
  message: string;
}

/** The interface limits `order` to 10; to allow more (100 has been requested), change only this. */
export const MAX_SLABS = 10;
