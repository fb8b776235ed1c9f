import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import type { Org } from '#platform/http/operation.ts';
import type { PricingRulesTable } from './tables.ts';

const SHOWN = [
  'referenceId',
  'id',
  'version',
  'name',
  'invoiceTiming',
  'order',
  'condition',
  'computation',
  'action',
] as const;
export type PricingRuleRow = Pick<PricingRulesTable, (typeof SHOWN)[number]>;

/** All rules of a reference: in-advance ones first, each timing in evaluation order. */
export function listPricingRules(tx: Tx, org: Org, referenceId: string): Promise<PricingRuleRow[]> {
  return listManyPricingRules(tx, org, [referenceId]);
}

/** Rules of several references, those of each in their order. */
export function listManyPricingRules(
  tx: Tx,
  org: Org,
  referenceIds: readonly string[],
): Promise<PricingRuleRow[]> {
  return tx
    .selectFrom('pricingRules')
    .select(SHOWN)
    .where('orgId', '=', org.orgId)
    .where(sql<boolean>`reference_id = any(${referenceIds})`)
    .orderBy('invoiceTiming')
    .orderBy('order')
    .execute();
}

export async function insertPricingRules(
  tx: Tx,
  org: Org,
  saved: { rules: readonly PricingRuleRow[]; now: Temporal.Instant },
): Promise<void> {
  if (saved.rules.length === 0) return;
  const rows = saved.rules.map((rule) => ({
    ...rule,
    action: json(rule.action),
    orgId: org.orgId,
    createdAt: saved.now,
  }));
  await tx.insertInto('pricingRules').values(rows).execute();
}

export async function deletePricingRules(tx: Tx, org: Org, referenceId: string): Promise<void> {
  await tx
    .deleteFrom('pricingRules')
    .where('orgId', '=', org.orgId)
    .where('referenceId', '=', referenceId)
    .execute();
}

/** Copies ids and versions, too, so that a rule keeps its identity across plan versions. */
export async function copyPricingRules(
  tx: Tx,
  org: Org,
  copy: { from: string; to: string; now: Temporal.Instant },
): Promise<void> {
  await sql`
    insert into pricing_rules (org_id, reference_id, id, version, name, invoice_timing, "order", condition,
      computation, action, created_at)
    select org_id, ${copy.to}, id, version, name, invoice_timing, "order", condition,
      computation, action, ${copy.now}
    from pricing_rules where org_id = ${org.orgId} and reference_id = ${copy.from}`.execute(tx);
}
