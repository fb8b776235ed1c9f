import {
  findVersionErrors,
  lockOpenPlan,
  planArchived,
  planNotFound,
  updateVersion,
} from '#areas/price-plans/index.ts';
import { checkRuleTargets } from '#areas/pricing-rules/index.ts';
import { SUPERSEDED } from '#platform/http/deprecation.ts';
import { type Context, operation } from '#platform/http/operation.ts';
import { describePlan, listActiveCurrencies, type WholeVersion } from '../describe-plan.ts';
import { currencyNotSupported, planNotActivatable } from '../problems.ts';
import { readWholeVersion } from '../read-whole-version.ts';
import { ActivatePricePlanRequest, PricePlan, PricePlanParams } from '../schema.ts';

export const activatePricePlan = operation({
  id: 'activatePricePlan',
  method: 'POST',
  route: '/price_plans/{price_plan_id}/activate',
  scope: 'plans:write',
  summary: 'Activate currencies of a price plan',
  description:
    'Activates a draft: its meters and add-ons must be active, and every card must have a price in the ' +
    'currencies. On an active plan it adds currencies to the active ones.',
  deprecated: { ...SUPERSEDED, successor: 'POST /v2/price_plans/{price_plan_id}/finalize' },
  request: { params: PricePlanParams, body: ActivatePricePlanRequest },
  response: { status: 200, body: PricePlan },
  problems: [planNotFound, planArchived, currencyNotSupported, planNotActivatable],
  async handle(context, { params, body }) {
    const { tx, org, now } = context;
    const planId = params.price_plan_id;
    await lockOpenPlan(tx, org, planId);
    const whole = await readWholeVersion(tx, org, { planId });
    const { version } = whole;
    const { supportedCurrencies: supported, status } = version;
    for (const currency of body.currencies)
      if (!supported.includes(currency)) throw currencyNotSupported({ currency, supported });
    await requireActivatable(context, whole, body.currencies);
    const active = new Set([...listActiveCurrencies(version), ...body.currencies]);
    const activeCurrencies = supported.filter((currency) => active.has(currency));
    const isAllActive = status === 'ACTIVE' && version.activeCurrencies === null;
    const set = {
      ...(!isAllActive && { activeCurrencies }),
      ...(status === 'DRAFT' && { status: 'ACTIVE' as const, finalizedAt: now }),
    };
    await updateVersion(tx, org, { version, now, set });
    return describePlan(await readWholeVersion(tx, org, { planId }));
  },
});

/**
 * An active plan is already billed, so only its prices matter: its billables may have been archived since.
 */
async function requireActivatable(
  { tx, org }: Context,
  { version, cards, rules }: WholeVersion,
  currencies: readonly string[],
): Promise<void> {
  const { planId, status } = version;
  const priced = { ...version, supportedCurrencies: [...currencies] };
  const errors = await findVersionErrors(tx, org, { version: priced, cards, isDraft: status === 'ACTIVE' });
  const sentences = errors.map(({ entityType, entityId, errorMessage }) =>
    entityType === 'PRICE_PLAN' ? errorMessage : `rate card ${entityId}: ${errorMessage}`,
  );
  for (const { ruleName, message } of checkRuleTargets(rules, cards))
    sentences.push(`pricing rule ${ruleName}: ${message}`);
  if (sentences.length > 0) throw planNotActivatable({ id: planId, errors: sentences });
}
