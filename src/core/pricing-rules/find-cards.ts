import { CARD_CODES, type CardCode } from './rule-input.ts';

/** The identifiers of a card. */
export interface NamedCard {
  type: string;
  billableId: string;
  name: string;
}

/**
 * The cards that an id refers to: those of the billable, or else the card with that name. Several cards may
 * bill the same billable.
 */
export function findCards<T extends NamedCard>(
  cards: readonly T[],
  { code, id }: { code: CardCode; id: string },
): T[] {
  const kind = cards.filter(({ type }) => type === CARD_CODES[code]);
  const billed = kind.filter(({ billableId }) => billableId === id);
  return billed.length > 0 ? billed : kind.filter(({ name }) => name === id);
}
