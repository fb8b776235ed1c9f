/** The outline of a glyph, as fontkit returns it. */
export interface Outline {
  commands: readonly { command: string; args: readonly number[] }[];
}

interface Point {
  x: number;
  y: number;
  isOnCurve: boolean;
}

const HEADER_BYTES = 12;
const ALIGNMENT = 4;

/**
 * Encodes a glyph of a TrueType font's `glyf` table, without instructions; empty for one without an outline.
 */
export function encodeOutline({ commands }: Outline): Uint8Array {
  const { points, ends } = readPoints(commands);
  if (ends.length === 0) return new Uint8Array(0);
  const size = HEADER_BYTES + ends.length * 2 + points.length * 5;
  const bytes = Buffer.alloc(size + ((ALIGNMENT - (size % ALIGNMENT)) % ALIGNMENT));
  let at = 0;
  const write = (value: number) => {
    at = bytes.writeInt16BE(value, at);
  };
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const box = [min(xs), min(ys), max(xs), max(ys)];
  for (const value of [ends.length, ...box, ...ends, 0]) write(value);
  for (const { isOnCurve } of points) at = bytes.writeUInt8(isOnCurve ? 1 : 0, at);
  for (const axis of [xs, ys]) for (const [i, value] of axis.entries()) write(value - (axis[i - 1] ?? 0));
  return bytes;
}

/** Rounds to integers, the table's only format: interpolated outlines have fractions. */
function readPoints(commands: Outline['commands']): { points: Point[]; ends: number[] } {
  const points: Point[] = [];
  const ends: number[] = [];
  const add = (x = 0, y = 0, isOnCurve = true) =>
    points.push({ x: Math.round(x), y: Math.round(y), isOnCurve });
  for (const { command, args } of commands) {
    if (command === 'closePath') {
      if (points.length - 1 > (ends.at(-1) ?? -1)) ends.push(points.length - 1);
    } else if (command === 'quadraticCurveTo') {
      add(args[0], args[1], false);
      add(args[2], args[3]);
    } else add(args[0], args[1]);
  }
  return { points, ends };
}

function min(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
}

function max(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
}
