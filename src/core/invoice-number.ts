/** How the invoices of an organization, or of one of its groups, are numbered (`money-platform.md` 10.11). */
export interface Numbering {
  /** Text with tokens in braces; `{SEQ}` stands in it exactly once. */
  pattern: string;
  /** Digits that the counter is filled up to; never cut. */
  pad: number;
  /** The first value of each counter. */
  start: number;
  reset: 'NEVER' | 'YEARLY' | 'MONTHLY';
  scope: 'ORG' | 'INVOICE_GROUP' | 'CUSTOMER';
}

/** Of organizations that have set nothing, and what a setting leaves out. */
export const PLAIN_NUMBERING: Numbering = {
  pattern: '{YYYY}-{MM}-{SEQ}',
  pad: 4,
  start: 1,
  reset: 'NEVER',
  scope: 'ORG',
};

const RESETS: readonly Numbering['reset'][] = ['NEVER', 'YEARLY', 'MONTHLY'];
const SCOPES: readonly Numbering['scope'][] = ['ORG', 'INVOICE_GROUP', 'CUSTOMER'];
const TOKENS = ['YYYY', 'YY', 'MM', 'DD', 'SEQ', 'CUSTOMER'];
/** Orders are numbered apart, and theirs are told by it. */
export const ORDER_PREFIX = 'ORD-';

/** What is wrong with the value of a setting; null when invoices can be numbered by it. */
export function numberingProblem(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object';
  const { pattern, pad, start, reset, scope, ...others } = {
    ...{ ...PLAIN_NUMBERING, pattern: null as unknown },
    ...value,
  };
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return `unknown field ${unknown.slice(0, 50)}`;
  if (!isWhole(pad, 20)) return 'pad must be a whole number from 1 to 20';
  if (!isWhole(start, 2_000_000_000)) return 'start must be a whole number from 1 to 2000000000';
  if (!RESETS.includes(reset)) return `reset must be one of ${RESETS.join(', ')}`;
  if (!SCOPES.includes(scope)) return `scope must be one of ${SCOPES.join(', ')}`;
  if (typeof pattern !== 'string' || pattern.length < 1 || pattern.length > 100)
    return 'pattern must have 1 to 100 characters';
  return patternProblem(pattern, reset);
}

/** The numbering of a value that has no problem. */
export function readNumbering(value: string): Numbering {
  return { ...PLAIN_NUMBERING, ...(JSON.parse(value) as Partial<Numbering>) };
}

/** The document that is numbered. */
export interface NumberedDocument {
  /** Of the invoice date. */
  day: Temporal.PlainDate;
  /** Null for the document of a group, which stands in for its customer. */
  customerId: string | null;
  /** That its account is in, or that it is addressed to. */
  groupId: string | null;
}

/** Where a number is counted, and what stands around the counter. */
export interface NumberPlace {
  /** What counts by itself. Scopes of one kind may give the same texts; nothing else may. */
  scope: string;
  /** The part of time that has a counter of its own. */
  period: string;
  prefix: string;
  suffix: string;
  pad: number;
  start: number;
}

export function placeNumber(numbering: Numbering, document: NumberedDocument): NumberPlace {
  const { pattern, pad, start, reset } = numbering;
  const { day } = document;
  const month = `${digits(day.year, 4)}-${digits(day.month, 2)}`;
  const [prefix = '', suffix = ''] = pattern.split('{SEQ}').map((part) => fillTokens(part, document));
  const periods = { NEVER: 'ALL', YEARLY: month.slice(0, -3), MONTHLY: month };
  return { scope: scopeOf(numbering, document), period: periods[reset], prefix, suffix, pad, start };
}

/** The counter is filled up with zeros and never cut. */
export function numberText({ prefix, suffix, pad }: NumberPlace, value: number): string {
  return `${prefix}${digits(value, pad)}${suffix}`;
}

/** No customer's id begins with a slash: the document of a group is told from any of them. */
function scopeOf({ scope }: Numbering, { customerId, groupId }: NumberedDocument): string {
  if (scope === 'ORG') return scope;
  if (scope === 'INVOICE_GROUP') return `${scope}:${groupId ?? ''}`;
  return `${scope}:${customerId ?? `/${groupId ?? ''}`}`;
}

function fillTokens(text: string, { day, customerId, groupId }: NumberedDocument): string {
  const year = digits(day.year, 4);
  const values: Record<string, string> = {
    YYYY: year,
    YY: year.slice(-2),
    MM: digits(day.month, 2),
    DD: digits(day.day, 2),
    CUSTOMER: customerId ?? groupId ?? '',
  };
  return text.replace(/\{([A-Z]+)\}/g, (_, token: string) => values[token] ?? '');
}

function patternProblem(pattern: string, reset: Numbering['reset']): string | null {
  const tokens = [...pattern.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const unknown = tokens.find((name) => !TOKENS.includes(name));
  const plain = pattern.replace(/\{[^{}]*\}/g, '');
  if (unknown !== undefined || /[{}]/.test(plain))
    return `pattern may have the tokens ${TOKENS.map((name) => `{${name}}`).join(', ')}`;
  if (!/^[\p{L}\p{N}\p{P}\p{S} ]*$/u.test(plain) || pattern.trim() !== pattern)
    return 'pattern must have printable characters, and no blank at its ends';
  if (tokens.filter((name) => name === 'SEQ').length !== 1) return 'pattern must have {SEQ} exactly once';
  // A number that starts again without its year or month in it would repeat an earlier one.
  if (reset !== 'NEVER' && !tokens.includes('YYYY') && !tokens.includes('YY'))
    return `pattern must have {YYYY} or {YY} when reset is ${reset}`;
  if (reset === 'MONTHLY' && !tokens.includes('MM')) return 'pattern must have {MM} when reset is MONTHLY';
  if (pattern.startsWith(ORDER_PREFIX)) return `pattern must not begin with ${ORDER_PREFIX}, as orders do`;
  return isAmbiguous(pattern, tokens)
    ? 'pattern must have {CUSTOMER} at most once, and a character that is no digit between it and {SEQ}'
    : null;
}

/**
 * Customer `A1` with 1 and customer `A` with 11 would both be `A11`: ids and counters are of any length, so
 * something that is not a digit has to part them.
 */
function isAmbiguous(pattern: string, tokens: readonly string[]): boolean {
  const customers = tokens.filter((name) => name === 'CUSTOMER').length;
  const [, left, right] = /\{(?:CUSTOMER\}(.*)\{SEQ|SEQ\}(.*)\{CUSTOMER)\}/su.exec(pattern) ?? [];
  const between = left ?? right;
  if (customers > 1) return true;
  return between !== undefined && !/\P{Nd}/u.test(between.replace(/\{[A-Z]+\}/g, ''));
}

function isWhole(value: unknown, most: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most;
}

function digits(value: number, length: number): string {
  return String(value).padStart(length, '0');
}
