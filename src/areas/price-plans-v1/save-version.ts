import {
  deleteRateCards,
  insertVersion,
  type PlanVersion,
  saveRateCards,
  updateVersion,
} from '#areas/price-plans/index.ts';
import { copyPricingRules, type NewRule, replacePricingRules } from '#areas/pricing-rules/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Context, Org } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { requireBillable } from './check-version.ts';
import type { ReplacedCards } from './replace-cards.ts';

/** The content of a version; everything else is in the version itself. */
export interface Content extends ReplacedCards {
  rules: readonly NewRule[];
}

/** Stores the content of a newly inserted draft. */
export async function saveFirstVersion(
  { tx, org, now }: SaveContext,
  version: PlanVersion,
  content: Content,
): Promise<void> {
  const whole = withReference(version, content);
  await requireBillable(tx, org, { version, ...whole, isDraft: true });
  await saveContent(tx, org, { ...whole, now });
}

/** Changes the draft of a plan in place. */
export async function saveDraft(
  { tx, org, now }: SaveContext,
  version: PlanVersion,
  content: Content,
): Promise<void> {
  const { referenceId, description, pricingCycleConfig, supportedCurrencies } = version;
  const whole = withReference(version, content);
  await requireBillable(tx, org, { version, ...whole, isDraft: true });
  await updateVersion(tx, org, {
    version,
    now,
    set: { description, pricingCycleConfig, supportedCurrencies },
  });
  await deleteRateCards(tx, org, { referenceId });
  await saveContent(tx, org, { ...whole, now });
}

/** Stores the version after `base`, active at once. Returns its number. */
export async function saveNextVersion(
  { tx, org, now }: SaveContext,
  base: PlanVersion,
  content: Content,
): Promise<number> {
  const version = { ...base, version: base.version + 1, referenceId: newId('ppv', now) };
  const whole = withReference(version, content);
  await requireBillable(tx, org, { version, ...whole, isDraft: false });
  await insertVersion(tx, org, { version, now });
  // A retained rule keeps its identity and continues its version count.
  await copyPricingRules(tx, org, { from: base.referenceId, to: version.referenceId, now });
  await saveContent(tx, org, { ...whole, now });
  return version.version;
}

type SaveContext = Pick<Context, 'tx' | 'org' | 'now'>;

function withReference({ referenceId }: Pick<PlanVersion, 'referenceId'>, content: Content) {
  return { ...content, referenceId, cards: content.cards.map((card) => ({ ...card, referenceId })) };
}

async function saveContent(
  tx: Tx,
  org: Org,
  content: ReturnType<typeof withReference> & { now: Temporal.Instant },
): Promise<void> {
  const { referenceId, cards, rules, now } = content;
  await saveRateCards(tx, org, { cards, now });
  await replacePricingRules(tx, org, { referenceId, rules: [...rules], now });
}
