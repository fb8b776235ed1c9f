import { copyRateCards, deleteRateCards, type RateCardRow, saveRateCards } from '#areas/price-plans/index.ts';
import {
  copyPricingRules,
  deletePricingRules,
  type NewRule,
  replacePricingRules,
} from '#areas/pricing-rules/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { findUnusedReferences } from './store/overrides.ts';
import type { ScheduleRow } from './store/schedules.ts';

/** What an account pays instead of its plan: whole lists, each in place of the list that it replaces. */
export interface OverrideTerms {
  overrideCards?: readonly NewCard[] | undefined;
  overrideRules?: readonly NewRule[] | undefined;
}

type Overridden = Pick<ScheduleRow, 'overrideReferenceId'>;

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

/** Deletes the prices of earlier drafts that no schedule has any more; those that were live once stay. */
export async function dropOverrides(
  tx: Tx,
  org: Org,
  former: { live: readonly Overridden[]; draft: readonly Overridden[] },
): Promise<void> {
  const lived = new Set(former.live.map(({ overrideReferenceId }) => overrideReferenceId));
  const drafted = former.draft.map(({ overrideReferenceId }) => overrideReferenceId);
  const candidates = new Set(drafted.flatMap((id) => (id === null || lived.has(id) ? [] : id)));
  for (const referenceId of await findUnusedReferences(tx, org, [...candidates])) {
    await deleteRateCards(tx, org, { referenceId });
    await deletePricingRules(tx, org, referenceId);
  }
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
