import type { RateCardRow } from '#areas/price-plans/index.ts';

/** What every card says of itself in the inputs of an invoice. */
export function nameCard(card: RateCardRow) {
  return {
    name: card.name,
    billableId: card.billableId,
    displayName: card.displayName,
    ...(card.tag ? { tag: card.tag } : {}),
  };
}
