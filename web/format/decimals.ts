/** Comparisons and differences of exact decimals in text form, without binary fractions. */

interface Scaled {
  units: bigint;
  /** Digits after the point. */
  scale: number;
}

const PLAIN = /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

function scaled(text: string): Scaled {
  const [, sign = '', whole = '0', fraction = '', exponent = '0'] = PLAIN.exec(text) ?? [];
  const shift = Number(exponent);
  const scale = Math.max(0, fraction.length - shift);
  const padding = Math.max(0, shift - fraction.length);
  return { units: BigInt(`${sign}${whole}${fraction}${'0'.repeat(padding)}`), scale };
}

function aligned(a: string, b: string): [bigint, bigint, number] {
  const [left, right] = [scaled(a), scaled(b)];
  const scale = Math.max(left.scale, right.scale);
  const raise = ({ units, scale: own }: Scaled) => units * 10n ** BigInt(scale - own);
  return [raise(left), raise(right), scale];
}

function printed(units: bigint, scale: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
}

export function add(a: string, b: string): string {
  const [left, right, scale] = aligned(a, b);
  return printed(left + right, scale);
}

export function subtract(a: string, b: string): string {
  const [left, right, scale] = aligned(a, b);
  return printed(left - right, scale);
}

export function sum(values: readonly string[]): string {
  return values.reduce(add, '0');
}

/** Moves the point to the right, or with a negative number to the left: a fraction becomes per cent by 2. */
export function movePoint(value: string, places: number): string {
  const { units, scale } = scaled(value);
  const rest = scale - places;
  return rest >= 0 ? printed(units, rest) : printed(units * 10n ** BigInt(-rest), 0);
}

/** Negative, zero or positive. */
export function compare(a: string, b: string): number {
  const [left, right] = aligned(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}

export function isZero(value: string): boolean {
  return compare(value, '0') === 0;
}

export function isNegative(value: string): boolean {
  return compare(value, '0') < 0;
}

/** `a / b` in per cent, rounded half up to one digit; null without a base. */
export function percentOf(a: string, b: string): string | null {
  const [left, right] = aligned(a, b);
  if (right === 0n) return null;
  const isNegativeShare = left < 0n !== right < 0n;
  const [top, bottom] = [left < 0n ? -left : left, right < 0n ? -right : right];
  const tenths = (top * 2000n + bottom) / (bottom * 2n);
  return printed(isNegativeShare ? -tenths : tenths, 1);
}

/** `value × part / whole`, rounded to the digits of the value and two more; for projections. */
export function proportion(value: string, part: number, whole: number): string {
  const { units, scale } = scaled(value);
  const quotient = (units * 100n * BigInt(Math.round(part))) / BigInt(Math.round(whole));
  return printed(quotient, scale + 2);
}

/** `value × times / parts` for whole numbers, rounded half away from zero to some digits. */
export function share(
  value: string,
  { times, parts, digits }: { times: number; parts: number; digits: number },
) {
  const { units, scale } = scaled(value);
  const top = (units < 0n ? -units : units) * BigInt(times) * 10n ** BigInt(digits);
  const bottom = BigInt(parts) * 10n ** BigInt(scale);
  const rounded = (top * 2n + bottom) / (bottom * 2n);
  return printed(units < 0n ? -rounded : rounded, digits);
}

/** A whole number such as a count of seconds; null for anything else. */
export function wholeOf(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** For charts only, where a pixel is coarser than a double. */
export function approximately(value: string): number {
  return Number(value);
}
