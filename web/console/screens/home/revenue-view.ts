import { ApiProblem } from '../../../api/problem.ts';
import { add, approximately, share, sum } from '../../../format/decimals.ts';
import { addDays, dayIn } from '../../../format/time.ts';
import type { ChartPoint } from '../../../ui/chart/chart-view.ts';

/** A series of the metric REVENUE, by local days. */
export interface RevenueSeries {
  timestamps: readonly string[];
  metricValues: readonly string[];
  groupedBy?: { fieldValue: string } | undefined;
}

/** Days whose pace the projection continues. */
export const PACE_DAYS = 7;
/** Days of the chart by meter. */
export const CHART_DAYS = 30;
const PROJECTED_DIGITS = 2;
const MAX_SERIES = 5;

/**
 * Whether revenue is there a little later: the first time, all accounts of a large organization are priced in
 * the background. Nothing else is worth asking again by itself.
 */
export function isBeingPriced(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'REVENUE_NOT_PRICED';
}

/** The days that are asked for: those of the chart, of the month, and the ones that set the pace. */
export function rangeOf(now: string, zone: string): { today: string; first: string } {
  const today = dayIn(now, zone);
  return { today, first: addDays(today, -Math.max(CHART_DAYS, 31 + PACE_DAYS)) };
}

export interface Outlook {
  monthToDate: string;
  /** To the end of the month, at the pace of the last complete days; null without any. */
  projected: string | null;
}

/** Revenue of the current month, and what it comes to if the last complete days continue. */
export function outlookOf(series: RevenueSeries | undefined, today: string, zone: string): Outlook {
  const days = (series?.timestamps ?? []).map((at, index) => ({
    ...{ day: dayIn(at, zone), value: series?.metricValues[index] ?? '0' },
  }));
  const month = today.slice(0, 7);
  const ofMonth = days.filter(({ day }) => day.startsWith(month) && day <= today);
  const monthToDate = sum(ofMonth.map(({ value }) => value));
  const pace = days.filter(({ day }) => day < today && day >= addDays(today, -PACE_DAYS));
  if (pace.length === 0) return { monthToDate, projected: null };
  const complete = sum(ofMonth.filter(({ day }) => day < today).map(({ value }) => value));
  const rest = share(sum(pace.map(({ value }) => value)), {
    ...{ times: daysLeft(today), parts: pace.length, digits: PROJECTED_DIGITS },
  });
  return { monthToDate, projected: add(complete, rest) };
}

/** Today included, because it is not complete. */
function daysLeft(today: string): number {
  const month = today.slice(0, 7);
  let left = 0;
  for (let day = today; day.startsWith(month); day = addDays(day, 1)) left++;
  return left;
}

/** The meters with the highest revenue, each day or week; the others are added up. */
export function revenueByMeter(data: readonly RevenueSeries[], other: string) {
  const ranked = data
    .map(({ metricValues, groupedBy }) => ({ metricValues, id: groupedBy?.fieldValue ?? '' }))
    .sort((a, b) => approximately(sum(b.metricValues)) - approximately(sum(a.metricValues)));
  const [shown, rest] = [ranked.slice(0, MAX_SERIES), ranked.slice(MAX_SERIES)];
  const points: ChartPoint[] = (data[0]?.timestamps ?? []).map((at, index) => ({
    at,
    values: [
      ...shown.map(({ metricValues }) => metricValues[index] ?? '0'),
      ...(rest.length > 0 ? [sum(rest.map(({ metricValues }) => metricValues[index] ?? '0'))] : []),
    ],
  }));
  const labels = [...shown.map(({ id }) => id), ...(rest.length > 0 ? [other] : [])];
  return { labels, points };
}
