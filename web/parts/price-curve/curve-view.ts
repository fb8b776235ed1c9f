import type { PriceCurve } from '../../api/generated/types.ts';
import { approximately } from '../../format/decimals.ts';

export type CurvePoint = PriceCurve['points'][number];
export type CurveMember = 'amount' | 'unitPrice';

/** A line in a box of 100 by 100, from a baseline at zero, and the quantities of borders as shares. */
export interface CurveShape {
  path: string;
  borders: readonly number[];
  /** The highest value: the top of the box. */
  highest: string;
  lowest: string;
}

/** Null without two values. Doubles are finer than a pixel, and no number that is shown comes from them. */
export function shapeOf(
  points: readonly CurvePoint[],
  { member, borders }: { member: CurveMember; borders: readonly string[] },
): CurveShape | null {
  const known = points.flatMap((point) => {
    const value = point[member];
    return value === undefined ? [] : [{ x: approximately(point.quantity), y: approximately(value), value }];
  });
  const [first] = known;
  const last = known.at(-1);
  if (!first || !last || known.length < 2 || last.x === 0) return null;
  const top = known.reduce((best, each) => (each.y > best.y ? each : best), first);
  const bottom = known.reduce((best, each) => (each.y < best.y ? each : best), first);
  const [low, high] = [Math.min(0, bottom.y), Math.max(0, top.y)];
  const span = high - low || 1;
  const share = (x: number) => round((x / last.x) * 100);
  const path = known
    .map(
      ({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${share(x)} ${round(100 - ((y - low) / span) * 100)}`,
    )
    .join('');
  const inside = borders.map(approximately).filter((border) => border > 0 && border < last.x);
  return { path, borders: inside.map(share), highest: top.value, lowest: bottom.value };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
