import { Decimal, decimalText } from './decimal.ts';
import { printShort, SHORT_DIGITS, SHORT_ONE } from './short-decimal.ts';

/** Far enough below 2^53 that one more short number is exact too. */
const MAX = 2 ** 52;

/** An exact sum of decimals; adds short ones as integers until their sum grows too large. */
export class ExactSum {
  #short = 0;
  #rest: Decimal | null = null;

  add(value: Decimal): void {
    const short = shortOf(value);
    if (short === null) this.#rest = this.#rest ? this.#rest.plus(value) : value;
    else this.addShort(short);
  }

  /** In ten-millionths (`readShort`). */
  addShort(short: number): void {
    this.#short += short;
    if (this.#short > MAX || this.#short < -MAX) this.#carry();
  }

  addSum(other: ExactSum): void {
    this.addShort(other.#short);
    if (other.#rest) this.#rest = this.#rest ? this.#rest.plus(other.#rest) : other.#rest;
  }

  total(): Decimal {
    this.#carry();
    return this.#rest ?? new Decimal(0);
  }

  /** The sum in plain notation; a sum of short numbers is printed without creating a decimal. */
  text(): string {
    return this.#rest ? decimalText(this.total()) : printShort(this.#short);
  }

  #carry(): void {
    if (this.#short === 0) return;
    const carried = new Decimal(this.#short).div(SHORT_ONE);
    this.#rest = this.#rest ? this.#rest.plus(carried) : carried;
    this.#short = 0;
  }
}

/**
 * The number in ten-millionths; null if it has more digits. decimal.js stores digits in groups of seven,
 * aligned at the point.
 */
function shortOf({ s: sign, e: exponent, d: groups }: Decimal): number | null {
  if (groups.length > 2) return null;
  const [first = 0, second] = groups;
  if (exponent >= 0 && exponent < SHORT_DIGITS) return sign * (first * SHORT_ONE + (second ?? 0));
  return exponent < 0 && exponent >= -SHORT_DIGITS && second === undefined ? sign * first : null;
}
