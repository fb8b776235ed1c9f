import { approximately, compare } from '../../format/decimals.ts';

/** The values of all series at one time; null where there is none, which is shown as a gap. */
export interface ChartPoint {
  /** An instant. */
  at: string;
  values: readonly (string | null)[];
}

export interface ChartSeries {
  label: string;
  /** A forecast is dashed. */
  isForecast?: boolean;
  /** Single points on top of the lines: something happened there. */
  isMarks?: boolean;
}

export type ChartLook = 'LINE' | 'BAR' | 'AREA';

/** Values that can stand on top of each other: none is negative. */
export function canStack(points: readonly ChartPoint[]): boolean {
  return points.every(({ values }) => values.every((value) => value === null || approximately(value) >= 0));
}

/** The columns of a plot with each series on top of those before it; a gap adds nothing. */
export function stackData(points: readonly ChartPoint[], series: number): (number | null)[][] {
  const [times = [], ...columns] = plotData(points, series);
  let below: (number | null)[] = times.map(() => 0);
  const stacked = columns.map((column) => {
    below = column.map((value, index) => (value ?? 0) + (below[index] ?? 0));
    return below;
  });
  return [times, ...stacked];
}

/** Columns for the plot: seconds, then each series, as doubles, which are finer than a pixel. */
export function plotData(points: readonly ChartPoint[], series: number): (number | null)[][] {
  const times = points.map(({ at }) => new Date(at).getTime() / 1000);
  const columns = Array.from({ length: series }, (_, index) =>
    points.map(({ values }) => {
      const value = values[index];
      return value === null || value === undefined ? null : approximately(value);
    }),
  );
  return [times, ...columns];
}

export interface Extremes {
  lowest: { at: string; value: string };
  highest: { at: string; value: string };
}

/** For the summary in words; null if a series has no value. */
export function extremesOf(points: readonly ChartPoint[], series: number): Extremes | null {
  const known = points.flatMap(({ at, values }) => {
    const value = values[series];
    return value === null || value === undefined ? [] : [{ at, value }];
  });
  const [first] = known;
  if (!first) return null;
  return known.reduce<Extremes>(
    ({ lowest, highest }, each) => ({
      lowest: compare(each.value, lowest.value) < 0 ? each : lowest,
      highest: compare(each.value, highest.value) > 0 ? each : highest,
    }),
    { lowest: first, highest: first },
  );
}

/** Heights or lengths as shares of the largest; a negative value has the length of its amount. */
export function sharesOf(values: readonly string[]): number[] {
  const lengths = values.map((value) => Math.abs(approximately(value)));
  const largest = Math.max(...lengths, 0);
  return lengths.map((length) => (largest === 0 ? 0 : length / largest));
}

/** Points of a line in a box of 100 by 100, from a baseline at zero; null without two values. */
export function sparkPath(values: readonly (string | null)[]): string | null {
  const numbers = values.map((value) => (value === null ? null : approximately(value)));
  const known = numbers.filter((number) => number !== null);
  if (known.length < 2) return null;
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)];
  const span = high - low || 1;
  let isAfterGap = true;
  return numbers
    .map((number, index) => {
      if (number === null) {
        isAfterGap = true;
        return '';
      }
      const x = (index / (numbers.length - 1)) * 100;
      const y = 100 - ((number - low) / span) * 100;
      const command = isAfterGap ? 'M' : 'L';
      isAfterGap = false;
      return `${command}${round(x)} ${round(y)}`;
    })
    .join('');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
