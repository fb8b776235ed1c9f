import { currencyDigits } from '#core/currency.ts';
import { Decimal, MAX_FRACTION_DIGITS } from '#core/decimal.ts';
import { localDate } from '#core/period-zone.ts';

/** How numbers and dates stand on paper: `1,234.50`, `0.0085`, `3 February 2030`. */

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** With all digits of the currency's smallest unit. */
export function amountText(value: Decimal | string, currency: string): string {
  return grouped(new Decimal(value).toFixed(currencyDigits(currency)));
}

/** A price is exact: it may have more digits than the currency, and never fewer. */
export function priceText(value: string, currency: string): string {
  const price = new Decimal(value);
  return grouped(price.toFixed(Math.max(price.decimalPlaces(), currencyDigits(currency))));
}

/** An average that never ends has all digits that are kept; on paper it ends with an ellipsis. */
export function quantityText(value: string): string {
  const quantity = new Decimal(value);
  const cut = quantity.toDecimalPlaces(SHOWN_DIGITS, Decimal.ROUND_DOWN);
  const isEndless = quantity.decimalPlaces() >= MAX_FRACTION_DIGITS && !cut.isZero();
  return isEndless ? `${grouped(cut.toFixed(SHOWN_DIGITS))}…` : grouped(quantity.toFixed());
}

const SHOWN_DIGITS = 6;

/** The numbers in a sentence of ours, `1000 to 10000` as `1,000 to 10,000`, and its days written out. */
export function withGroupedNumbers(sentence: string): string {
  return sentence.replace(DAYS_OR_NUMBER, (text: string, first?: string, last?: string) => {
    if (first === undefined) return quantityText(text);
    return periodText(Temporal.PlainDate.from(first), Temporal.PlainDate.from(last ?? first));
  });
}

const DAYS_OR_NUMBER = /(\d{4}-\d\d-\d\d)(?: to (\d{4}-\d\d-\d\d))?|(?<![\w.#])\d+(?:\.\d+)?(?![\w.:])/g;

export function dayText(instant: Temporal.Instant, timeZone: string): string {
  return dateText(localDate(instant, timeZone));
}

/** `1 – 31 January 2030`, with as much of the first date as differs from the last. */
export function periodText(first: Temporal.PlainDate, last: Temporal.PlainDate): string {
  if (first.equals(last)) return dateText(last);
  if (first.year !== last.year) return `${dateText(first)} – ${dateText(last)}`;
  if (first.month !== last.month) return `${first.day} ${MONTHS[first.month - 1]} – ${dateText(last)}`;
  return `${first.day} – ${dateText(last)}`;
}

function dateText({ day, month, year }: Temporal.PlainDate): string {
  return `${day} ${MONTHS[month - 1]} ${year}`;
}

function grouped(plain: string): string {
  const [whole = '', fraction] = plain.split('.');
  const groups = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return fraction === undefined ? groups : `${groups}.${fraction}`;
}
