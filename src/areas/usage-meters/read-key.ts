import { settleDivision } from '#areas/event-schemas/index.ts';
import { Decimal } from '#core/decimal.ts';
import { LogicError, type LogicValue, type ParsedLogic, toText } from '#core/json-logic/index.ts';

const MAX_KEY_LENGTH = 512;

/**
 * The key that UNIQUE_COUNT counts once: the result of the computation as text, with numbers in canonical
 * form, so that the attribute `5.0` is the key `5`. Throws `LogicError` for a result that identifies nothing.
 */
export function readKey(computation: ParsedLogic, value: LogicValue): string {
  if (value === null || value === '' || Array.isArray(value))
    throw new LogicError('NOT_TEXT', 'The result of the computation is neither text nor a number.');
  const key = toText(value instanceof Decimal ? settleDivision(computation, value) : value);
  // Escapes in logic can produce characters that no column stores.
  if (!key.isWellFormed() || /\p{Cc}/u.test(key))
    throw new LogicError('NOT_TEXT', 'The key to count contains characters that an event cannot contain.');
  if ([...key].length <= MAX_KEY_LENGTH) return key;
  throw new LogicError('STRING_TOO_LONG', `The key to count has more than ${MAX_KEY_LENGTH} characters.`);
}
