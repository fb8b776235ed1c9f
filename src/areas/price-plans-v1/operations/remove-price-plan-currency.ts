import { Type } from 'typebox';
import {
  deleteRateCards,
  lockOpenPlan,
  planArchived,
  planNotFound,
  saveRateCards,
  updateVersion,
} from '#areas/price-plans/index.ts';
import { SUPERSEDED } from '#platform/http/deprecation.ts';
import { operation } from '#platform/http/operation.ts';
import { Text } from '#platform/http/schemas.ts';
import { describePlan, listActiveCurrencies } from '../describe-plan.ts';
import { withoutCurrency } from '../price-currency.ts';
import { currencyActive, lastCurrency, planCurrencyNotFound } from '../problems.ts';
import { readWholeVersion } from '../read-whole-version.ts';
import { PricePlan, PricePlanParams } from '../schema.ts';

const Params = Type.Object({ ...PricePlanParams.properties, currency_id: Text(1, 50) });

export const removePricePlanCurrency = operation({
  id: 'removePricePlanCurrency',
  method: 'DELETE',
  route: '/price_plans/{price_plan_id}/currencies/{currency_id}',
  scope: 'plans:write',
  summary: 'Remove an inactive currency from a price plan',
  description: 'Deletes its prices, and a minimum commitment that has no other currency.',
  deprecated: { ...SUPERSEDED, successor: 'PATCH /v2/price_plans/{price_plan_id}' },
  request: { params: Params },
  response: { status: 200, body: PricePlan },
  problems: [planNotFound, planArchived, planCurrencyNotFound, currencyActive, lastCurrency],
  async handle({ tx, org, now }, { params }) {
    const { price_plan_id: planId, currency_id: currency } = params;
    await lockOpenPlan(tx, org, planId);
    const { version, cards } = await readWholeVersion(tx, org, { planId });
    const { supportedCurrencies: supported, referenceId } = version;
    if (!supported.includes(currency)) throw planCurrencyNotFound({ id: currency });
    if (listActiveCurrencies(version).includes(currency)) throw currencyActive({ currency });
    if (supported.length === 1) throw lastCurrency({ currency });
    await deleteRateCards(tx, org, { referenceId });
    await saveRateCards(tx, org, { cards: withoutCurrency(cards, currency), now });
    const set = { supportedCurrencies: supported.filter((each) => each !== currency) };
    await updateVersion(tx, org, { version, now, set });
    return describePlan(await readWholeVersion(tx, org, { planId }));
  },
});
