import {
  type BuiltCard,
  buildRateCard,
  checkCardCount,
  generatedName,
  requestedName,
} from './build-rate-card.ts';
import { type Billable, billableKey } from './find-billables.ts';
import { rateCardInvalid, rateCardNameTaken, rateCardNotFound } from './problems.ts';
import type { RateCardData, RateCardOperation } from './rate-card-schema.ts';
import type { RateCardRow } from './store/rate-cards.ts';

/** The effect of a request on the cards of a version. */
export interface CardChanges {
  /** Created or changed cards, in the order of the operations. */
  saved: RateCardRow[];
  deleted: string[];
}

/** The cards to edit: those of a draft version or of a schedule override. */
export interface CardDraft {
  referenceId: string;
  planId: string;
  planType: 'BILLING' | 'PURCHASE';
  cards: readonly RateCardRow[];
  /** By `billableKey`. */
  billables: ReadonlyMap<string, Billable>;
}

/**
 * Applies operations in order to the cards of a draft, all of them or, by throwing, none
 * (`metering-pricing.md` 13.3). At most one operation may name a card, so the order affects only the
 * positions of new cards.
 */
export function applyCardOperations(draft: CardDraft, operations: readonly RateCardOperation[]): CardChanges {
  const cards = new Map(draft.cards.map((card) => [card.name, card]));
  const named = new Set<string>();
  const changes: CardChanges = { saved: [], deleted: [] };
  let position = Math.max(0, ...draft.cards.map((card) => card.position));
  for (const [index, operation] of operations.entries()) {
    const path = `operations[${index}]`;
    const target = readTarget(operation, path, (name) => cards.has(name) || named.has(name));
    if (named.has(target.name))
      throw invalid(
        `${path}.rateCardName: another operation also changes ${target.name}; combine the two ` +
          'operations',
      );
    named.add(target.name);
    const existing = cards.get(target.name);
    requireState(operation.actionType, target.name, existing);
    if (!target.card) {
      cards.delete(target.name);
      changes.deleted.push(target.name);
      continue;
    }
    const built = build(draft, { card: target.card, name: target.name, path: `${path}.rateCard` });
    const row = {
      ...built,
      referenceId: draft.referenceId,
      name: target.name,
      position: existing?.position ?? ++position,
    };
    cards.set(target.name, row);
    changes.saved.push(row);
  }
  checkCardCount(cards.size);
  return changes;
}

/** The card of an operation, and its new state; null if it is deleted. */
function readTarget(
  { actionType, rateCardName, rateCard }: RateCardOperation,
  path: string,
  isTaken: (name: string) => boolean,
): { name: string; card: RateCardData | null } {
  const name = rateCardName?.trim() || null;
  if (actionType === 'DELETE') return { name: name ?? missing(`${path}.rateCardName`), card: null };
  const card = rateCard ?? missing(`${path}.rateCard`);
  if (actionType !== 'CREATE') return { name: name ?? missing(`${path}.rateCardName`), card };
  return { name: requestedName(card, rateCardName) ?? generatedName(card, isTaken), card };
}

function requireState(
  action: RateCardOperation['actionType'],
  name: string,
  existing: RateCardRow | undefined,
): void {
  switch (action) {
    case 'CREATE':
      if (existing) throw rateCardNameTaken({ name });
      return;
    case 'UPDATE':
    case 'DELETE':
      if (!existing) throw rateCardNotFound({ id: name });
      return;
    case 'UPSERT':
      return;
    default:
      action satisfies never;
  }
}

function build(draft: CardDraft, sent: { card: RateCardData; name: string; path: string }): BuiltCard {
  const { card, name, path } = sent;
  const { planId, planType } = draft;
  const known = draft.billables.get(billableKey(card));
  const billable = known ?? { displayName: card.billableId, addOnType: null };
  return buildRateCard(card, { path, name, planId, planType, billable });
}

function missing(path: string): never {
  throw invalid(`${path}: is required`);
}

function invalid(sentence: string) {
  return rateCardInvalid({ problems: [sentence] });
}
