import { minorDigits } from './currencies.ts';
import { share } from './decimals.ts';
import { locale } from './locale.ts';

/** `Intl` formats text exactly: a decimal never becomes a binary fraction. */
type Exactly = Intl.NumberFormat & {
  format(value: string): string;
  formatToParts(value: string): Intl.NumberFormatPart[];
};

const formats = new Map<string, Exactly>();

function formatOf(key: string, options: Intl.NumberFormatOptions): Exactly {
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, options) as Exactly;
  formats.set(key, made);
  return made;
}

const MINUS = '\u2212';

/** An amount with the minor digits of its currency: `$1,234.50`; with more if the amount has more. */
export function formatMoney(amount: string, currency: string | undefined): string {
  return formatAmount(amount, currency, 'narrowSymbol');
}

/** For lists of mixed currencies: `USD 1,234.50`. */
export function formatMoneyWithCode(amount: string, currency: string | undefined): string {
  return formatAmount(amount, currency, 'code');
}

/** A currency that is not known is not guessed: the number stands alone, or beside its unit. */
function formatAmount(
  amount: string,
  currency: string | undefined,
  display: 'narrowSymbol' | 'code',
): string {
  if (currency === undefined || !CODE.test(currency)) return formatQuantity(amount, currency);
  const digits = minorDigits(currency);
  const shown = Math.min(Math.max(digits, fractionOf(amount)), MAX_DIGITS);
  return withMinus(
    formatOf(`${display} ${currency} ${shown}`, {
      style: 'currency',
      currency,
      currencyDisplay: display,
      minimumFractionDigits: digits,
      maximumFractionDigits: shown,
    }).format(amount),
  );
}

/** What `Intl` takes for a currency; credits may have a unit of another form. */
const CODE = /^[A-Z]{3}$/;
const MAX_DIGITS = 20;

/** For charts and headlines: `$1.2M`. The full amount stands beside it or in its tooltip. */
export function formatMoneyShort(amount: string, currency: string | undefined): string {
  const isMoney = currency !== undefined && CODE.test(currency);
  const text = formatOf(`short ${currency}`, {
    ...(isMoney && { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }),
    notation: 'compact',
    maximumFractionDigits: 1,
  }).format(amount);
  return withMinus(isMoney || currency === undefined ? text : `${text} ${currency}`);
}

/** Rounded to the minor digits of its currency, for what is an estimate anyway. */
export function roundToMinor(amount: string, currency: string): string {
  return share(amount, { times: 1, parts: 1, digits: minorDigits(currency) });
}

/** A price of one unit with all its digits, without trailing zeros beyond those of the currency. */
export function formatPrice(price: string, currency: string | undefined): string {
  return formatMoney(price.includes('.') ? price.replace(/0+$/, '').replace(/\.$/, '') : price, currency);
}

/** A quantity with separators and all its digits. */
export function formatQuantity(quantity: string, unit?: string): string {
  const text = withMinus(formatOf('quantity', { maximumFractionDigits: MAX_DIGITS }).format(quantity));
  return unit ? `${text} ${unit}` : text;
}

/** A decimal as it is written, with separators: it keeps every digit, also more than `Intl` would. */
export function formatExact(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.');
  const text = withMinus(formatOf('whole', { maximumFractionDigits: 0 }).format(whole));
  return fraction === undefined ? text : `${text}${decimalPoint()}${fraction}`;
}

function decimalPoint(): string {
  const parts = formatOf('quantity', { maximumFractionDigits: MAX_DIGITS }).formatToParts('0.1');
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}

export function formatCount(count: number): string {
  return withMinus(formatOf('count', { maximumFractionDigits: 0 }).format(String(count)));
}

/** A share in per cent, such as `12.5`. */
export function formatShare(percent: string): string {
  return withMinus(`${formatOf('share', { maximumFractionDigits: 1 }).format(percent)}\u00a0%`);
}

/** A change in per cent, such as `12.5`, with its sign. */
export function formatPercent(percent: string): string {
  return withMinus(
    `${formatOf('percent', { maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(percent)}\u00a0%`,
  );
}

function fractionOf(amount: string): number {
  const [plain = '', exponent = '0'] = amount.toLowerCase().split('e');
  const digits = plain.split('.')[1] ?? '';
  return Math.max(0, digits.length - Number(exponent));
}

function withMinus(text: string): string {
  return text.replace('-', MINUS);
}
