import { decimalText, parseJsonDecimal } from '../decimal.ts';
import { CHARGE_LIMITS, LogicError, parseLogic } from '../json-logic/index.ts';

/** Why a text cannot be the value of a charge; null for a number and for JSON Logic that can be evaluated. */
export function chargeValueProblem(text: string): string | null {
  const trimmed = text.trim();
  if (!('refused' in parseJsonDecimal(trimmed))) return null;
  if (!trimmed.startsWith('{')) return 'must be a number or a JSON logic object, in text';
  try {
    parseLogic(text, CHARGE_LIMITS);
    return null;
  } catch (error) {
    if (error instanceof LogicError) return error.message.replace(/\.$/, '');
    throw error;
  }
}

/** A valid value as it is stored: numbers as canonical text (`1e3` is `1000`), logic as it was written. */
export function canonicalChargeValue(text: string): string {
  const number = parseJsonDecimal(text.trim());
  return 'refused' in number ? text : decimalText(number);
}
