import type { KnownFacts } from '../known/known-facts.ts';
import { type Followed, findPromotion, valuesToPromote, type WantedPromotion } from './apply-cached-plan.ts';

/** Looked for once in so many events: contexts that are made together take one round trip. */
const FIXED_EVERY = 1_000;

/** Values of dimensions that stay, of events that are about to be stored; null where one follows no route. */
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

/** Whether `promotionsOf` would find any; when it would not, the events are counted. */
export function isPromotionDue(known: KnownFacts, followed: readonly Followed[]): boolean {
  const isLookedFor = known.unfixedEvents + followed.length >= FIXED_EVERY;
  if (isLookedFor && followed.some(({ plan }) => valuesToPromote(plan))) return true;
  known.unfixedEvents = isLookedFor ? 0 : known.unfixedEvents + followed.length;
  return false;
}
