/** What a pasted line of a bank statement says by itself. */
export interface ReadLine {
  /** An exact decimal; null if no amount was recognized. */
  amount: string | null;
  currency: string | null;
  /** The line without line breaks and doubled spaces. */
  text: string;
}

const AMOUNT = String.raw`\d{1,3}(?:[.,' \u00a0\u2019]\d{3})+[.,]\d{2,3}|\d+[.,]\d{2,3}`;
const CODE = String.raw`\b[A-Z]{3}\b`;
const SYMBOLS: Readonly<Record<string, string>> = { '€': 'EUR', $: 'USD', '£': 'GBP' };
/** Before or after an amount; neither may be part of a date, a number of an invoice or another amount. */
const [BEFORE, AFTER] = [String.raw`(?<![\w.,/-])`, String.raw`(?![\w/-]|[.,]\d)`];
const FIRST = String.raw`(?:(${CODE}|[€$£])\s?[+]?(${AMOUNT}|\d+)${AFTER})`;
const LAST = String.raw`(?:${BEFORE}[+]?(${AMOUNT}|\d+)\s?(${CODE}|[€$£]))`;
const WITH_CURRENCY = new RegExp(`${FIRST}|${LAST}`, 'g');
const ALONE = new RegExp(`${BEFORE}[+]?(${AMOUNT})${AFTER}`, 'g');

/** Finds the amount beside a currency, or else the last number with cents. */
export function readBankLine(line: string): ReadLine {
  const text = line.replace(/\s+/g, ' ').trim();
  const marked = [...text.matchAll(WITH_CURRENCY)].at(-1);
  if (marked) {
    const [, before, after, first, last] = marked;
    const sign = before ?? last ?? '';
    return { amount: plain(after ?? first ?? ''), currency: SYMBOLS[sign] ?? sign, text };
  }
  const alone = [...text.matchAll(ALONE)].at(-1)?.[1];
  return { amount: alone === undefined ? null : plain(alone), currency: null, text };
}

/** The last mark separates the fraction; all others group digits. */
function plain(amount: string): string {
  const at = Math.max(amount.lastIndexOf('.'), amount.lastIndexOf(','));
  if (at < 0) return amount;
  return `${amount.slice(0, at).replace(/\D/g, '')}.${amount.slice(at + 1)}`;
}
