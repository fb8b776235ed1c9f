import { BUILT_IN, type Layout, layoutOf } from '#areas/invoice-templates/index.ts';
import { currencyDigits } from '#core/currency.ts';
import { Decimal, MAX_FRACTION_DIGITS } from '#core/decimal.ts';
import { localDate } from '#core/period-zone.ts';
import { longDate } from './long-date.ts';

/**
 * Formats of numbers and dates in PDFs: `1,234.50`, `0.0085`, `3 February 2030`, unless a template overrides
 * them.
 */
export type PdfStyle = Pick<Layout, 'language' | 'dateFormat' | 'numberFormat'>;

const ENGLISH: PdfStyle = layoutOf(BUILT_IN);

/** Shows all digits of the currency's smallest unit. */
export function amountText(value: Decimal | string, currency: string, style = ENGLISH): string {
  return grouped(new Decimal(value).toFixed(currencyDigits(currency)), style);
}

/** Shows an exact price: it may have more digits than the currency, but never fewer. */
export function priceText(value: string, currency: string, style = ENGLISH): string {
  const price = new Decimal(value);
  return grouped(price.toFixed(Math.max(price.decimalPlaces(), currencyDigits(currency))), style);
}

/** Shows a quantity; a periodic decimal has all stored digits and an ellipsis at the end. */
export function quantityText(value: string, style = ENGLISH): string {
  const quantity = new Decimal(value);
  const cut = quantity.toDecimalPlaces(SHOWN_DIGITS, Decimal.ROUND_DOWN);
  const isEndless = quantity.decimalPlaces() >= MAX_FRACTION_DIGITS && !cut.isZero();
  return isEndless ? `${grouped(cut.toFixed(SHOWN_DIGITS), style)}…` : grouped(quantity.toFixed(), style);
}

const SHOWN_DIGITS = 6;

/**
 * Groups the numbers in a generated sentence, `1000 to 10000` as `1,000 to 10,000`, and writes out its days.
 */
export function withGroupedNumbers(sentence: string, style = ENGLISH): string {
  return sentence.replace(DAYS_OR_NUMBER, (text: string, first?: string, last?: string) => {
    if (first === undefined) return quantityText(text, style);
    return periodText(Temporal.PlainDate.from(first), Temporal.PlainDate.from(last ?? first), style);
  });
}

const DAYS_OR_NUMBER = /(\d{4}-\d\d-\d\d)(?: to (\d{4}-\d\d-\d\d))?|(?<![\w.#])\d+(?:\.\d+)?(?![\w.:])/g;

export function dayText(instant: Temporal.Instant, timeZone: string, style = ENGLISH): string {
  return dateText(localDate(instant, timeZone), style);
}

/** Returns `1 – 31 January 2030`, with only those parts of the first date that differ from the last. */
export function periodText(first: Temporal.PlainDate, last: Temporal.PlainDate, style = ENGLISH): string {
  const end = dateText(last, style);
  if (first.equals(last)) return end;
  const isShort = style.language === 'en' && style.dateFormat === 'D MMMM YYYY' && first.year === last.year;
  if (!isShort) return `${dateText(first, style)} – ${end}`;
  if (first.month === last.month) return `${first.day} – ${end}`;
  return `${dateText(first, style).replace(/ \d+$/, '')} – ${end}`;
}

export function dateText(date: Temporal.PlainDate, { dateFormat, language }: PdfStyle): string {
  if (dateFormat === 'D MMMM YYYY') return longDate(date, language);
  const two = (part: number) => String(part).padStart(2, '0');
  return dateFormat
    .replace('YYYY', String(date.year).padStart(4, '0'))
    .replace('MM', two(date.month))
    .replace('DD', two(date.day));
}

/** The separators of a format are those around the digits of its example. */
function grouped(plain: string, { numberFormat }: PdfStyle): string {
  const [whole = '', fraction] = plain.split('.');
  const groups = whole.replace(/\B(?=(?:\d{3})+$)/g, numberFormat.charAt(1));
  return fraction === undefined ? groups : `${groups}${numberFormat.charAt(5)}${fraction}`;
}
