import { listRateCards, type PlanVersion, type RateCardRow } from '#areas/price-plans/index.ts';
import { listPricingRules, type NewRule, type PricingRuleRow } from '#areas/pricing-rules/index.ts';
import { canonicalJson } from '#core/canonical-json.ts';
import { explicitCycle } from '#core/explicit-cycle.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { NewCard, OverrideTerms } from './overrides.ts';
import type { Prices } from './read-prices.ts';
import type { AssociationTerms } from './resolve-association.ts';
import type { PlannedSchedule } from './store/schedules.ts';

/** What an account keeps of its own when it moves to another version, or to another plan. */
export interface CarriedOverride {
  /** For an edit that associates the target. */
  terms: Pick<AssociationTerms, 'cycleOverride' | 'overrideCards' | 'overrideRules'>;
  /** Names of cards whose prices are lost, because the target has no such card. */
  dropped: string[];
}

/**
 * The overrides of a schedule on another plan version (`metering-pricing.md` 13.4): its cycle, when it
 * differs from its plan's; each card that differs, which it takes to the card of the same name or billable;
 * its rules as a whole, when they differ. Whatever does not differ follows the target.
 */
export async function carryOverride(
  tx: Tx,
  org: Org,
  move: { schedule: PlannedSchedule; target: PlanVersion },
): Promise<CarriedOverride> {
  const { schedule, target } = move;
  const { cycleConfig, planCycleConfig, overrideReferenceId, planReferenceId } = schedule;
  const isCycleOwn = canonicalJson(cycleConfig) !== canonicalJson(planCycleConfig);
  const cycle = isCycleOwn ? { cycleOverride: explicitCycle(cycleConfig, schedule.resolvedCycle) } : {};
  if (overrideReferenceId === null) return { terms: cycle, dropped: [] };
  const [base, own, other] = await Promise.all(
    [planReferenceId, overrideReferenceId, target.referenceId].map(async (referenceId) => ({
      cards: await listRateCards(tx, org, referenceId),
      rules: await listPricingRules(tx, org, referenceId),
    })),
  );
  if (!base || !own || !other) throw new RangeError('three references were read');
  const { terms, dropped } = carryPrices({ base, own, target: other }, target.planId);
  return { terms: { ...cycle, ...terms }, dropped };
}

/** Cards and rules alone; `planId` is the target's. */
export function carryPrices(
  prices: { base: Prices; own: Prices; target: Prices },
  planId: string,
): { terms: OverrideTerms; dropped: string[] } {
  const { base, own, target } = prices;
  const { cards, dropped } = carryCards({ base: base.cards, own: own.cards, target: target.cards });
  const isRulesOwn = canonicalJson(own.rules.map(saidOf)) !== canonicalJson(base.rules.map(saidOf));
  const rules = isRulesOwn ? { overrideRules: own.rules.map(saidOf) } : {};
  const overrideCards = cards?.map((card) => ofPlan(card, planId));
  return { terms: { ...(overrideCards && { overrideCards }), ...rules }, dropped };
}

function ofPlan(card: NewCard, planId: string): NewCard {
  return card.type === 'MINIMUM_COMMITMENT' ? { ...card, billableId: planId } : card;
}

interface CarriedCards {
  /** By name. */
  cards: Map<string, NewCard>;
  dropped: string[];
  isChanged: boolean;
}

/** Null when the target's cards are left as they are. */
function carryCards({ base, own, target }: Record<'base' | 'own' | 'target', readonly RateCardRow[]>): {
  cards: NewCard[] | null;
  dropped: string[];
} {
  const carried: CarriedCards = {
    cards: new Map(target.map((card) => [card.name, bare(card)])),
    dropped: [],
    isChanged: false,
  };
  for (const card of own) {
    const former = base.find(({ name }) => name === card.name);
    if (former && textOf(former) === textOf(card)) continue;
    const place = findAlike(target, former ?? card);
    if (place || !former) put(carried, card, place);
    else carried.dropped.push(card.name);
  }
  for (const former of base) {
    const place = own.some(({ name }) => name === former.name) ? null : findAlike(target, former);
    if (place) carried.isChanged = carried.cards.delete(place.name) || carried.isChanged;
  }
  return { cards: carried.isChanged ? [...carried.cards.values()] : null, dropped: carried.dropped };
}

/** In the place of a card of the target; without one it is an additional card. */
function put(carried: CarriedCards, card: RateCardRow, place: RateCardRow | null): void {
  const { cards } = carried;
  const last = Math.max(0, ...[...cards.values()].map(({ position }) => position));
  const name = place?.name ?? freeName(card.name, cards);
  cards.set(name, { ...renamed(card, name), position: place?.position ?? last + 1 });
  carried.isChanged = true;
}

/** The card of a list for the same thing, best the one of the same name. */
function findAlike(cards: readonly RateCardRow[], wanted: RateCardRow): RateCardRow | null {
  const alike = cards.filter((card) => isSameItem(card, wanted));
  return alike.find(({ name }) => name === wanted.name) ?? alike[0] ?? null;
}

/** A minimum commitment is for its plan, whichever that is. */
function isSameItem(a: RateCardRow, b: RateCardRow): boolean {
  return a.type === b.type && (a.type === 'MINIMUM_COMMITMENT' || a.billableId === b.billableId);
}

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `_${number}`;
    const free = [...name].slice(0, 50 - suffix.length).join('') + suffix;
    if (!taken.has(free)) return free;
  }
}

/** The name of a card stands beside its details and inside them. */
function renamed(card: RateCardRow, name: string): NewCard {
  const details = Object.entries(card.details).map(([member, value]) => [
    member,
    'name' in value ? { ...value, name } : value,
  ]);
  return { ...bare(card), name, details: Object.fromEntries(details) };
}

function bare({ referenceId: _, ...card }: RateCardRow): NewCard {
  return card;
}

function textOf({ position: _, ...card }: NewCard): string {
  const { referenceId: __, ...said } = card as RateCardRow;
  return canonicalJson(said);
}

function saidOf({ referenceId: _, id: __, version: ___, ...said }: PricingRuleRow): NewRule {
  return said;
}
