import { Type } from 'typebox';
import {
  checkPlanQuota,
  currencyUnknown,
  cycleConfigInvalid,
  insertDraftPlan,
  planNameTaken,
  purchasePlanHasNoCycle,
  readPlanTerms,
} from '#areas/price-plans/index.ts';
import { readPricingRules } from '#areas/pricing-rules/index.ts';
import { runDry } from '#platform/db/dry-run.ts';
import { quotaExceeded } from '#platform/db/quotas.ts';
import { SUPERSEDED } from '#platform/http/deprecation.ts';
import { type Context, operation } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { describePlan } from '../describe-plan.ts';
import { CONTENT_PROBLEMS } from '../problems.ts';
import { readWholeVersion } from '../read-whole-version.ts';
import { replaceCards } from '../replace-cards.ts';
import { saveFirstVersion } from '../save-version.ts';
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
  const path = 'pricePlanDetails';
  const terms = readPlanTerms(type, details, path);
  const rules = await readPricingRules(body.pricingRules ?? [], 'pricingRules');
  const planId = newId('pp', now);
  const plan = { planId, planType: type };
  const replaced = await replaceCards(tx, org, { plan, base: [], sent: details, path });
  const version = await insertDraftPlan(context, {
    ...{ planId, name: body.name.trim(), type, description, ...terms },
    deferredRevenue: details.deferredRevenue ?? false,
    allowOngoingCycleUpdates: details.allow_ongoing_cycle_updates ?? false,
  });
  await saveFirstVersion(context, version, { ...replaced, rules });
  await checkPlanQuota(context);
  return describePlan(await readWholeVersion(tx, org, { planId }));
}
