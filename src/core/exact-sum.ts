import { Decimal, decimalText } from './decimal.ts';

/** decimal.js keeps digits in groups of seven, the first one cut at a multiple of seven from the point. */
const GROUP_DIGITS = 7;
const GROUP = 10 ** GROUP_DIGITS;
/** Far enough below 2^53 that one more short number is exact too. */
const MOST = 2 ** 52;

/**
 * An exact sum of decimals. Numbers with at most seven digits on either side of the point are added as whole
 * numbers of ten-millionths, ten times faster; all others, and sums that grow too long, as decimals.
 */
export class ExactSum {
  #short = 0;
  #rest: Decimal | null = null;

  add(value: Decimal): void {
    const short = shortOf(value);
    if (short === null) this.#rest = this.#rest ? this.#rest.plus(value) : value;
    else {
      this.#short += short;
      if (this.#short > MOST || this.#short < -MOST) this.#carry();
    }
  }

  total(): Decimal {
    this.#carry();
    return this.#rest ?? new Decimal(0);
  }

  /** The sum in plain notation; short ones are printed without a decimal in between. */
  text(): string {
    return this.#rest ? decimalText(this.total()) : printShort(this.#short);
  }

  #carry(): void {
    if (this.#short === 0) return;
    const carried = new Decimal(this.#short).div(GROUP);
    this.#rest = this.#rest ? this.#rest.plus(carried) : carried;
    this.#short = 0;
  }
}

/** A number of ten-millionths in plain notation. */
function printShort(short: number): string {
  const size = Math.abs(short);
  const fraction = size % GROUP;
  const whole = (size - fraction) / GROUP;
  const sign = short < 0 ? '-' : '';
  if (fraction === 0) return sign + whole;
  let digits = String(fraction).padStart(GROUP_DIGITS, '0');
  while (digits.endsWith('0')) digits = digits.slice(0, -1);
  return `${sign}${whole}.${digits}`;
}

/** In ten-millionths; null for a number that has more digits. */
function shortOf({ s: sign, e: exponent, d: groups }: Decimal): number | null {
  if (groups.length > 2) return null;
  const [first = 0, second] = groups;
  if (exponent >= 0 && exponent < GROUP_DIGITS) return sign * (first * GROUP + (second ?? 0));
  return exponent < 0 && exponent >= -GROUP_DIGITS && second === undefined ? sign * first : null;
}
