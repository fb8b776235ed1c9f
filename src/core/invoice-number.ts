/** How the invoices of an organization, or of one of its groups, are numbered (`money-platform.md` 10.11). */
export interface Numbering {
  /** Text with tokens in braces; contains `{SEQ}` exactly once. */
  pattern: string;
  /** Minimum digits of the counter; longer numbers are never cut. */
  pad: number;
  /** The first value of each counter. */
  start: number;
  reset: 'NEVER' | 'YEARLY' | 'MONTHLY';
  scope: 'ORG' | 'INVOICE_GROUP' | 'CUSTOMER';
}

/** The default numbering, also for members that a setting omits. */
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
/** Order documents have numbers of their own, recognizable by this prefix. */
export const ORDER_PREFIX = 'ORD-';

/** The problem of a setting's value; null when it is a valid numbering. */
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

/** Reads a valid value. */
export function readNumbering(value: string): Numbering {
  return { ...PLAIN_NUMBERING, ...(JSON.parse(value) as Partial<Numbering>) };
}

/** The document to number. */
export interface NumberedDocument {
  /** Invoice date. */
  day: Temporal.PlainDate;
  /** Null for the composite invoice of a group, which has no customer. */
  customerId: string | null;
  /** The group of its account, or the group that it is addressed to. */
  groupId: string | null;
}

/** The counter of a number, and the text around it. */
export interface NumberSeries {
  /** The scope with its own counters. Only scopes of the same kind may produce the same texts. */
  scope: string;
  /** The period with its own counter. */
  period: string;
  prefix: string;
  suffix: string;
  pad: number;
  start: number;
}

export function seriesOf(numbering: Numbering, document: NumberedDocument): NumberSeries {
  const { pattern, pad, start, reset } = numbering;
  const { day } = document;
  const month = `${digits(day.year, 4)}-${digits(day.month, 2)}`;
  const [prefix = '', suffix = ''] = pattern.split('{SEQ}').map((part) => fillTokens(part, document));
  const periods = { NEVER: 'ALL', YEARLY: month.slice(0, -3), MONTHLY: month };
  return { scope: scopeOf(numbering, document), period: periods[reset], prefix, suffix, pad, start };
}

/** The counter is padded with zeros and never cut. */
export function numberText({ prefix, suffix, pad }: NumberSeries, value: number): string {
  return `${prefix}${digits(value, pad)}${suffix}`;
}

/** Customer ids never begin with a slash, which distinguishes documents of groups. */
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
    return `pattern must not contain tokens other than ${TOKENS.map((name) => `{${name}}`).join(', ')}`;
  if (!/^[\p{L}\p{N}\p{P}\p{S} ]*$/u.test(plain) || pattern.trim() !== pattern)
    return 'pattern must consist of printable characters, with no space at its ends';
  if (tokens.filter((name) => name === 'SEQ').length !== 1) return 'pattern must contain {SEQ} exactly once';
  // A counter that restarts would repeat numbers if the number did not contain its year or month.
  if (reset !== 'NEVER' && !tokens.includes('YYYY') && !tokens.includes('YY'))
    return `pattern must contain {YYYY} or {YY} when reset is ${reset}`;
  if (reset === 'MONTHLY' && !tokens.includes('MM')) return 'pattern must contain {MM} when reset is MONTHLY';
  if (pattern.startsWith(ORDER_PREFIX))
    return `pattern must not begin with ${ORDER_PREFIX}, the prefix of orders`;
  return isAmbiguous(pattern, tokens)
    ? 'pattern must contain {CUSTOMER} at most once, with a character other than a digit between it and {SEQ}'
    : null;
}

/**
 * Customer `A1` with 1 and customer `A` with 11 would both be `A11`: ids and counters have any length, so a
 * non-digit has to separate them.
 */
function isAmbiguous(pattern: string, tokens: readonly string[]): boolean {
  const customers = tokens.filter((name) => name === 'CUSTOMER').length;
  const [, left, right] = /\{(?:CUSTOMER\}(.*)\{SEQ|SEQ\}(.*)\{CUSTOMER)\}/su.exec(pattern) ?? [];
  const between = left ?? right;
  if (customers > 1) return true;
  return between !== undefined && !/\P{Nd}/u.test(between.replace(/\{[A-Z]+\}/g, ''));
}

function isWhole(value: unknown, max: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max;
}

function digits(value: number, length: number): string {
  return String(value).padStart(length, '0');
}
