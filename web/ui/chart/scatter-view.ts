import { approximately, compare } from '../../format/decimals.ts';

/** Something with two amounts, such as what an account pays before and after. */
export interface ScatterPoint {
  id: string;
  text: string;
  x: string;
  y: string;
}

export interface PlacedPoint extends ScatterPoint {
  /** In a box of 100 by 100, from its upper left corner. */
  left: number;
  top: number;
  side: 'above' | 'below' | 'same';
}

export interface ScatterShape {
  points: readonly PlacedPoint[];
  lowest: string;
  highest: string;
  /** Where both axes are zero, if amounts are negative. */
  zero: number | null;
}

/** Both axes have one scale, so that the diagonal is where nothing changes. Null without points. */
export function scatterOf(points: readonly ScatterPoint[]): ScatterShape | null {
  const [first] = points;
  if (!first) return null;
  const values = points.flatMap(({ x, y }) => [x, y]);
  const highest = values.reduce((most, each) => (compare(each, most) > 0 ? each : most), '0');
  const lowest = values.reduce((least, each) => (compare(each, least) < 0 ? each : least), '0');
  const [low, high] = [approximately(lowest), approximately(highest)];
  const span = high - low || 1;
  const share = (value: string) => Math.round(((approximately(value) - low) / span) * 10_000) / 100;
  return {
    lowest,
    highest,
    zero: low < 0 ? share('0') : null,
    points: points.map((point) => {
      const difference = compare(point.y, point.x);
      const side = difference > 0 ? 'above' : difference < 0 ? 'below' : 'same';
      return { ...point, left: share(point.x), top: 100 - share(point.y), side };
    }),
  };
}
