import { Type } from 'typebox';
import { copyPricingRules } from '#areas/pricing-rules/index.ts';
import { publishEvent } from '#areas/webhooks/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { checkQuota, quotaExceeded } from '#platform/db/quotas.ts';
import { type Org, operation } from '#platform/http/operation.ts';
import { Text } from '#platform/http/schemas.ts';
import { newId } from '#platform/ids.ts';
import { getPlanVersion } from '../get-plan-version.ts';
import {
  currencyUnknown,
  cycleConfigInvalid,
  planNameTaken,
  planNotFound,
  purchasePlanHasNoCycle,
} from '../problems.ts';
import { checkCurrencies, describePlan, explainTakenPlanName, readCycleConfig } from '../rules.ts';
import { CreatePricePlanV2Request, PricePlanV2 } from '../schema.ts';
import { insertPlan, openPlans } from '../store/plans.ts';
import { copyRateCards } from '../store/rate-cards.ts';
import { insertVersion } from '../store/versions.ts';

const Query = Type.Object({
  source_price_plan_id: Type.Optional(
    Text(1, 50, { description: 'Copies rate cards and pricing rules of the newest version of this plan' }),
  ),
});

export const createPricePlanV2 = operation({
  id: 'createPricePlanV2',
  method: 'POST',
  route: '/v2/price_plans',
  scope: 'plans:write',
  summary: 'Create a price plan as a draft',
  request: { body: CreatePricePlanV2Request, query: Query },
  response: { status: 200, body: PricePlanV2 },
  problems: [
    planNameTaken,
    planNotFound,
    currencyUnknown,
    cycleConfigInvalid,
    purchasePlanHasNoCycle,
    quotaExceeded,
  ],
  async handle({ tx, org, now, deployment: { quotas } }, { body, query }) {
    const { type, pricingCycleConfig: cycle, supportedCurrencies } = body;
    checkCurrencies(supportedCurrencies);
    if (type === 'PURCHASE' && cycle) throw purchasePlanHasNoCycle();
    const pricingCycleConfig = cycle ? readCycleConfig(cycle) : null;
    const sourceId = query.source_price_plan_id;
    const source =
      sourceId === undefined ? null : await getPlanVersion(tx, org, { planId: sourceId, version: 'LATEST' });
    const name = body.name.trim();
    const planId = newId('pp', now);
    const times = { orgId: org.orgId, createdAt: now, updatedAt: now };
    await insertPlan(tx, { id: planId, name, type, status: 'ACTIVE', ...times }).catch((error) => {
      throw explainTakenPlanName(error, name);
    });
    publishEvent(tx, org, { type: 'price_plan.created', id: planId, now });
    const version = {
      planId,
      version: 1,
      referenceId: newId('ppv', now),
      status: 'DRAFT',
      description: body.description ?? null,
      pricingCycleConfig,
      supportedCurrencies,
      activeCurrencies: null,
      deferredRevenue: body.deferredRevenue ?? false,
      allowOngoingCycleUpdates: body.allowOngoingCycleUpdates ?? false,
      finalizedAt: null,
      ...times,
    } as const;
    await insertVersion(tx, version);
    if (source) await copyPrices(tx, org, { from: source.referenceId, to: version.referenceId, planId, now });
    await checkQuota(tx, org, { quotas, name: 'pricePlans', rows: openPlans(org) });
    return describePlan({ ...version, name, type });
  },
});

/** A minimum commitment refers to its own plan, so its card needs the new plan's id. */
async function copyPrices(
  tx: Tx,
  org: Org,
  copy: { from: string; to: string; planId: string; now: Temporal.Instant },
): Promise<void> {
  await copyRateCards(tx, org, copy);
  await copyPricingRules(tx, org, copy);
}
