import { publishEvent } from '#areas/webhooks/index.ts';
import { checkQuota } from '#platform/db/quotas.ts';
import type { Context } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { purchasePlanHasNoCycle } from './problems.ts';
import { checkCurrencies, explainTakenPlanName, readCycleConfig } from './rules.ts';
import type { PricingCycleConfig } from './schema.ts';
import { insertPlan, openPlans, type PlanRow } from './store/plans.ts';
import { insertVersion, type NewVersion, type PlanVersion } from './store/versions.ts';

type PlanTerms = Pick<PlanVersion, 'pricingCycleConfig' | 'supportedCurrencies'>;

/**
 * The cycle and currencies of a new plan, as stored. `path`: the member of the request that holds them, or
 * null for the body. Raises `currencyUnknown`, `purchasePlanHasNoCycle` or `cycleConfigInvalid`.
 */
export function readPlanTerms(
  type: PlanRow['type'],
  sent: { pricingCycleConfig?: PricingCycleConfig; supportedCurrencies: string[] },
  path: string | null = null,
): PlanTerms {
  const at = (member: string) => (path === null ? member : `${path}.${member}`);
  const { pricingCycleConfig: cycle, supportedCurrencies } = sent;
  checkCurrencies(supportedCurrencies, at('supportedCurrencies'));
  if (type === 'PURCHASE' && cycle) throw purchasePlanHasNoCycle();
  const pricingCycleConfig = cycle ? readCycleConfig(cycle, at('pricingCycleConfig')) : null;
  return { pricingCycleConfig, supportedCurrencies };
}

/** A new plan with an id, and the content of its first version. */
export type NewPlan = PlanTerms &
  Pick<NewVersion, 'planId' | 'description' | 'deferredRevenue' | 'allowOngoingCycleUpdates'> &
  Pick<PlanRow, 'name' | 'type'>;

/** Inserts a plan with version 1 as a draft without cards and rules. Raises `planNameTaken`. */
export async function insertDraftPlan(
  { tx, org, now }: Context,
  { name, type, ...plan }: NewPlan,
): Promise<PlanVersion> {
  const { planId: id } = plan;
  const times = { createdAt: now, updatedAt: now };
  const row = { orgId: org.orgId, id, name, type, status: 'ACTIVE' as const, ...times };
  await insertPlan(tx, row).catch((error) => {
    throw explainTakenPlanName(error, name);
  });
  publishEvent(tx, org, { type: 'price_plan.created', id, now });
  const first = {
    version: 1,
    referenceId: newId('ppv', now),
    status: 'DRAFT',
    activeCurrencies: null,
  } as const;
  await insertVersion(tx, org, { version: { ...plan, ...first }, now });
  return { ...plan, ...first, ...times, name, type };
}

/** Counts the plans of the organization after the insertion of one. Raises `quotaExceeded`. */
export async function checkPlanQuota({ tx, org, deployment: { quotas } }: Context): Promise<void> {
  await checkQuota(tx, org, { quotas, name: 'pricePlans', rows: openPlans(org) });
}
