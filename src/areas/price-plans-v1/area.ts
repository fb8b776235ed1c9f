import type { Area } from '#platform/http/area.ts';
import { activatePricePlan } from './operations/activate-price-plan.ts';
import { addPricePlanCurrency } from './operations/add-price-plan-currency.ts';
import { archivePricePlan } from './operations/archive-price-plan.ts';
import { archivePricePlanV2 } from './operations/archive-price-plan-v2.ts';
import { associatePricePlan } from './operations/associate-price-plan.ts';
import { createPricePlan } from './operations/create-price-plan.ts';
import { editPricingSchedules } from './operations/edit-pricing-schedules.ts';
import { getPricePlan } from './operations/get-price-plan.ts';
import { listPricePlans } from './operations/list-price-plans.ts';
import { listPricingSchedules } from './operations/list-pricing-schedules.ts';
import { removePricePlanCurrency } from './operations/remove-price-plan-currency.ts';
import { updatePricePlan } from './operations/update-price-plan.ts';

export const pricePlansV1: Area = {
  name: 'price-plans-v1',
  title: 'Price plans, first version',
  operations: [
    createPricePlan,
    listPricePlans,
    getPricePlan,
    updatePricePlan,
    archivePricePlan,
    archivePricePlanV2,
    activatePricePlan,
    addPricePlanCurrency,
    removePricePlanCurrency,
    associatePricePlan,
    editPricingSchedules,
    listPricingSchedules,
  ],
};
