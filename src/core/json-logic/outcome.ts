import { type Decimal, decimalText } from '../decimal.ts';
import { GENERAL_LIMITS, LogicError, type LogicLimits, parseLogic } from './index.ts';
import { type LogicContext, type LogicValue, toText } from './values.ts';

/** For test tables: the result of logic on data, as JSON text, or `!` and the code of the error. */
export function outcome(
  logic: unknown,
  data: LogicContext = {},
  limits: LogicLimits = GENERAL_LIMITS,
): string {
  try {
    return shown(parseLogic(logic, limits).evaluate(data));
  } catch (error) {
    if (error instanceof LogicError) return `!${error.code}`;
    throw error;
  }
}

/** Numbers without quotes, dates in angle brackets, named data as `{…}`. */
export function shown(value: LogicValue): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${(value as readonly LogicValue[]).map(shown).join(',')}]`;
  if (value instanceof Temporal.Instant) return `<${toText(value)}>`;
  return 'toFixed' in value ? decimalText(value as Decimal) : '{…}';
}
