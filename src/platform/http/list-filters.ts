import type { Expression, SqlBool } from 'kysely';
import { invalidRequest } from '../problem.ts';
import { collect } from './collect-problems.ts';
import { parseInstant, parsePlainDate } from './instants.ts';
import type { ListSpec } from './list.ts';

/**
 * One filter of a list. `isExtension`: the public API does not have it, and the document marks it.
 * `isRequired`: the list operation itself reports a missing one; a page token carries it.
 */
export type FilterField = FilterKind & { isExtension?: true; isRequired?: true };

/** The column (snake_case) and how values are read. */
type FilterKind =
  /** `form` is the pattern of valid values, and its description. */
  | { column: string; kind: 'text'; form?: { pattern: RegExp; words: string } }
  /** A column with several values, of which one suffices; `words` describes a value. */
  | { column: string; kind: 'member'; words: string }
  /**
   * `aliases` are alternative spellings of values; `conditions` say for each value which rows have it, if the
   * column itself does not.
   */
  | {
      column: string;
      kind: 'enum';
      values: readonly string[];
      aliases?: Readonly<Record<string, string>>;
      conditions?: Readonly<Record<string, Expression<SqlBool>>>;
    }
  /**
   * `date` compares a date column; `instant` and `epochMs` compare an instant column. `day` compares an
   * instant column with a local day of the organization or with an instant. `bound` is the operator of a
   * value sent without one: two filters on one column can so form a range `[from, until)`.
   */
  | { column: string; kind: TimeKind; bound?: 'from' | 'until' };

type TimeKind = 'instant' | 'date' | 'epochMs' | 'day';

/** A list or a stream: whatever has filters. */
type Filtered = Pick<ListSpec, 'filters' | 'combinations' | 'mixable'>;

const MAX_FILTER_VALUES = 50;
const OPERATORS = ['gt', 'gte', 'lt', 'lte'] as const;
const TIME_FORMS: Record<TimeKind, string> = {
  instant: 'an ISO 8601 date-time',
  date: 'a date YYYY-MM-DD',
  epochMs: 'epoch milliseconds',
  day: "a date YYYY-MM-DD (the organization's local day) or an ISO 8601 date-time",
};

/**
 * The checked conditions of a first request, by filter, in the form that tokens carry: `in:["a","b"]`,
 * `gte:2026-01-01`. Adds what is invalid to `problems`.
 */
export function readFilters(
  spec: Filtered,
  query: Record<string, unknown>,
  problems: string[],
): Record<string, string[]> {
  const filters: Record<string, string[]> = {};
  for (const [name, field] of Object.entries(spec.filters)) {
    const values = texts(query[name]).filter((value) => value !== '');
    if (values.length > 0)
      filters[name] = values.flatMap((value) =>
        collect(problems, () => [checkFilter(name, field, value)], []),
      );
  }
  collect(problems, () => checkCombination(spec, Object.keys(filters)), null);
  collect(problems, () => checkRanges(spec, filters), null);
  return filters;
}

/** The description of a filter in the document. */
export function describeFilter(field: FilterField): string {
  switch (field.kind) {
    case 'text':
      return `Filter: ${field.form?.words ?? 'a value'}, or several separated by commas.`;
    case 'member':
      return `Filter: ${field.words}, or several separated by commas.`;
    case 'enum':
      return `Filter: one of ${field.values.join(', ')}, or several separated by commas.`;
    default:
      return `Filter: ${TIME_FORMS[field.kind]}, optionally after gt:, gte:, lt: or lte:.`;
  }
}

/** All values of a query parameter, which may be repeated. */
export function texts(raw: unknown): string[] {
  return raw === undefined ? [] : [raw].flat().map(String);
}

function checkCombination(spec: Filtered, used: string[]): void {
  const { combinations, mixable = [] } = spec;
  if (!combinations || used.every((name) => mixable.includes(name))) return;
  const isAllowed = combinations.some(
    (set) => set.length === used.length && set.every((name) => used.includes(name)),
  );
  if (isAllowed) return;
  const mix = mixable.length > 0 ? `any mix of ${mixable.join(', ')}, or ` : '';
  const allowed = combinations.map((set) => set.join('+')).join(', ');
  throw invalidRequest({
    problems: [`filter combination [${used.join(', ')}] is not supported; use ${mix}one of ${allowed}`],
  });
}

