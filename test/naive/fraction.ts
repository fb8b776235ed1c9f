/**
 * Exact fractions of whole numbers: slow, obvious, and without anything in common with the decimals of the
 * product.
 */
export interface Fraction {
  n: bigint;
  /** Above zero. */
  d: bigint;
}

export const NONE: Fraction = { n: 0n, d: 1n };

/** `-12.50` → −1250 / 100. */
export function read(text: string | number): Fraction {
  const [, sign, whole = '', digits = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(text)) ?? [];
  if (sign === undefined) throw new Error(`${text} is no decimal`);
  const n = BigInt(whole + digits);
  return { n: sign ? -n : n, d: 10n ** BigInt(digits.length) };
}

export const plus = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });
export const minus = (a: Fraction, b: Fraction): Fraction => plus(a, { n: -b.n, d: b.d });
export const times = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.n, d: a.d * b.d });

export function over(a: Fraction, b: Fraction): Fraction {
  const [n, d] = [a.n * b.d, a.d * b.n];
  return d < 0n ? { n: -n, d: -d } : { n, d };
}

/** Below zero when a < b. */
export function compare(a: Fraction, b: Fraction): number {
  const difference = minus(a, b).n;
  return difference < 0n ? -1 : Number(difference > 0n);
}

export const min = (a: Fraction, b: Fraction): Fraction => (compare(a, b) <= 0 ? a : b);
export const max = (a: Fraction, b: Fraction): Fraction => (compare(a, b) >= 0 ? a : b);
export const sum = (all: readonly Fraction[]): Fraction => all.reduce(plus, NONE);

/** The next whole number up. */
export function ceiling({ n, d }: Fraction): Fraction {
  const cut = n / d;
  return { n: cut * d < n ? cut + 1n : cut, d: 1n };
}

export function floor({ n, d }: Fraction): Fraction {
  const cut = n / d;
  return { n: cut * d > n ? cut - 1n : cut, d: 1n };
}

/** To a number of digits after the point. */
export function round(value: Fraction, digits: number, mode: 'HALF_UP' | 'HALF_EVEN' | 'DOWN'): Fraction {
  const scale = 10n ** BigInt(digits);
  const [n, d] = [value.n < 0n ? -value.n : value.n, value.d];
  const cut = (n * scale) / d;
  const twice = 2n * (n * scale - cut * d);
  const isUp = {
    HALF_UP: twice >= d,
    HALF_EVEN: twice > d || (twice === d && cut % 2n === 1n),
    DOWN: false,
  }[mode];
  const whole = isUp ? cut + 1n : cut;
  return { n: value.n < 0n ? -whole : whole, d: scale };
}

/** The decimal of a fraction that has one: no trailing zeros, no `-0`. */
export function write({ n, d }: Fraction): string {
  let scale = 0;
  let top = n;
  while (top % d !== 0n) {
    if (++scale > 200) throw new Error('a fraction without a decimal');
    top *= 10n;
  }
  const units = top / d;
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const text =
    scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/\.?0+$/, '');
  return units < 0n ? `-${text}` : text;
}
