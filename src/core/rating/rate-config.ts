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
 * One slab in one currency. It covers the quantities above `startAfter`, up to and with the next
 * `startAfter`.
 */
export interface SlabConfig extends AmountBounds {
  /** From 1. Slabs are joined with their rates, and walked, by this number. */
  order: number;
  startAfter: Decimal;
  priceType: PriceType;
  /** Units per package; only PACKAGE reads it. */
  packageSize?: Decimal;
  /** Per unit, per package, in percent or for the whole slab. May be negative: a discount. */
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
  /** Packages counted, PACKAGE only; negative when they are given back. */
  packages?: Decimal;
}

/** A problem and the member it stands at, such as `slabs[2].startAfter`. */
export interface RateConfigProblem {
  path: string;
  message: string;
}

/**
 * The interface bounds `order` by 10; raise it here (100 is known to be asked for) and nothing else changes.
 */
export const MAX_SLABS = 10;
