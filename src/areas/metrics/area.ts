import type { Area } from '#platform/http/area.ts';
import { getMetrics } from './operations/get-metrics.ts';

export const metrics: Area = { name: 'metrics', title: 'Metrics', operations: [getMetrics] };
