/**
 * Decimals with at most seven digits on either side of the point, as integers in ten-millionths: adding them
 * is exact and ten times faster than adding decimals.
 */
export const SHORT_DIGITS = 7;
/** The number 1. */
export const SHORT_ONE = 10 ** SHORT_DIGITS;

const [MINUS, POINT, ZERO] = [0x2d, 0x2e, 0x30];

/** Parses plain notation such as `-12.50`; null for a text with more digits, or that is not a number. */
export function readShort(text: string): number | null {
  const { length } = text;
  const isNegative = text.charCodeAt(0) === MINUS;
  let at = isNegative ? 1 : 0;
  const start = at;
  let whole = 0;
  for (; at < length; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) break;
    whole = 10 * whole + digit;
  }
  if (at === start || at - start > SHORT_DIGITS) return null;
  let fraction = 0;
  if (at < length) {
    const digits = length - at - 1;
    if (text.charCodeAt(at) !== POINT || digits === 0 || digits > SHORT_DIGITS) return null;
    for (at++; at < length; at++) {
      const digit = text.charCodeAt(at) - ZERO;
      if (digit < 0 || digit > 9) return null;
      fraction = 10 * fraction + digit;
    }
    for (let missing = SHORT_DIGITS - digits; missing > 0; missing--) fraction *= 10;
  }
  const short = SHORT_ONE * whole + fraction;
  return isNegative ? -short : short;
}

/** Plain notation without trailing fraction zeros. */
export function printShort(short: number): string {
  const size = Math.abs(short);
  const fraction = size % SHORT_ONE;
  const whole = (size - fraction) / SHORT_ONE;
  const sign = short < 0 ? '-' : '';
  if (fraction === 0) return sign + whole;
  let [rest, digits] = [fraction, SHORT_DIGITS];
  while (rest % 10 === 0) {
    rest /= 10;
    digits--;
  }
  return `${sign}${whole}.${String(rest).padStart(digits, '0')}`;
}
