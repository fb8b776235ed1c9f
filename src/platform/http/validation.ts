import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { TSchema } from 'typebox';
import { isCountry } from '#core/country.ts';
import { Decimal, decimal, parseJsonDecimal, ZERO } from '#core/decimal.ts';
import { readMailAddress } from '../mail/mail-address.ts';
import { hasCardNumber } from './card-numbers.ts';
import { compileInParts } from './compile-in-parts.ts';
import { isJsonNumber } from './exact-json.ts';
import { parseInstant, parsePlainDate } from './instants.ts';
import { memberRenamer, withPrefix } from './prefixed-members.ts';
import { MAX_EMAIL } from './schemas.ts';
import { describeProblems } from './validation-messages.ts';

/**
 * Validates a value against a schema and converts its exact members in place. Returns problems; empty when it
 * is valid.
 */
export interface Validator {
  (value: unknown, options?: ValidatorOptions): string[];
  /**
   * Compiles the validator in turns; in one turn it would take up to a tenth of a second. Undefined when it
   * is compiled already. A caller that does not await it has the validator compiled in one turn.
   */
  prepare?(options: { isLarge: boolean }): Promise<void> | undefined;
}

export interface ValidatorOptions {
  /** Stops at the first problem, so that a hostile body costs little. */
  isLarge?: boolean;
  /** The JSON pointer of the value within a body that is validated in parts. */
  at?: string;
}

/** For bodies: no coercion, and members `platform…` arrive with the deployment's own prefix. */
export function compileBody(schema: TSchema, { prefix = 'platform' } = {}): Validator {
  const rename = memberRenamer(schema, prefix);
  if (!rename) return compileLazily(schema, { coerceTypes: false });
  const validate = compileLazily(withPrefix(schema, prefix), { coerceTypes: false });
  const validateAndRename: Validator = (value, options) => {
    const problems = validate(value, options);
    if (problems.length === 0) rename(value);
    return problems;
  };
  return Object.assign(validateAndRename, { prepare: validate.prepare });
}

/** For path and query parameters, which arrive as text: numbers and booleans are parsed from it. */
export function compileParameters(schema: TSchema): Validator {
  return compileLazily(schema, { coerceTypes: true });
}

function compileLazily(schema: TSchema, options: { coerceTypes: boolean }): Validator {
  /** `first` stops at the first problem; `every` finds all. */
  const compiled: { first?: ValidateFunction; every?: ValidateFunction } = {};
  const ajv = (isLarge: boolean) => newAjv({ ...options, allErrors: !isLarge });
  const exact = () => withoutExactTypes(schema, !options.coerceTypes) as TSchema;
  const validate: Validator = (value, { isLarge = false, at = '' } = {}) => {
    compiled[isLarge ? 'first' : 'every'] ??= ajv(isLarge).compile(exact());
    const run = compiled[isLarge ? 'first' : 'every'] as ValidateFunction;
    if (run(value)) return [];
    const errors = run.errors as ErrorObject[];
    return describeProblems(errors.map((error) => ({ ...error, instancePath: at + error.instancePath })));
  };
  const prepare = ({ isLarge }: { isLarge: boolean }) => {
    const name = isLarge ? 'first' : 'every';
    if (compiled[name]) return undefined;
    return compileInParts(ajv(isLarge), exact()).then((run) => {
      compiled[name] ??= run;
    });
  };
  return Object.assign(validate, { prepare });
}

function newAjv(options: { coerceTypes: boolean; allErrors: boolean }): Ajv {
  const ajv = new Ajv({
    ...options,
    strict: false,
    // Parts that were compiled separately stay separate.
    inlineRefs: false,
    useDefaults: true,
    removeAdditional: false,
    validateFormats: false,
    ownProperties: true,
    verbose: true,
    // The schemas are ours and a test checks them: meta-validation took most of the compile time.
    meta: false,
    validateSchema: false,
    code: { optimize: false },
  });
  const convert = (keyword: string, read: (value: unknown, bounds: unknown) => unknown) =>
    ajv.addKeyword({ keyword, modifying: true, errors: 'full', validate: convertingKeyword(keyword, read) });
  convert('decimal', readDecimal);
  convert('instant', (value) =>
    typeof value === 'string' ? parseInstant(value) : parseError('must be an ISO 8601 date-time string'),
  );
  convert('plainDate', (value) =>
    typeof value === 'string' ? parsePlainDate(value) : parseError('must be a date string YYYY-MM-DD'),
  );
  convert('country', readCountry);
  ajv.addKeyword({ keyword: 'email', type: 'string', errors: 'full', validate: checkEmail });
  ajv.addKeyword({ keyword: 'noCardNumbers', type: 'object', errors: 'full', validate: checkCardNumbers });
  return ajv;
}

const CARD_RULE = 'must not contain a payment card number; send a token of your payment provider instead';

