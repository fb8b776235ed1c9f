import type { ReportPreview } from '../../../api/generated/types.ts';
import { add, approximately } from '../../../format/decimals.ts';
import { isSum } from '../../../parts/report/report-requests.ts';
import type { ChartPoint } from '../../../ui/chart/chart-view.ts';
import { currencyOf, isAmount } from './report-rows.ts';

export const CHART_KINDS = ['BAR', 'LINE', 'AREA'] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

/** A chart of the sums of a report, over time or by group. */
export interface ReportChart {
  /** The header of the column that is drawn. */
  value: string;
  /** Of all values; undefined for quantities. */
  currency: string | undefined;
  isMoney: boolean;
  /** What the lines or bars are: the header of a group; null for one line. */
  by: string | null;
  /** Over time: the labels of the lines and their points. Otherwise one bar for each label. */
  labels: readonly string[];
  points: readonly ChartPoint[] | null;
  values: readonly string[];
}

const MAX_SERIES = 5;
const MAX_BARS = 12;

/**
 * Draws the first sum of money whose rows share a currency, or else the first sum, by the first name that
 * rows are grouped by; null if there is none. From the sixth line or the thirteenth bar on, values are added
 * up under `other`.
 */
export function chartOf(preview: ReportPreview, other: string): ReportChart | null {
  const { columns, rows } = preview;
  const canDraw = columns.map(
    (column, at) => isSum(column) && new Set(rows.map((cells) => currencyOf(preview, cells, at))).size <= 1,
  );
  const first = columns.findIndex((column, at) => canDraw[at] && isAmount(column));
  const index = first < 0 ? canDraw.indexOf(true) : first;
  const value = columns[index];
  if (!value || rows.length === 0) return null;
  const time = columns.findIndex(({ truncatedTo }) => truncatedTo !== null);
  const texts = columns.flatMap(({ type, isAggregate, columnName }, at) =>
    type === 'TEXT' && !isAggregate && columnName !== 'currency' ? [at] : [],
  );
  const group = texts.find((at) => columns[at]?.columnName.endsWith('name')) ?? texts[0] ?? null;
  const labelOf = (cells: readonly (string | null)[]) =>
    group === null ? value.header : (cells[group] ?? '—');
  const labels = ranked(
    rows.map((cells) => [labelOf(cells), cells[index] ?? '0']),
    {
      ...{ most: time < 0 ? MAX_BARS : MAX_SERIES, other },
    },
  );
  const placeOf = (label: string) => (labels.includes(label) ? labels.indexOf(label) : labels.length - 1);
  const common = {
    ...{ value: value.header, currency: currencyOf(preview, rows[0] ?? [], index), isMoney: isAmount(value) },
    ...{ by: group === null ? null : (columns[group]?.header ?? null), labels },
  };
  const sums = new Map<string, string[]>();
  for (const cells of rows) {
    const at = time < 0 ? '' : (cells[time] ?? '');
    const sum = sums.getOrInsertComputed(at, () => labels.map(() => '0'));
    const place = placeOf(labelOf(cells));
    sum[place] = add(sum[place] ?? '0', cells[index] ?? '0');
  }
  if (time < 0) return { ...common, points: null, values: sums.get('') ?? [] };
  const points = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([at, values]) => ({ at, values }));
  return { ...common, points: points.filter(({ at }) => at !== ''), values: [] };
}

/** The labels with the largest sums, and one for the others. */
function ranked(
  rows: readonly (readonly [string, string])[],
  { most, other }: { most: number; other: string },
): string[] {
  const sums = new Map<string, string>();
  for (const [label, value] of rows) sums.set(label, add(sums.get(label) ?? '0', value));
  const order = [...sums].sort(([, a], [, b]) => Math.abs(approximately(b)) - Math.abs(approximately(a)));
  const labels = order.map(([label]) => label);
  return labels.length <= most + 1 ? labels : [...labels.slice(0, most), other];
}
