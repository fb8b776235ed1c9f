import { canonicalJson } from '#core/canonical-json.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import type { NewRule } from './read-pricing-rules.ts';
import { deletePricingRules, insertPricingRules, listPricingRules, type PricingRuleRow } from './store.ts';

/**
 * Replaces the rules of a reference, which the caller has locked. A rule with an existing name keeps its id,
 * and its version grows by one if it changed; rules that share a name are matched in order.
 */
export async function replacePricingRules(
  tx: Tx,
  org: Org,
  change: { referenceId: string; rules: readonly NewRule[]; now: Temporal.Instant },
): Promise<PricingRuleRow[]> {
  const { referenceId, rules, now } = change;
  const former = await listPricingRules(tx, org, referenceId);
  const rows = rules.toSorted(byOrder).map((rule): PricingRuleRow => {
    const index = former.findIndex(({ name }) => name === rule.name);
    const [known] = index < 0 ? [] : former.splice(index, 1);
    if (!known) return { ...rule, referenceId, id: newId('rule', now), version: 1 };
    const { referenceId: _, id, version, ...said } = known;
    const isSame = canonicalJson(said) === canonicalJson(rule);
    return { ...rule, referenceId, id, version: isSame ? version : version + 1 };
  });
  await deletePricingRules(tx, org, referenceId);
  await insertPricingRules(tx, org, { rules: rows, now });
  return rows;
}

/** The order of the store's lists. */
function byOrder(a: NewRule, b: NewRule): number {
  if (a.invoiceTiming !== b.invoiceTiming) return a.invoiceTiming < b.invoiceTiming ? -1 : 1;
  return a.order - b.order;
}
