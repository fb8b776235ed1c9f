import {
  checkCurrencies,
  currencyUnknown,
  lockOpenPlan,
  MAX_CURRENCIES,
  planArchived,
  planNotFound,
  rateCardInvalid,
  saveRateCards,
  updateVersion,
} from '#areas/price-plans/index.ts';
import { SUPERSEDED } from '#platform/http/deprecation.ts';
import { operation } from '#platform/http/operation.ts';
import { describePlan } from '../describe-plan.ts';
import { priceInCurrency } from '../price-currency.ts';
import { currencySupported, planInvalid, tooManyCurrencies } from '../problems.ts';
import { readWholeVersion } from '../read-whole-version.ts';
import { AddCurrencyToPricePlanRequest, PricePlan, PricePlanParams } from '../schema.ts';

export const addPricePlanCurrency = operation({
  id: 'addPricePlanCurrency',
  method: 'POST',
  route: '/price_plans/{price_plan_id}/currencies',
  scope: 'plans:write',
  summary: 'Add a currency to a price plan',
  description:
    'Takes rates for every card, by billable. On an active plan, the currency stays inactive until it is ' +
    'activated; prices in other currencies stay unchanged.',
  deprecated: { ...SUPERSEDED, successor: 'PATCH /v2/price_plans/{price_plan_id}' },
  request: { params: PricePlanParams, body: AddCurrencyToPricePlanRequest },
  response: { status: 200, body: PricePlan },
  problems: [
    ...[planNotFound, planArchived, currencyUnknown, currencySupported, tooManyCurrencies],
    ...[planInvalid, rateCardInvalid],
  ],
  async handle({ tx, org, now }, { params, body }) {
    const planId = params.price_plan_id;
    const { currency } = body;
    checkCurrencies([currency], 'currency');
    await lockOpenPlan(tx, org, planId);
    const { version, cards } = await readWholeVersion(tx, org, { planId });
    const { supportedCurrencies: supported, status } = version;
    if (supported.includes(currency)) throw currencySupported({ currency });
    if (supported.length >= MAX_CURRENCIES) throw tooManyCurrencies({ limit: MAX_CURRENCIES });
    await saveRateCards(tx, org, { cards: priceInCurrency(cards, body), now });
    const activeCurrencies = status === 'ACTIVE' ? (version.activeCurrencies ?? supported) : null;
    const set = { supportedCurrencies: [...supported, currency], activeCurrencies };
    await updateVersion(tx, org, { version, now, set });
    return describePlan(await readWholeVersion(tx, org, { planId }));
  },
});
