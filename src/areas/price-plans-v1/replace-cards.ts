import {
  type Billable,
  billableKey,
  buildRateCard,
  checkCardCount,
  generatedName,
  getBillables,
  grantedFor,
  type RateCardRow,
  rateCardInvalid,
  requireEntities,
} from '#areas/price-plans/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { Problem } from '#platform/problem.ts';
import { listSentCards, type PlacedCard, replacedTypes } from './card-lists.ts';
import type { SentCards } from './card-lists-schema.ts';

interface Replacement {
  plan: { planId: string; planType: 'BILLING' | 'PURCHASE' };
  /** The existing cards, in their order. */
  base: readonly RateCardRow[];
  sent: SentCards;
  /** Member path of the lists. */
  path: string;
}

type NewCard = Omit<RateCardRow, 'referenceId'>;

export interface ReplacedCards {
  /** All cards, including unchanged ones, in their order. */
  cards: NewCard[];
  /** Path of a card in the request, by its name. */
  paths: Map<string, string>;
}

/**
 * The cards of a plan with its lists replaced by those of a request (`metering-pricing.md` 13.2 and 18.2). A
 * card with the same billable as a replaced one keeps its name and position, so that the second version of
 * the API can identify it. Throws the first problem.
 */
export async function replaceCards(tx: Tx, org: Org, work: Replacement): Promise<ReplacedCards> {
  const { plan, base, sent, path } = work;
  const placed = listSentCards(sent, { path, planId: plan.planId });
  const types = replacedTypes(sent);
  const kept = base.filter(({ type }) => !types.has(type));
  checkCardCount(kept.length + placed.length);
  const [billables] = await Promise.all([
    getBillables(tx, org, placed),
    requireEntities(
      tx,
      org,
      placed.flatMap(({ details }) => grantedFor(details)),
    ),
  ]);
  const former = base.filter(({ type }) => types.has(type));
  const seats = findSeats(placed, { kept, former });
  const built = placed.map((card, index): NewCard => {
    const seat = seats[index] as Seat;
    return { ...build(card, { ...plan, name: seat.name, billables }), ...seat };
  });
  const cards = [...kept, ...built].sort((a, b) => a.position - b.position);
  return { cards, paths: new Map(built.map(({ name }, index) => [name, placed[index]?.path ?? path])) };
}

type Seat = Pick<RateCardRow, 'name' | 'position'>;

/** Names and positions of cards: requested, or taken from the replaced card, or new. */
function findSeats(
  placed: readonly PlacedCard[],
  { kept, former }: { kept: readonly RateCardRow[]; former: readonly RateCardRow[] },
): Seat[] {
  const left = [...former];
  const names = new Set(kept.map(({ name }) => name));
  for (const { name, path } of placed) {
    if (name === null) continue;
    if (names.has(name))
      throw invalid(`${path}.name: another rate card of the plan is named ${name}; choose another name`);
    names.add(name);
  }
  let position = Math.max(0, ...[...kept, ...former].map((card) => card.position));
  return placed.map((card) => {
    const index = left.findIndex((each) => billableKey(each) === billableKey(card));
    const [old] = index < 0 ? [] : left.splice(index, 1);
    const seat = { name: card.name ?? freeName(card, { old, names }), position: old?.position ?? ++position };
    names.add(seat.name);
    return seat;
  });
}

function freeName(card: PlacedCard, taken: { old: RateCardRow | undefined; names: Set<string> }): string {
  const { old, names } = taken;
  if (old && !names.has(old.name)) return old.name;
  const { type, billableId, invoiceTiming, details: rateCardDetails } = card;
  return generatedName({ type, billableId, invoiceTiming, rateCardDetails }, (name) => names.has(name));
}

interface BuildFacts {
  planId: string;
  planType: 'BILLING' | 'PURCHASE';
  name: string;
  billables: ReadonlyMap<string, Billable>;
}

function build(card: PlacedCard, { billables, ...facts }: BuildFacts) {
  const { type, billableId, invoiceTiming, details: rateCardDetails, path } = card;
  const billable = billables.get(billableKey(card)) ?? { displayName: billableId, addOnType: null };
  return atOwnPath(card, () => {
    const sent = { type, billableId, invoiceTiming, rateCardDetails };
    return buildRateCard(sent, { ...facts, path, billable });
  });
}

/**
 * The second version of the API nests a card's details one level deeper; messages name the member as sent.
 */
function atOwnPath<T>({ path, member }: PlacedCard, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== rateCardInvalid.code) throw error;
    throw invalid(error.message.replaceAll(`${path}.rateCardDetails.${member}`, path));
  }
}

function invalid(sentence: string) {
  return rateCardInvalid({ problems: [sentence] });
}
