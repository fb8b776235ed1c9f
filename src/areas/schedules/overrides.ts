import { copyRateCards, type RateCardRow, saveRateCards } from '#areas/price-plans/index.ts';
import { copyPricingRules, type NewRule, replacePricingRules } from '#areas/pricing-rules/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';

/** What an account pays instead of its plan: whole lists, each in place of the list that it replaces. */
export interface OverrideTerms {
  overrideCards?: readonly NewCard[] | undefined;
  overrideRules?: readonly NewRule[] | undefined;
}

/** A card without the reference that it will stand under. */
export type NewCard = Omit<RateCardRow, 'referenceId'>;

/** An override that is decided but not stored: schedules of the same edit name it already. */
export interface NewOverride {
  referenceId: string;
  /** What has the lists that are not replaced. */
  base: string;
  /** Null: those of the base. */
  cards: readonly NewCard[] | null;
  rules: readonly NewRule[] | null;
}

/** Null when nothing differs from the base. */
export function makeOverride(
  terms: OverrideTerms,
  { base, now }: { base: string; now: Temporal.Instant },
): NewOverride | null {
  const { overrideCards: cards = null, overrideRules: rules = null } = terms;
  return cards || rules ? { referenceId: newId('ovr', now), base, cards, rules } : null;
}

/** Stores overrides in the order in which they were made: one may be the base of a later one. */
export async function saveOverrides(
  tx: Tx,
  org: Org,
  { overrides, now }: { overrides: readonly NewOverride[]; now: Temporal.Instant },
): Promise<void> {
  for (const { referenceId, base, cards, rules } of overrides) {
    if (cards) await saveRateCards(tx, org, { cards: cards.map((card) => ({ ...card, referenceId })), now });
    else await copyRateCards(tx, org, { from: base, to: referenceId, now });
    // A rule that replaces one of the base continues the count of its versions.
    await copyPricingRules(tx, org, { from: base, to: referenceId, now });
    if (rules) await replacePricingRules(tx, org, { referenceId, rules: [...rules], now });
  }
}
