import type { Area } from '#platform/http/area.ts';
import { calculateRevenue } from './operations/calculate-revenue.ts';
import { calculateRevenueV2 } from './operations/calculate-revenue-v2.ts';
import { comparePlans } from './operations/compare-plans.ts';

export const priceExperiments: Area = {
  name: 'price-experiments',
  title: 'Price experiments',
  operations: [calculateRevenue, calculateRevenueV2, comparePlans],
};