/** A range that starts after its end is an error of the caller, not an empty list. */
function checkRanges(spec: Filtered, filters: Record<string, string[]>): void {
  const boundOf = (name: string) => (spec.filters[name] as { bound?: 'from' | 'until' }).bound;
  for (const from of Object.keys(filters).filter((name) => boundOf(name) === 'from')) {
    const isOther = (name: string) =>
      boundOf(name) === 'until' && spec.filters[name]?.column === spec.filters[from]?.column;
    const until = Object.keys(filters).find(isOther);
    if (until === undefined) continue;
    const [start, end] = [filters[from]?.[0] ?? '', filters[until]?.[0] ?? ''];
    if (start.startsWith('gte:') && end.startsWith('lt:') && isAfter(start.slice(4), end.slice(3)))
      throw invalidRequest({ problems: [`${from}: must not be after ${until}`] });
  }
}

function isAfter(start: string, end: string): boolean {
  // Two days: their texts sort in calendar order.
  if (!start.includes('T') && !end.includes('T')) return start > end;
  const [a, b] = [parseInstant(start), parseInstant(end)];
  return !('error' in a) && !('error' in b) && Temporal.Instant.compare(a, b) > 0;
}

function checkFilter(name: string, field: FilterField, raw: string): string {
  const fail = (rule: string) => invalidRequest({ problems: [`${name}: ${rule}`] });
  if (field.kind === 'text' || field.kind === 'member' || field.kind === 'enum') {
    const aliases = field.kind === 'enum' ? (field.aliases ?? {}) : {};
    const values = splitValues(raw).map((value) => (Object.hasOwn(aliases, value) ? aliases[value] : value));
    if (values.length > MAX_FILTER_VALUES) throw fail(`must have at most ${MAX_FILTER_VALUES} values`);
    if (field.kind === 'enum' && !values.every((value) => field.values.includes(value as string)))
      throw fail(`must be one of ${field.values.join(', ')}`);
    const form = field.kind === 'text' ? field.form : undefined;
    if (form && !values.every((value) => form.pattern.test(value as string)))
      throw fail(`must be ${form.words}`);
    return `in:${JSON.stringify(values)}`;
  }
  const operator = OPERATORS.find((op) => raw.startsWith(`${op}:`)) ?? null;
  const text = operator ? raw.slice(operator.length + 1) : raw;
  const value = readTime(field.kind, text);
  if (value === null)
    throw fail(`must be ${TIME_FORMS[field.kind]}, optionally after gt:, gte:, lt: or lte:`);
  const implied = field.bound === 'from' ? 'gte' : field.bound === 'until' ? 'lt' : 'eq';
  return `${operator ?? implied}:${value}`;
}

const FIRST_MS = Temporal.Instant.from('0001-01-01T00:00:00Z').epochMilliseconds;
const LAST_MS = Temporal.Instant.from('9999-12-31T23:59:59.999Z').epochMilliseconds;

function readTime(kind: TimeKind, text: string): string | null {
  if (kind === 'epochMs')
    return /^\d{1,15}$/.test(text)
      ? readableInstant(Temporal.Instant.fromEpochMilliseconds(Number(text)))
      : null;
  const date = kind === 'instant' ? null : parsePlainDate(text);
  if (date && !('error' in date)) return date.year >= 1 ? date.toString() : null;
  const instant = kind === 'date' ? null : parseInstant(text);
  return instant && !('error' in instant) ? readableInstant(instant) : null;
}

/** Four-digit years only: the database cannot parse the text of others. */
function readableInstant(instant: Temporal.Instant): string | null {
  const ms = instant.epochMilliseconds;
  return ms >= FIRST_MS && ms <= LAST_MS ? instant.toString() : null;
}

/** `a,b\\,c` → `a` and `b,c`. */
function splitValues(raw: string): string[] {
  const values = [''];
  for (let i = 0; i < raw.length; i++) {
    const char = raw.charAt(i);
    if (char === '\\' && raw.charAt(i + 1) === ',') values[values.length - 1] += raw.charAt(++i);
    else if (char === ',') values.push('');
    else values[values.length - 1] += char;
  }
  return values;
}
