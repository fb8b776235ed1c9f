/** Numbers of payment cards have so many digits. */
const [FEWEST, MOST] = [13, 19];
/** Ids in hexadecimal digits may have any run of decimal ones; they also have letters. */
const HEX_ID =
  /\b(?=[0-9-]*[a-f])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b|\b(?=[0-9]*[a-f])[0-9a-f]{24,}\b/gi;
/** Digits that only spaces and dashes stand between. */
const RUN = /\d[\d \u00a0\u2010-\u2015-]*/g;

/** Of travel, banks and shops. Those of airlines begin with 1, as milliseconds of clocks do for centuries. */
const CARD = /^[2-6]/;

/**
 * Whether a text has what may be the number of a payment card (`money-platform.md` 23): 13 to 19 digits with
 * the check digit of Luhn, whatever spaces and dashes stand between them.
 */
export function hasCardNumber(text: string): boolean {
  for (const [run] of text.replace(HEX_ID, ' x ').matchAll(RUN)) {
    const groups = run.split(/\D+/).filter((group) => group !== '');
    for (let first = 0; first < groups.length; first++)
      for (let digits = groups[first] as string, next = first + 1; digits.length <= MOST; next++) {
        if (digits.length >= FEWEST && CARD.test(digits) && isLuhn(digits)) return true;
        if (next === groups.length) break;
        digits += groups[next];
      }
  }
  return false;
}

/** Every second digit from the right is doubled, nines are cast out, and the sum ends in 0. */
function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const doubled = digit * 2;
    sum += index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
