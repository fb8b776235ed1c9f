import type { KnownFacts } from '../known/known-facts.ts';
import {
  findPromotion,
  type PlannedEvent,
  valuesToPromote,
  type WantedPromotion,
} from './apply-cached-plan.ts';

/** Events between two checks: contexts created together take one round trip. */
const FIXED_EVERY = 1_000;

/** Dimension promotions of the plans of events about to be stored; null if an event has no cached plan. */
export function promotionsOf(
  known: KnownFacts,
  planned: readonly (PlannedEvent | null)[],
): WantedPromotion[] {
  const promotions: WantedPromotion[] = [];
  known.unfixedEvents += planned.length;
  if (known.unfixedEvents < FIXED_EVERY) return promotions;
  known.unfixedEvents = 0;
  for (const each of planned) {
    const promotion = each && findPromotion(each);
    if (promotion) promotions.push(promotion);
  }
  return promotions;
}

/** Whether `promotionsOf` would find any; if not, it counts the events. */
export function isPromotionDue(known: KnownFacts, planned: readonly PlannedEvent[]): boolean {
  const isLookedFor = known.unfixedEvents + planned.length >= FIXED_EVERY;
  if (isLookedFor && planned.some(({ plan }) => valuesToPromote(plan))) return true;
  known.unfixedEvents = isLookedFor ? 0 : known.unfixedEvents + planned.length;
  return false;
}
