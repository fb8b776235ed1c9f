import { type TProperties, Type } from 'typebox';
import { invalidRequest } from '../problem.ts';
import { collect } from './collect-problems.ts';
import { describeFilter, type FilterField, readFilters, texts } from './list-filters.ts';
import type { PageTokens } from './page-token.ts';
import { Extension } from './schemas.ts';

export type SortDirection = 'ASC' | 'DESC';

/** The filters, searchable fields and sort orders of a list; names as on the wire. */
export interface ListSpec {
  maxPageSize: number;
  defaultPageSize: number;
  filters: Readonly<Record<string, FilterField>>;
  /** Sets of filters that may be used together; absent: all. */
  combinations?: readonly (readonly string[])[];
  /** Filters that may also be combined freely. */
  mixable?: readonly string[];
  searchable: Readonly<Record<string, string>>;
  sortable: Readonly<Record<string, { column: string; kind: 'text' | 'instant' | 'uuid' | 'number' }>>;
  defaultSort: readonly (readonly [string, SortDirection])[];
  /** The unique column, by its name in `sortable`, that ends every sort. */
  tieBreaker: string;
}

/** A checked page request: a first request or its continuation. */
export interface PageRequest {
  spec: ListSpec;
  pageSize: number;
  filters: Readonly<Record<string, readonly string[]>>;
  search: string | null;
  sort: readonly (readonly [string, SortDirection])[];
  after: readonly string[] | null;
  /** The token of the page that follows the row with these sort values. */
  tokenAfter(values: string[]): string;
}

const MAX_SEARCH = 100;
const MAX_CONDITION_BYTES = 1500;

/** The query parameters of a list operation, from its spec. A repeated parameter means AND. */
export function listParameters(spec: ListSpec): TProperties {
  return {
    ...filterParameters(spec.filters),
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

/** The query parameters of a stream, which has filters but no paging. */
export function filterParameters(filters: ListSpec['filters']): TProperties {
  const describe = (field: FilterField) => {
    const text = Type.Unsafe<string | string[]>({ type: 'string', description: describeFilter(field) });
    return field.isRequired ? text : Type.Optional(field.isExtension ? Extension(text) : text);
  };
  return Object.fromEntries(Object.entries(filters).map(([name, field]) => [name, describe(field)]));
}

interface Caller {
  operation: string;
  orgId: number;
  tokens: PageTokens;
  /** Problems with the rest of the request; one error reports all of them. */
  problems?: readonly string[];
}

/** Reads the page request from raw query parameters, or from the token that carries the first request. */
export function readPageRequest(spec: ListSpec, query: Record<string, unknown>, caller: Caller): PageRequest {
  const problems = [...(caller.problems ?? [])];
  const token = collect(problems, () => oneText('nextToken', query.nextToken), '') ?? '';
  const requested = token === '' ? readFirstRequest(spec, query, problems) : null;
  if (problems.length > 0) throw invalidRequest({ problems });
  const first = requested ? { ...requested, after: null } : caller.tokens.read(token, caller);
  const { pageSize, filters, search, sort } = first;
  const { operation, orgId } = caller;
  return {
    spec,
    ...first,
    tokenAfter: (after) => caller.tokens.write({ operation, orgId, pageSize, filters, search, sort, after }),
  };
}

function readFirstRequest(spec: ListSpec, query: Record<string, unknown>, problems: string[]) {
  const filters = readFilters(spec, query, problems);
  const search = collect(problems, () => readSearch(spec, query._search), null);
  // Every page token of the list carries them, and a token has to fit into a URL.
  if (Buffer.byteLength(JSON.stringify([filters, search])) > MAX_CONDITION_BYTES)
    problems.push('filters: are too long together; use fewer or shorter values');
  return {
    pageSize: collect(problems, () => readPageSize(spec, query.pageSize), spec.defaultPageSize),
    filters,
    search,
    sort: collect(problems, () => readSort(spec, query._sort), []),
  };
}

function readPageSize(spec: ListSpec, raw: unknown): number {
  if (raw === undefined) return spec.defaultPageSize;
  const size = typeof raw === 'number' ? raw : /^\d{1,9}$/.test(String(raw)) ? Number(raw) : 0;
  if (!Number.isInteger(size) || size < 1 || size > spec.maxPageSize)
    throw invalidRequest({ problems: [`pageSize: must be a whole number from 1 to ${spec.maxPageSize}`] });
  return size;
}

function readSearch(spec: ListSpec, raw: unknown): string | null {
  if (raw === undefined) return null;
  const text = oneText('_search', raw)?.trim() ?? '';
  const length = [...text].length;
  if (Object.keys(spec.searchable).length === 0)
    throw invalidRequest({ problems: ['_search: this list cannot be searched'] });
  if (length < 1 || length > MAX_SEARCH)
    throw invalidRequest({ problems: [`_search: must have 1 to ${MAX_SEARCH} characters`] });
  const field = /^([a-z_]+):/.exec(text)?.[1];
  if (field !== undefined && !Object.hasOwn(spec.searchable, field))
    throw invalidRequest({
      problems: [`_search: cannot search by ${field}; use ${Object.keys(spec.searchable).join(', ')}`],
    });
  if (field !== undefined && text.length === field.length + 1)
    throw invalidRequest({ problems: ['_search: must have a text after the field'] });
  return text;
}

function readSort(spec: ListSpec, raw: unknown): [string, SortDirection][] {
  const requested = raw === undefined ? [] : texts(raw).join(',').split(',');
  const sort: [string, SortDirection][] = requested.map((part) => {
    const [name = '', direction = 'ASC', ...rest] = part.trim().split(':');
    if (!Object.hasOwn(spec.sortable, name))
      throw invalidRequest({
        problems: [
          `_sort: cannot sort by ${name.slice(0, 50)}; use ${Object.keys(spec.sortable).join(', ')}`,
        ],
      });
    if ((direction !== 'ASC' && direction !== 'DESC') || rest.length > 0)
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

/** For parameters that must not be repeated. */
function oneText(name: string, raw: unknown): string | undefined {
  const [text, ...more] = texts(raw);
  if (more.length > 0) throw invalidRequest({ problems: [`${name}: must not be repeated`] });
  return text;
}
