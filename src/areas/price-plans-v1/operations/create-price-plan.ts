import { Type } from 'typebox';
import {
  checkCurrencies,
  currencyUnknown,
  cycleConfigInvalid,
  explainTakenPlanName,
  insertPlan,
  openPlans,
  planNameTaken,
  purchasePlanHasNoCycle,
  readCycleConfig,
} from '#areas/price-plans/index.ts';
import { readPricingRules } from '#areas/pricing-rules/index.ts';
import { publishEvent } from '#areas/webhooks/index.ts';
import { runDry } from '#platform/db/dry-run.ts';
import { checkQuota, quotaExceeded } from '#platform/db/quotas.ts';
import { SUPERSEDED } from '#platform/http/deprecation.ts';
import { type Context, operation } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { describePlan } from '../describe-plan.ts';
import { CONTENT_PROBLEMS } from '../problems.ts';
import { readWholeVersion } from '../read-whole-version.ts';
import { replaceCards } from '../replace-cards.ts';
import { type NewVersion, saveFirstVersion } from '../save-version.ts';
import { CreatePricePlanRequest, PricePlan } from '../schema.ts';

export const createPricePlan = operation({
  id: 'createPricePlan',
  method: 'POST',
  route: '/price_plans',
  scope: 'plans:write',
  summary: 'Create a price plan with its cards as a draft',
  description:
    'Supports every currency; none is active until the plan is activated. Rejects content that could not ' +
    'be billed; billables of the cards may still be inactive.',
  deprecated: { ...SUPERSEDED, successor: 'POST /v2/price_plans' },
  request: {
    body: CreatePricePlanRequest,
    query: Type.Object({
      dry_run: Type.Optional(
        Type.Boolean({ description: 'Makes the same checks and returns the same, but stores nothing' }),
      ),
    }),
  },
  response: { status: 200, body: PricePlan },
  problems: [
    ...[planNameTaken, currencyUnknown, cycleConfigInvalid, purchasePlanHasNoCycle, quotaExceeded],
    ...CONTENT_PROBLEMS,
  ],
  handle(context, { body, query }) {
    const create = () => createPlan(context, body);
    return query.dry_run ? runDry(context.tx, create) : create();
  },
});

async function createPlan(context: Context, body: CreatePricePlanRequest) {
  const { tx, org, now } = context;
  const { type = 'BILLING', description = null, pricePlanDetails: details } = body;
  const { pricingCycleConfig: cycle, supportedCurrencies } = details;
  const path = 'pricePlanDetails';
  checkCurrencies(supportedCurrencies, `${path}.supportedCurrencies`);
  if (type === 'PURCHASE' && cycle) throw purchasePlanHasNoCycle();
  const pricingCycleConfig = cycle ? readCycleConfig(cycle, `${path}.pricingCycleConfig`) : null;
  const rules = await readPricingRules(body.pricingRules ?? [], 'pricingRules');
  const name = body.name.trim();
  const planId = newId('pp', now);
  const plan = { planId, planType: type };
  const replaced = await replaceCards(tx, org, { plan, base: [], sent: details, path });
  const row = { orgId: org.orgId, id: planId, name, type, createdAt: now, updatedAt: now };
  publishEvent(tx, org, { type: 'price_plan.created', id: row.id, now });
  await insertPlan(tx, { ...row, status: 'ACTIVE' }).catch((error) => {
    throw explainTakenPlanName(error, name);
  });
  const version: NewVersion = {
    ...{ planId, name, type, version: 1, referenceId: newId('ppv', now), status: 'DRAFT', description },
    ...{ pricingCycleConfig, supportedCurrencies, activeCurrencies: null },
    deferredRevenue: details.deferredRevenue ?? false,
    allowOngoingCycleUpdates: details.allow_ongoing_cycle_updates ?? false,
  };
  await saveFirstVersion(context, version, { ...replaced, rules });
  const { quotas } = context.deployment;
  await checkQuota(tx, org, { quotas, name: 'pricePlans', rows: openPlans(org) });
  return describePlan(await readWholeVersion(tx, org, { planId }));
}
