import type { Area } from '#platform/http/area.ts';
import { getMetrics } from './operations/get-metrics.ts';
import { PRICE_REVENUE, startPricing } from './price-passes.ts';

export const metrics: Area = {
  name: 'metrics',
  title: 'Metrics',
  operations: [getMetrics],
  background: { task: PRICE_REVENUE, start: startPricing },
};
