import { hasCardNumber } from '../http/card-numbers.ts';

export const MASK = '[secret]';

/** Texts without any of these contain none of the forms below. */
const SUSPICIOUS = /sk_|whsec_|eyJ|[?&]s=|amz-|token=|@/i;

/**
 * Secrets of this service that are recognizable wherever they are, with what stays of them: keys, secrets of
 * webhooks, signed tokens, signatures and tokens of links, and passwords in URLs.
 */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/\b(sk_(?:live|test)_)[\w-]+/g, `$1${MASK}`],
  [/\bwhsec_[\w+/=-]+/g, `whsec_${MASK}`],
  [/\beyJ[\w-]{8,}(?:\.[\w-]*){0,4}/g, MASK],
  [/([?&]s=)[\w-]{20,}/g, `$1${MASK}`],
  [/(x-amz-(?:signature|credential|security-token)=)[^&"'\\\s]+/gi, `$1${MASK}`],
  [/([?&#]token=)[^&"'\\\s]+/gi, `$1${MASK}`],
  [/(:\/\/[^/@\s:"'\\]*:)[^@/\s"'\\]+@/g, `$1${MASK}@`],
];

/** A text without the secrets that are recognizable, and without payment card numbers. */
export function maskText(text: string): string {
  const bare = hasDigits(text) && hasCardNumber(text) ? '[card number]' : text;
  if (!SUSPICIOUS.test(bare)) return bare;
  return FORMS.reduce((masked, [form, rest]) => masked.replace(form, rest), bare);
}

/** Enough of them for a card number. */
function hasDigits(text: string): boolean {
  return text.length >= 13 && /(?:\d[^\dA-Za-z]{0,3}){13}/.test(text);
}
