import { decimalText, parseJsonDecimal } from '../decimal.ts';
import { CHARGE_LIMITS, LogicError, parseLogic } from '../json-logic/index.ts';

/** Why a text is not a valid charge value; null for a number and for valid JSON Logic. */
export function chargeValueProblem(text: string): string | null {
  const trimmed = text.trim();
  if (!('error' in parseJsonDecimal(trimmed))) return null;
  if (!trimmed.startsWith('{')) return 'must be a number or a JSON Logic object, as text';
  try {
    parseLogic(text, CHARGE_LIMITS);
    return null;
  } catch (error) {
    if (error instanceof LogicError) return error.message.replace(/\.$/, '');
    throw error;
  }
}

/** A valid value in its stored form: numbers as canonical text (`1e3` is `1000`), logic as written. */
export function canonicalChargeValue(text: string): string {
  const number = parseJsonDecimal(text.trim());
  return 'error' in number ? text : decimalText(number);
}
