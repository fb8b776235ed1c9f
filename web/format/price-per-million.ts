import { movePoint } from './decimals.ts';
import { formatMoneyShort, formatPrice } from './money.ts';

/** Digits behind the point that a reader compares at a glance. */
const READABLE_DIGITS = 4;

/** `$2.50 / 1M` of a unit price such as 0.0000025; null of one that is readable by itself. */
export function formatPricePerMillion(price: string, currency: string | undefined): string | null {
  const [, digits = ''] = price.replace(/0+$/, '').split('.');
  if (digits.length <= READABLE_DIGITS) return null;
  return `${formatPrice(movePoint(price, 6), currency)} / ${formatMoneyShort('1000000', undefined)}`;
}
