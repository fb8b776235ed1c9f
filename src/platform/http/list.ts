import { type TProperties, Type } from 'typebox';
import { invalidRequest } from '../problem.ts';
import { parseInstant, parsePlainDate } from './instants.ts';
import type { PageTokens } from './page-token.ts';

export type SortDirection = 'ASC' | 'DESC';

/** One filter of a list: its column (snake_case) and how its values are read. */
export type FilterField =
  | { column: string; kind: 'text' }
  | { column: string; kind: 'enum'; values: readonly string[] }
  | { column: string; kind: 'instant' | 'date' | 'epochMs'; bound?: 'from' | 'until' };

/** What a list can be filtered, searched and sorted by; names as on the wire. */
export interface ListSpec {
  maxPageSize: number;
  defaultPageSize: number;
  filters: Readonly<Record<string, FilterField>>;
  /** Allowed sets of filters used together; absent allows every set. */
  combinations?: readonly (readonly string[])[];
  searchable: Readonly<Record<string, string>>;
  sortable: Readonly<Record<string, { column: string; kind: 'text' | 'instant' | 'uuid' }>>;
  defaultSort: readonly (readonly [string, SortDirection])[];
  /** Name in `sortable` of the unique column that ends every sort. */
  tieBreaker: string;
}

/** A page as asked for: first request or continuation, already checked. */
export interface PageRequest {
  spec: ListSpec;
  pageSize: number;
  filters: Readonly<Record<string, readonly string[]>>;
  search: string | null;
  sort: readonly (readonly [string, SortDirection])[];
  after: readonly string[] | null;
  /** The token of the page after the row with these sort values. */
  tokenAfter(values: string[]): string;
}

const MAX_SEARCH = 100;
const MAX_FILTER_VALUES = 50;

/** The query parameters that a list operation has by its spec. Repeats are allowed: they mean AND. */
export function listParameters(spec: ListSpec): TProperties {
  const names = Object.keys(spec.filters);
  const filter = (name: string) => {
    const field = spec.filters[name];
    const values =
      field?.kind === 'enum' ? ` One of ${field.values.join(', ')}, or several separated by commas.` : '';
    return Type.Optional(Type.Unsafe<string | string[]>({ type: 'string', description: `Filter.${values}` }));
  };
  return {
    ...Object.fromEntries(names.map((name) => [name, filter(name)])),
    nextToken: Type.Optional(
      Type.String({ description: 'From the previous page; carries the first request.' }),
    ),
    pageSize: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: spec.maxPageSize,
        description: `Default ${spec.defaultPageSize}.`,
      }),
    ),
    ...(Object.keys(spec.searchable).length > 0 && {
      _search: Type.Optional(
        Type.String({
          description: `Text in any of ${Object.keys(spec.searchable).join(', ')}, or field:text.`,
        }),
      ),
    }),
    _sort: Type.Optional(
      Type.String({ description: `field:ASC,field:DESC of ${Object.keys(spec.sortable).join(', ')}.` }),
    ),
  };
}

interface Caller {
  operation: string;
  orgId: number;
  tokens: PageTokens;
}

/** Reads the page request from raw query parameters, or from the token that carries the first request. */
export function readPageRequest(spec: ListSpec, query: Record<string, unknown>, caller: Caller): PageRequest {
  const token = query.nextToken;
  const first =
    typeof token === 'string' && token !== ''
      ? caller.tokens.read(token, caller)
      : { ...readFirstRequest(spec, query), after: null };
  const { pageSize, filters, search, sort } = first;
  const { operation, orgId } = caller;
  return {
    spec,
    ...first,
    tokenAfter: (after) => caller.tokens.write({ operation, orgId, pageSize, filters, search, sort, after }),
  };
}

function readFirstRequest(spec: ListSpec, query: Record<string, unknown>) {
  const filters: Record<string, string[]> = {};
  for (const [name, field] of Object.entries(spec.filters)) {
    const values = texts(query[name]).filter((value) => value !== '');
    if (values.length > 0) filters[name] = values.map((value) => checkFilter(name, field, value));
  }
  checkCombination(spec, Object.keys(filters));
  return {
    pageSize: readPageSize(spec, query.pageSize),
    filters,
    search: readSearch(spec, query._search),
    sort: readSort(spec, query._sort),
  };
}

