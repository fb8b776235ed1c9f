import { Type } from 'typebox';
import { copyPricingRules } from '#areas/pricing-rules/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { quotaExceeded } from '#platform/db/quotas.ts';
import { type Org, operation } from '#platform/http/operation.ts';
import { Text } from '#platform/http/schemas.ts';
import { newId } from '#platform/ids.ts';
import { checkPlanQuota, insertDraftPlan, readPlanTerms } from '../create-plan.ts';
import { getPlanVersion } from '../get-plan-version.ts';
import {
  currencyUnknown,
  cycleConfigInvalid,
  planNameTaken,
  planNotFound,
  purchasePlanHasNoCycle,
} from '../problems.ts';
import { describePlan } from '../rules.ts';
import { CreatePricePlanV2Request, PricePlanV2 } from '../schema.ts';
import { copyRateCards } from '../store/rate-cards.ts';

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
  async handle(context, { body, query }) {
    const { tx, org, now } = context;
    const { type, description = null, deferredRevenue = false, allowOngoingCycleUpdates = false } = body;
    const terms = readPlanTerms(type, body);
    const sourceId = query.source_price_plan_id;
    const source =
      sourceId === undefined ? null : await getPlanVersion(tx, org, { planId: sourceId, version: 'LATEST' });
    const planId = newId('pp', now);
    const version = await insertDraftPlan(context, {
      ...{ planId, name: body.name.trim(), type, description, ...terms },
      ...{ deferredRevenue, allowOngoingCycleUpdates },
    });
    if (source) await copyPrices(tx, org, { from: source.referenceId, to: version.referenceId, planId, now });
    await checkPlanQuota(context);
    return describePlan(version);
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
