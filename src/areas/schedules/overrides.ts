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

/** An account's overrides of its plan: each list replaces the plan's list entirely. */
export interface OverrideTerms {
  overrideCards?: readonly NewCard[] | undefined;
  overrideRules?: readonly NewRule[] | undefined;
}

type Overridden = Pick<ScheduleRow, 'overrideReferenceId'>;

/** A card before it gets its reference. */
export type NewCard = Omit<RateCardRow, 'referenceId'>;

/** Deletes overrides of earlier drafts that no schedule uses; overrides that were ever live are kept. */
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

/** Stores an account's prices under a new reference; null if nothing differs from the base. */
export async function saveOverride(
  tx: Tx,
  org: Org,
  override: { terms: OverrideTerms; base: string; now: Temporal.Instant },
): Promise<string | null> {
  const { terms, base, now } = override;
  const { overrideCards: cards, overrideRules: rules } = terms;
  if (!cards && !rules) return null;
  const referenceId = newId('ovr', now);
  if (cards) await saveRateCards(tx, org, { cards: cards.map((card) => ({ ...card, referenceId })), now });
  else await copyRateCards(tx, org, { from: base, to: referenceId, now });
  // A rule that replaces one of the base continues its version count.
  await copyPricingRules(tx, org, { from: base, to: referenceId, now });
  if (rules) await replacePricingRules(tx, org, { referenceId, rules, now });
  return referenceId;
}
