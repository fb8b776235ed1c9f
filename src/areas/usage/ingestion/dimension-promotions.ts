import type { KnownFacts } from '../known/known-facts.ts';
import { type Followed, findPromotion, valuesToPromote, type WantedPromotion } from './apply-cached-plan.ts';

/** Events between two checks: contexts created together take one round trip. */
const FIXED_EVERY = 1_000;

/** Dimension promotions of the plans of events about to be stored; null if an event has no cached plan. */
export function promotionsOf(known: KnownFacts, followed: readonly (Followed | null)[]): WantedPromotion[] {
  const promotions: WantedPromotion[] = [];
  known.unfixedEvents += followed.length;
  if (known.unfixedEvents < FIXED_EVERY) return promotions;
  known.unfixedEvents = 0;
  for (const each of followed) {
    const promotion = each && findPromotion(each);
    if (promotion) promotions.push(promotion);
  }
  return promotions;
}

/** Whether `promotionsOf` would find any; if not, it counts the events. */
export function isPromotionDue(known: KnownFacts, followed: readonly Followed[]): boolean {
  const isLookedFor = known.unfixedEvents + followed.length >= FIXED_EVERY;
  if (isLookedFor && followed.some(({ plan }) => valuesToPromote(plan))) return true;
  known.unfixedEvents = isLookedFor ? 0 : known.unfixedEvents + followed.length;
  return false;
}
