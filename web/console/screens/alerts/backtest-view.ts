import type { AlertBacktest } from '../../../api/generated/types.ts';
import type { ChartPoint } from '../../../ui/chart/chart-view.ts';

/** The values of the checks, the threshold, and the values at which the alert would have fired. */
export function backtestPoints({ points, threshold, incidents }: AlertBacktest): ChartPoint[] {
  const fired = new Set(incidents.map(({ openedAt }) => openedAt));
  return points.map(({ at, value }) => ({ at, values: [value, threshold, fired.has(at) ? value : null] }));
}