/** The message does not quote the number: it would be repeated in the response. */
const checkCardNumbers: KeywordCheck = (_, data) => {
  const found = Object.entries(data as object)
    .flat()
    .some((text) => hasCardNumber(String(text)));
  if (found) checkCardNumbers.errors = [{ keyword: 'noCardNumbers', message: CARD_RULE, params: {} }];
  return !found;
};

/** The length limits have messages of their own. */
const checkEmail: KeywordCheck = (_, data) => {
  const text = data as string;
  const isFine = text === '' || readMailAddress(text) !== null || [...text].length > MAX_EMAIL;
  if (!isFine) checkEmail.errors = [{ keyword: 'email', message: EMAIL_RULE, params: {} }];
  return isFine;
};

const EMAIL_RULE = 'must be an e-mail address such as name@example.com';
const COUNTRY_RULE = 'must be an ISO 3166-1 alpha-2 country code such as DE';

/** Converts to upper case. Some letters become two there: ß must not become SS, South Sudan. */
function readCountry(value: unknown): unknown {
  if (typeof value !== 'string') return parseError('must be a string');
  if (!value.trim()) return '';
  const code = value.toUpperCase();
  return code.length === value.length && isCountry(code) ? code : parseError(COUNTRY_RULE);
}

type ParseError = { error: string };
const parseError = (error: string): ParseError => ({ error });

interface KeywordContext {
  parentData?: Record<string | number, unknown>;
  parentDataProperty?: string | number;
}
interface KeywordCheck {
  (bounds: unknown, data: unknown, parentSchema: unknown, context?: KeywordContext): boolean;
  errors?: { keyword: string; message: string; params: object }[];
}

/**
 * A keyword that replaces the wire value by a converted one, or reports why it cannot. Null passes where the
 * type allows it.
 */
function convertingKeyword(
  keyword: string,
  read: (value: unknown, bounds: unknown) => unknown,
): KeywordCheck {
  const check: KeywordCheck = (bounds, data, ...[, context]) => {
    if (data === null) return true;
    const value = read(data, bounds) as ParseError | object;
    if (value && typeof value === 'object' && 'error' in value) {
      check.errors = [{ keyword, message: value.error, params: {} }];
      return false;
    }
    if (context?.parentData && context.parentDataProperty !== undefined)
      context.parentData[context.parentDataProperty] = value;
    return true;
  };
  return check;
}

interface Bounds {
  minimum?: string;
  exclusiveMinimum?: string;
  maximum?: string;
}

function readDecimal(value: unknown, limits: unknown): Decimal | ParseError {
  const bounds = limits as Bounds;
  let number: Decimal | ParseError;
  if (value instanceof Decimal) number = value;
  else if (isJsonNumber(value)) number = parseJsonDecimal(value.source);
  else if (typeof value === 'number' && Number.isSafeInteger(value)) number = decimal(value);
  else return parseError('must be a number');
  if ('error' in number) return number;
  // A negative zero is zero, and must not be printed as negative.
  if (number.isZero()) number = ZERO;
  if (bounds.minimum !== undefined && number.lt(bounds.minimum))
    return parseError(`must be at least ${bounds.minimum}`);
  if (bounds.exclusiveMinimum !== undefined && number.lte(bounds.exclusiveMinimum))
    return parseError(`must be greater than ${bounds.exclusiveMinimum}`);
  if (bounds.maximum !== undefined && number.gt(bounds.maximum))
    return parseError(`must be at most ${bounds.maximum}`);
  return number;
}

const EXACT_KEYWORDS = ['decimal', 'instant', 'plainDate', 'country'] as const;

/** The validator's copy of a schema, without a plain type on exact members: their keyword validates them. */
function withoutExactTypes(node: unknown, rejectsNull: boolean): unknown {
  if (Array.isArray(node)) return node.map((item) => withoutExactTypes(item, rejectsNull));
  if (node === null || typeof node !== 'object') return node;
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node))
    copy[key] = key === 'properties' ? eachMember(value, rejectsNull) : withoutExactTypes(value, rejectsNull);
  if (!EXACT_KEYWORDS.some((keyword) => keyword in copy)) return copy;
  const isNullable = Array.isArray(copy.type) && copy.type.includes('null');
  delete copy.type;
  delete copy.format;
  delete copy.maxLength;
  // Parameters are text and never null; for them, a `not` would only invite coercion.
  if (rejectsNull && !isNullable) copy.not = { type: 'null' };
  return copy;
}

/** Members may be named like keywords, such as `type`: the map of members is not itself a schema. */
function eachMember(members: unknown, rejectsNull: boolean): unknown {
  const each = Object.entries(members as object);
  return Object.fromEntries(each.map(([name, schema]) => [name, withoutExactTypes(schema, rejectsNull)]));
}

/** Whether a schema contains an exact number: such bodies are parsed from their source text. */
export function hasDecimals(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(hasDecimals);
  if (node === null || typeof node !== 'object') return false;
  return 'decimal' in node || Object.values(node).some(hasDecimals);
}
