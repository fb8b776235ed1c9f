import type { RateCardRow } from '#areas/price-plans/index.ts';

/** Returns the members that every card has in the inputs of an invoice. */
export function nameCard(card: RateCardRow) {
  return {
    name: card.name,
    billableId: card.billableId,
    displayName: card.displayName,
    ...(card.tag ? { tag: card.tag } : {}),
  };
}
