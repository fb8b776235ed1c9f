import { type Decimal, ZERO } from '../decimal.ts';

/** The exact price of a cycle's quantity for a card, with its cap and its bounds. */
export type PriceOf = (quantity: Decimal) => Decimal;

/**
 * The revenue of one event (`metering-pricing.md` 9.7): the change that it makes to the price of its cycle,
 * in processing order. It may be negative, where a slab makes all units cheaper. A cycle without events
 * (null) has earned nothing, so the first event also earns a minimum of the card, and the events of a cycle
 * together earn its whole price.
 */
export function eventRevenue(
  priceOf: PriceOf,
  { before, after }: { before: Decimal | null; after: Decimal | null },
): Decimal {
  return (after ? priceOf(after) : ZERO).minus(before ? priceOf(before) : ZERO);
}