function readPageSize(spec: ListSpec, raw: unknown): number {
  if (raw === undefined) return spec.defaultPageSize;
  const size = typeof raw === 'number' ? raw : /^\d{1,9}$/.test(String(raw)) ? Number(raw) : 0;
  if (!Number.isInteger(size) || size < 1 || size > spec.maxPageSize)
    throw invalidRequest({ problems: [`pageSize: must be a whole number from 1 to ${spec.maxPageSize}`] });
  return size;
}

function checkCombination(spec: ListSpec, used: string[]): void {
  if (used.length === 0 || !spec.combinations) return;
  const isAllowed = spec.combinations.some(
    (set) => set.length === used.length && set.every((name) => used.includes(name)),
  );
  if (isAllowed) return;
  const allowed = spec.combinations.map((set) => set.join('+')).join(', ');
  throw invalidRequest({
    problems: [`filter combination [${used.join(', ')}] is not supported; use one of ${allowed}`],
  });
}

const OPERATORS = ['gt', 'gte', 'lt', 'lte'] as const;

/** A filter condition as stored in tokens: `op:value` or `in:value,value` with escapes kept. */
function checkFilter(name: string, field: FilterField, raw: string): string {
  const fail = (rule: string) => invalidRequest({ problems: [`${name}: ${rule}`] });
  if (field.kind === 'text' || field.kind === 'enum') {
    const values = splitValues(raw);
    if (values.length > MAX_FILTER_VALUES) throw fail(`must have at most ${MAX_FILTER_VALUES} values`);
    if (field.kind === 'enum' && !values.every((value) => field.values.includes(value)))
      throw fail(`must be one of ${field.values.join(', ')}`);
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

const TIME_FORMS = {
  instant: 'an ISO 8601 date-time',
  date: 'a date YYYY-MM-DD',
  epochMs: 'epoch milliseconds',
} as const;

function readTime(kind: 'instant' | 'date' | 'epochMs', text: string): string | null {
  if (kind === 'epochMs')
    return /^\d{1,15}$/.test(text) ? Temporal.Instant.fromEpochMilliseconds(Number(text)).toString() : null;
  const value = kind === 'date' ? parsePlainDate(text) : parseInstant(text);
  return 'refused' in value ? null : value.toString();
}

/** `a,b\,c` → `a` and `b,c`. */
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

function readSearch(spec: ListSpec, raw: unknown): string | null {
  if (raw === undefined) return null;
  const text = texts(raw)[0]?.trim() ?? '';
  const length = [...text].length;
  if (Object.keys(spec.searchable).length === 0)
    throw invalidRequest({ problems: ['_search: this list cannot be searched'] });
  if (length < 1 || length > MAX_SEARCH)
    throw invalidRequest({ problems: [`_search: must have 1 to ${MAX_SEARCH} characters`] });
  const field = /^([a-z_]+):/.exec(text)?.[1];
  if (field !== undefined && !(field in spec.searchable))
    throw invalidRequest({
      problems: [`_search: cannot search by ${field}; use ${Object.keys(spec.searchable).join(', ')}`],
    });
  if (field !== undefined && text.length === field.length + 1)
    throw invalidRequest({ problems: ['_search: must have a text after the field'] });
  return text;
}

function readSort(spec: ListSpec, raw: unknown): [string, SortDirection][] {
  const asked = raw === undefined ? [] : texts(raw).join(',').split(',');
  const sort: [string, SortDirection][] = asked.map((part) => {
    const [name = '', direction = 'ASC'] = part.trim().split(':');
    if (!Object.hasOwn(spec.sortable, name))
      throw invalidRequest({
        problems: [
          `_sort: cannot sort by ${name.slice(0, 50)}; use ${Object.keys(spec.sortable).join(', ')}`,
        ],
      });
    if (direction !== 'ASC' && direction !== 'DESC')
      throw invalidRequest({ problems: ['_sort: the direction must be ASC or DESC'] });
    return [name, direction];
  });
  if (new Set(sort.map(([name]) => name)).size < sort.length)
    throw invalidRequest({ problems: ['_sort: must not repeat a field'] });
  const chosen =
    sort.length > 0
      ? sort
      : spec.defaultSort.map(([name, direction]): [string, SortDirection] => [name, direction]);
  return chosen.some(([name]) => name === spec.tieBreaker) ? chosen : [...chosen, [spec.tieBreaker, 'ASC']];
}

function texts(raw: unknown): string[] {
  return raw === undefined ? [] : [raw].flat().map(String);
}
