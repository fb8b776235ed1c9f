import { type Decimal, ZERO } from '../decimal.ts';

/** The exact price of a quantity of the cycle: of a card, with its cap and its bounds. */
export type PriceOf = (quantity: Decimal) => Decimal;

/**
 * What one event earns (`metering-pricing.md` 9.7): the change that it makes to the price of its cycle, in
 * the order in which events are processed. It may be negative, where a slab makes all units cheaper. A cycle
 * without events (null) has earned nothing, so the first one earns a minimum of the card too, and the events
 * of a cycle together earn its whole price.
 */
export function eventRevenue(
  priceOf: PriceOf,
  { before, after }: { before: Decimal | null; after: Decimal | null },
): Decimal {
  return (after ? priceOf(after) : ZERO).minus(before ? priceOf(before) : ZERO);
}
