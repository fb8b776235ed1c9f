import {
  checkCurrencies,
  checkMigration,
  currencyUnknown,
  cycleConfigInvalid,
  findPlanVersion,
  lockOpenPlan,
  migrationModeNotAllowed,
  type PlanVersion,
  planArchived,
  planMigration,
  planNotFound,
  purchasePlanHasNoCycle,
  readCycleConfig,
} from '#areas/price-plans/index.ts';
import { type NewRule, type PricingRuleRow, readPricingRules } from '#areas/pricing-rules/index.ts';
import { SUPERSEDED } from '#platform/http/deprecation.ts';
import { type Context, operation } from '#platform/http/operation.ts';
import { describePlan, type WholeVersion } from '../describe-plan.ts';
import { CONTENT_PROBLEMS, noActiveCurrencyLeft, planHasDraft } from '../problems.ts';
import { readWholeVersion } from '../read-whole-version.ts';
import { replaceCards } from '../replace-cards.ts';
import { saveDraft, saveNextVersion } from '../save-version.ts';
import { PricePlan, PricePlanParams, UpdatePricePlanRequest } from '../schema.ts';

export const updatePricePlan = operation({
  id: 'updatePricePlan',
  method: 'PATCH',
  route: '/price_plans/{price_plan_id}',
  scope: 'plans:write',
  summary: 'Change a price plan',
  description:
    'Changes a draft in place. An active plan gets a new version that is active at once, and its ' +
    'accounts move according to `migrationMode`. A member of `pricePlanDetails` replaces that member as a ' +
    'whole; an empty list removes its cards, and null the minimum commitment.',
  deprecated: { ...SUPERSEDED, successor: 'PATCH /v2/price_plans/{price_plan_id}' },
  request: { params: PricePlanParams, body: UpdatePricePlanRequest },
  response: { status: 200, body: PricePlan },
  problems: [
    ...[planNotFound, planArchived, planHasDraft, currencyUnknown, cycleConfigInvalid],
    ...[purchasePlanHasNoCycle, migrationModeNotAllowed, noActiveCurrencyLeft, ...CONTENT_PROBLEMS],
  ],
  async handle(context, { params, body }) {
    const { tx, org } = context;
    const planId = params.price_plan_id;
    await lockOpenPlan(tx, org, planId);
    const base = await readWholeVersion(tx, org, { planId });
    checkMigration(base.version, body);
    const isChanged = [body.description, body.pricePlanDetails, body.pricingRules].some(
      (member) => member !== undefined,
    );
    if (isChanged) await savePlan(context, base, body);
    const saved = await readWholeVersion(tx, org, { planId });
    await planMigration(context, { version: saved.version, requested: body });
    return describePlan(saved);
  },
});

async function savePlan(context: Context, base: WholeVersion, body: UpdatePricePlanRequest) {
  const { tx, org } = context;
  const { planId, type: planType, status } = base.version;
  if (status === 'ACTIVE') await requireNoDraft(context, planId);
  const version = changeVersion(base.version, body);
  const sent = body.pricePlanDetails ?? {};
  const plan = { planId, planType };
  const replaced = await replaceCards(tx, org, { plan, base: base.cards, sent, path: 'pricePlanDetails' });
  const rules = body.pricingRules
    ? await readPricingRules(body.pricingRules, 'pricingRules')
    : base.rules.map(withoutIdentity);
  const save = status === 'DRAFT' ? saveDraft : saveNextVersion;
  await save(context, version, { ...replaced, rules });
}

/** The second version of the API may have opened a draft after the active version. */
async function requireNoDraft({ tx, org }: Context, planId: string): Promise<void> {
  const latest = await findPlanVersion(tx, org, { planId, version: 'LATEST' });
  if (latest?.status === 'DRAFT') throw planHasDraft({ id: planId });
}

/** The content of a rule: an equal replacement keeps the rule's identity. */
function withoutIdentity({ referenceId: _, id, version, ...rule }: PricingRuleRow): NewRule {
  return rule;
}

function changeVersion(base: PlanVersion, body: UpdatePricePlanRequest): PlanVersion {
  const { description, pricePlanDetails: { pricingCycleConfig: cycle, supportedCurrencies } = {} } = body;
  if (supportedCurrencies) checkCurrencies(supportedCurrencies, 'pricePlanDetails.supportedCurrencies');
  if (cycle && base.type === 'PURCHASE') throw purchasePlanHasNoCycle();
  const { activeCurrencies: former } = base;
  const supported = supportedCurrencies ?? base.supportedCurrencies;
  const activeCurrencies = former?.filter((currency) => supported.includes(currency)) ?? null;
  if (former && activeCurrencies?.length === 0) throw noActiveCurrencyLeft({ active: former });
  return {
    ...base,
    ...(description !== undefined && { description }),
    ...(cycle && { pricingCycleConfig: readCycleConfig(cycle, 'pricePlanDetails.pricingCycleConfig') }),
    ...{ supportedCurrencies: supported, activeCurrencies },
  };
}
