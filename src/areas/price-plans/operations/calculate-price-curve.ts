import { operation } from '#platform/http/operation.ts';
import type { StoredPrices } from '../card-details-schema.ts';
import { PriceCurve, PriceCurveRequest } from '../curve-schema.ts';
import { chooseQuantities, findCurveProblems, priceQuantities } from '../price-curve.ts';
import { currencyUnknown, rateCardInvalid } from '../problems.ts';
import { checkCurrencies } from '../rules.ts';
import { toStoredDetails } from '../store-details.ts';

export const calculatePriceCurve = operation({
  id: 'calculatePriceCurve',
  method: 'POST',
  route: '/ext/v1/price_curve',
  scope: 'plans:read',
  summary: 'Calculate the price of quantities by the tiers of one currency',
  description:
    'Prices quantities by the rule of invoices, with tiers that need not be stored anywhere: total, and ' +
    'price of a unit on average. Changes nothing.',
  request: { body: PriceCurveRequest },
  response: { status: 200, body: PriceCurve },
  problems: [rateCardInvalid, currencyUnknown],
  isRead: true,
  async handle(_, { body }) {
    const { ratePlan, rateValue, maximumQuantity, upTo, quantities } = body;
    checkCurrencies([rateValue.currency], 'rateValue.currency');
    const sent = { entitlementOverageRateCard: { ratePlan, rateValues: [rateValue] } };
    const stored = toStoredDetails(sent, '').entitlementOverageRateCard as StoredPrices;
    const prices = {
      ...stored,
      rateValue: stored.rateValues[0] as StoredPrices['rateValues'][number],
      maximumQuantity,
    };
    const problems = findCurveProblems(prices);
    if (problems.length > 0) throw rateCardInvalid({ problems });
    const priced = priceQuantities(prices, quantities ?? chooseQuantities(prices, upTo));
    return { currency: rateValue.currency, points: priced };
  },
});
