import { listManyRateCards, planNotFound, planVersionNotFound } from '#areas/price-plans/index.ts';
import { listManyPricingRules } from '#areas/pricing-rules/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { WholeVersion } from './describe-plan.ts';
import { findVersion, type ShownVersion } from './store/plans.ts';

/** The requested version, or the one that represents the plan in the first version of the API. */
async function getVersion(
  tx: Tx,
  org: Org,
  requested: { planId: string; version?: number | undefined },
): Promise<ShownVersion> {
  const { planId, version } = requested;
  const found = await findVersion(tx, org, { planId, version });
  if (found) return found;
  const isKnown = version !== undefined && (await findVersion(tx, org, { planId }));
  throw isKnown ? planVersionNotFound({ id: `${planId} ${version}` }) : planNotFound({ id: planId });
}

/** Versions with their cards and rules, in the given order. */
export async function readWholeVersions(
  tx: Tx,
  org: Org,
  versions: readonly ShownVersion[],
): Promise<WholeVersion[]> {
  const references = versions.map(({ referenceId }) => referenceId);
  const [allCards, allRules] = await Promise.all([
    listManyRateCards(tx, org, references),
    listManyPricingRules(tx, org, references),
  ]);
  const cards = Map.groupBy(allCards, ({ referenceId }) => referenceId);
  const rules = Map.groupBy(allRules, ({ referenceId }) => referenceId);
  return versions.map((version) => ({
    version,
    cards: cards.get(version.referenceId) ?? [],
    rules: rules.get(version.referenceId) ?? [],
  }));
}

export async function readWholeVersion(
  tx: Tx,
  org: Org,
  requested: { planId: string; version?: number | undefined },
): Promise<WholeVersion> {
  const [whole] = await readWholeVersions(tx, org, [await getVersion(tx, org, requested)]);
  if (!whole) throw planNotFound({ id: requested.planId });
  return whole;
}
