import { CARD_CODES, type CardCode } from './rule-input.ts';

/** What names a card. */
export interface NamedCard {
  type: string;
  billableId: string;
  name: string;
}

/**
 * The cards that an id means: those of the billable, or else the one of that name. More than one card may
 * bill the same thing.
 */
export function findCards<T extends NamedCard>(
  cards: readonly T[],
  { code, id }: { code: CardCode; id: string },
): T[] {
  const kind = cards.filter(({ type }) => type === CARD_CODES[code]);
  const billed = kind.filter(({ billableId }) => billableId === id);
  return billed.length > 0 ? billed : kind.filter(({ name }) => name === id);
}
