import type { KnownFacts } from '../known/known-facts.ts';
import { type Followed, findFixing, valuesToFix, type WantedFixing } from './follow-route.ts';

/** Looked for once in so many events: contexts that are made together take one round trip. */
const FIXED_EVERY = 1_000;

/** Values of dimensions that stay, of events that are about to be stored; null where one follows no route. */
export function fixingsOf(known: KnownFacts, followed: readonly (Followed | null)[]): WantedFixing[] {
  const fixings: WantedFixing[] = [];
  known.unfixedEvents += followed.length;
  if (known.unfixedEvents < FIXED_EVERY) return fixings;
  known.unfixedEvents = 0;
  for (const each of followed) {
    const fixing = each && findFixing(each);
    if (fixing) fixings.push(fixing);
  }
  return fixings;
}

/** Whether `fixingsOf` would find any; when it would not, the events are counted. */
export function isFixingDue(known: KnownFacts, followed: readonly Followed[]): boolean {
  const isLookedFor = known.unfixedEvents + followed.length >= FIXED_EVERY;
  if (isLookedFor && followed.some(({ route }) => valuesToFix(route))) return true;
  known.unfixedEvents = isLookedFor ? 0 : known.unfixedEvents + followed.length;
  return false;
}
