import { currencyDigits } from '../currency.ts';
import { Decimal, decimalText } from '../decimal.ts';
import { roundMoney } from '../money.ts';
import type { RoundingStep } from './document.ts';
import type { InvoiceInputs } from './inputs.ts';

const SHOWN_FRACTION_DIGITS = 12;

/** Rounds a leaf, once, and records the change. */
export function roundLeaf(
  exact: Decimal,
  { currency, roundingMode }: Pick<InvoiceInputs, 'currency' | 'roundingMode'>,
): RoundingStep {
  return {
    exact: decimalText(exact),
    rounded: decimalText(roundMoney(exact, currency, roundingMode)),
    digits: currencyDigits(currency),
    mode: roundingMode,
  };
}

const MODE_WORDS: Record<RoundingStep['mode'], string> = {
  HALF_UP: 'half away from zero',
  HALF_EVEN: 'half to even',
  DOWN: 'toward zero',
};

/** The last sentence of an explanation: the charged amount, and its rounding, if any. */
export function roundingWords({ exact, rounded, digits, mode }: RoundingStep, currency: string): string {
  if (exact === rounded) return `charged: ${rounded} ${currency}`;
  const places = digits === 1 ? '1 digit' : `${digits} digits`;
  const from = exactWords(new Decimal(exact));
  return `charged: ${from} rounded ${MODE_WORDS[mode]} to ${places} = ${rounded} ${currency}`;
}

/** An exact amount for a sentence: an infinite quotient is truncated with an ellipsis, for display only. */
export function exactWords(value: Decimal): string {
  if (value.decimalPlaces() <= SHOWN_FRACTION_DIGITS) return decimalText(value);
  return `${value.toFixed(SHOWN_FRACTION_DIGITS, Decimal.ROUND_DOWN)}…`;
}
