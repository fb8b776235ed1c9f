/** Lengths of payment card numbers. */
const [FEWEST, MAX] = [13, 19];
/** Hexadecimal ids may contain long runs of decimal digits; they also contain letters. */
const HEX_ID =
  /\b(?=[0-9-]*[a-f])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b|\b(?=[0-9]*[a-f])[0-9a-f]{24,}\b/gi;
/** Digits separated only by spaces and dashes. */
const RUN = /\d[\d \u00a0\u2010-\u2015-]*/g;

/**
 * First digits of travel, bank and store cards. Airline cards begin with 1, as epoch milliseconds also do.
 */
const CARD = /^[2-6]/;

/**
 * Whether a text contains a possible payment card number (`money-platform.md` 23): 13 to 19 digits that pass
 * the Luhn check, with any spaces and dashes between them.
 */
export function hasCardNumber(text: string): boolean {
  for (const [run] of text.replace(HEX_ID, ' x ').matchAll(RUN)) {
    const groups = run.split(/\D+/).filter((group) => group !== '');
    for (let first = 0; first < groups.length; first++)
      for (let digits = groups[first] as string, next = first + 1; digits.length <= MAX; next++) {
        if (digits.length >= FEWEST && CARD.test(digits) && isLuhn(digits)) return true;
        if (next === groups.length) break;
        digits += groups[next];
      }
  }
  return false;
}

/** Luhn: double every second digit from the right, cast out nines; the sum must end in 0. */
function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const doubled = digit * 2;
    sum += index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
