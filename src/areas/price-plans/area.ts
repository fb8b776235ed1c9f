import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { calculatePriceCurve } from './operations/calculate-price-curve.ts';
import { createPricePlanV2 } from './operations/create-price-plan-v2.ts';
import { discardPricePlan } from './operations/discard-price-plan.ts';
import { editPricePlanRateCards } from './operations/edit-price-plan-rate-cards.ts';
import { finalizePricePlan } from './operations/finalize-price-plan.ts';
import { getPricePlanV2 } from './operations/get-price-plan-v2.ts';
import { listCatalogUses } from './operations/list-catalog-uses.ts';
import { listPricePlanErrors } from './operations/list-price-plan-errors.ts';
import { listPricePlanPricingRules } from './operations/list-price-plan-pricing-rules.ts';
import { listPricePlanRateCards } from './operations/list-price-plan-rate-cards.ts';
import { listPricePlanVersions } from './operations/list-price-plan-versions.ts';
import { listPricePlansV2 } from './operations/list-price-plans-v2.ts';
import { listPricingRules } from './operations/list-pricing-rules.ts';
import { updatePricePlanPricingRules } from './operations/update-price-plan-pricing-rules.ts';
import { updatePricePlanV2 } from './operations/update-price-plan-v2.ts';

export const pricePlans: Area = {
  name: 'price-plans',
  title: 'Price plans',
  resources: { price_plan: { get: getPricePlanV2 } },
  operations: [
    createPricePlanV2,
    listPricePlansV2,
    getPricePlanV2,
    updatePricePlanV2,
    listPricePlanVersions,
    listPricePlanRateCards,
    editPricePlanRateCards,
    listPricePlanPricingRules,
    updatePricePlanPricingRules,
    listPricingRules,
    listPricePlanErrors,
    finalizePricePlan,
    discardPricePlan,
    calculatePriceCurve,
    listCatalogUses,
  ],
};
