import { describe, expect, it } from 'vitest';
import { Problem } from '../problem.ts';
import { type ListSpec, listParameters, readPageRequest } from './list.ts';
import { pageTokens } from './page-token.ts';

const spec: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: {
    owner: { column: 'owner_id', kind: 'text' },
    status: { column: 'status', kind: 'enum', values: ['ACTIVE', 'ARCHIVED'] },
    created_at: { column: 'created_at', kind: 'instant' },
    on: { column: 'on_date', kind: 'date' },
    start_time: { column: 'invoice_date', kind: 'epochMs', bound: 'from' },
    end_time: { column: 'invoice_date', kind: 'epochMs', bound: 'until' },
  },
  searchable: { id: 'id', name: 'name' },
  sortable: {
    created_at: { column: 'created_at', kind: 'instant' },
    name: { column: 'name', kind: 'text' },
    id: { column: 'id', kind: 'text' },
  },
  defaultSort: [['name', 'ASC']],
  tieBreaker: 'id',
};
const now = Temporal.Instant.from('2026-01-31T00:00:00Z');
const caller = { operation: 'listThings', orgId: 1, tokens: pageTokens('secret', () => now) };
const read = (query: Record<string, unknown>, changed: Partial<ListSpec> = {}) =>
  readPageRequest({ ...spec, ...changed }, query, caller);

function errorOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof Problem && error.status === 400) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('pageSize', () => {
  it.each([
    [undefined, 20],
    ['1', 1],
    ['100', 100],
    ['007', 7],
  ])('%j is %d', (sent, size) => expect(read({ pageSize: sent }).pageSize).toBe(size));

  it.each(['0', '-1', '1.5', '101', 'abc', '', ' 5', '1e2', '9999999999', '٣', ['1', '2']])(
    '%j is refused with the allowed range',
    (sent) => {
      expect(errorOf(() => read({ pageSize: sent }))).toBe('pageSize: must be a whole number from 1 to 100');
    },
  );
});

describe('filters', () => {
  it.each([
    // sent                                              as stored in tokens
    [{ owner: 'a' }, { owner: ['in:["a"]'] }],
    [{ owner: 'a,b' }, { owner: ['in:["a","b"]'] }],
    [{ owner: 'a\\,b,c' }, { owner: ['in:["a,b","c"]'] }],
    [{ owner: 'a\\b' }, { owner: ['in:["a\\\\b"]'] }],
    [{ owner: ['a', 'b'] }, { owner: ['in:["a"]', 'in:["b"]'] }],
    [{ owner: '' }, {}],
    [{ status: 'ACTIVE,ARCHIVED' }, { status: ['in:["ACTIVE","ARCHIVED"]'] }],
    [{ created_at: '2026-01-31T01:00:00+01:00' }, { created_at: ['eq:2026-01-31T00:00:00Z'] }],
    [{ created_at: 'gt:2026-01-31T00:00:00' }, { created_at: ['gt:2026-01-31T00:00:00Z'] }],
    [{ created_at: 'lte:2026-01-31T00:00:00Z' }, { created_at: ['lte:2026-01-31T00:00:00Z'] }],
    [
      { created_at: ['gte:2026-01-01T00:00Z', 'lt:2026-02-01T00:00Z'] },
      { created_at: ['gte:2026-01-01T00:00:00Z', 'lt:2026-02-01T00:00:00Z'] },
    ],
    [{ on: '2026-01-31' }, { on: ['eq:2026-01-31'] }],
    [{ on: 'gte:2026-01-31' }, { on: ['gte:2026-01-31'] }],
    [{ start_time: '1769817600000' }, { start_time: ['gte:2026-01-31T00:00:00Z'] }],
    [{ end_time: '1769817600001' }, { end_time: ['lt:2026-01-31T00:00:00.001Z'] }],
    [{ start_time: 'gt:0' }, { start_time: ['gt:1970-01-01T00:00:00Z'] }],
    [{ other: 'x' }, {}],
  ])('%j', (sent, stored) => expect(read(sent).filters).toEqual(stored));

  it.each([
    [{ status: 'active' }, /^status: must be one of ACTIVE, ARCHIVED$/],
    [{ status: 'ACTIVE,' }, /^status: must be one of ACTIVE, ARCHIVED$/],
    [{ created_at: '2026-01-31' }, /^created_at: must be an ISO 8601 date-time, optionally after gt:/],
    [{ created_at: 'eq:2026-01-31T00:00:00Z' }, /^created_at: /],
    [{ created_at: 'gt:' }, /^created_at: /],
    [{ on: '2026-02-30' }, /^on: must be a date YYYY-MM-DD/],
    [{ on: '0000-01-01' }, /^on: /],
    [{ start_time: '-1' }, /^start_time: must be epoch milliseconds/],
    [{ start_time: '1e12' }, /^start_time: /],
    [{ start_time: '999999999999999' }, /^start_time: /], // the year 33658
    [{ owner: Array.from({ length: 51 }, () => 'a').join(',') }, /^owner: must have at most 50 values$/],
    [{ owner: 'x'.repeat(1600) }, /^filters: are too long together/],
  ])('%j is refused', (sent, message) => expect(errorOf(() => read(sent))).toMatch(message));

  it('only listed combinations are allowed, in any order', () => {
    const combinations = [['status'], ['status', 'owner']];
    const combined = (query: object) => errorOf(() => read({ ...query }, { combinations }));
    expect(combined({})).toBe('accepted');
    expect(combined({ status: 'ACTIVE' })).toBe('accepted');
    expect(combined({ owner: 'a', status: 'ACTIVE' })).toBe('accepted');
    expect(combined({ owner: '', status: 'ACTIVE' })).toBe('accepted');
    expect(combined({ owner: 'a' })).toBe(
      'filter combination [owner] is not supported; use one of status, status+owner',
    );
    expect(combined({ owner: 'a', status: 'ACTIVE', on: '2026-01-31' })).toMatch(
      /^filter combination \[owner, status, on\] is not supported/,
    );
  });
});

describe('_search', () => {
  it.each([
    ['seat', 'seat'],
    ['  seat ', 'seat'],
    ['name:seat', 'name:seat'],
    ['100%_\\', '100%_\\'],
    ['😀'.repeat(100), '😀'.repeat(100)],
    ['Name:seat', 'Name:seat'], // not a field: fields are lower case
    ['12:30', '12:30'],
  ])('%j is read', (sent, search) => expect(read({ _search: sent }).search).toBe(search));

  it.each([
    ['', '_search: must have 1 to 100 characters'],
    ['   ', '_search: must have 1 to 100 characters'],
    ['x'.repeat(101), '_search: must have 1 to 100 characters'],
    ['price:5', '_search: cannot search by price; use id, name'],
    ['constructor:x', '_search: cannot search by constructor; use id, name'],
    ['__proto__:x', '_search: cannot search by __proto__; use id, name'],
    ['name:', '_search: must have a text after the field'],
    [['a', 'b'], '_search: must not be repeated'],
  ])('%j is refused', (sent, message) => expect(errorOf(() => read({ _search: sent }))).toBe(message));

  it('is rejected by a list without searchable fields', () => {
    expect(errorOf(() => read({ _search: 'x' }, { searchable: {} }))).toBe(
      '_search: this list cannot be searched',
    );
  });
});

describe('_sort', () => {
  const id = ['id', 'ASC'];
  it.each([
    [undefined, [['name', 'ASC'], id]],
    ['name', [['name', 'ASC'], id]],
    ['name:DESC', [['name', 'DESC'], id]],
    ['created_at:DESC,name', [['created_at', 'DESC'], ['name', 'ASC'], id]],
    [
      ['created_at:DESC', 'name'],
      [['created_at', 'DESC'], ['name', 'ASC'], id],
    ],
    [' created_at:DESC , name:ASC ', [['created_at', 'DESC'], ['name', 'ASC'], id]],
    ['id:DESC', [['id', 'DESC']]],
    [
      'id:DESC,name',
      [
        ['id', 'DESC'],
        ['name', 'ASC'],
      ],
    ],
  ])('%j', (sent, sort) => expect(read({ _sort: sent }).sort).toEqual(sort));

  it.each([
    ['price', /^_sort: cannot sort by price; use created_at, name, id$/],
    ['constructor', /^_sort: cannot sort by constructor/],
    ['', /^_sort: cannot sort by /],
    ['name,', /^_sort: cannot sort by /],
    ['name:desc', /^_sort: the direction must be ASC or DESC$/],
    ['name:', /^_sort: the direction must be ASC or DESC$/],
    ['name:ASC:DESC', /^_sort: the direction must be ASC or DESC$/],
    ['name,name:DESC', /^_sort: must not repeat a field$/],
    ['x'.repeat(5000), /^_sort: cannot sort by x{50};/],
  ])('%j is refused', (sent, message) => expect(errorOf(() => read({ _sort: sent }))).toMatch(message));
});

describe('nextToken', () => {
  it('carries the first request, whatever else is sent with it', () => {
    const sent = { pageSize: '7', status: 'ACTIVE', _search: 'name:x', _sort: 'name:DESC' };
    const first = read(sent);
    const nextToken = first.tokenAfter(['Seat', 'addon.1']);
    for (const other of [{}, { pageSize: '0', status: 'nonsense', _sort: 'price', _search: '' }]) {
      const next = read({ nextToken, ...other });
      expect(next).toMatchObject({
        pageSize: 7,
        filters: { status: ['in:["ACTIVE"]'] },
        search: 'name:x',
        sort: [
          ['name', 'DESC'],
          ['id', 'ASC'],
        ],
        after: ['Seat', 'addon.1'],
      });
    }
    expect(first.after).toBeNull();
  });

  it('an empty one begins at the first page', () => expect(read({ nextToken: '' }).after).toBeNull());

  it.each(['x', '../', ' ', 'a'.repeat(10_000), '0', 'null', '🙂'])('%j is refused', (nextToken) => {
    expect(errorOf(() => read({ nextToken }))).toMatch(/^invalid nextToken/);
  });

  it('two are rejected', () => {
    expect(errorOf(() => read({ nextToken: ['a', 'b'] }))).toBe('nextToken: must not be repeated');
  });

  it('fits into an address however long its conditions and sort values are', () => {
    const random = (length: number) =>
      String.fromCodePoint(...Array.from({ length }, (_, i) => 0x20000 + ((i * 7919) % 40_000)));
    const page = read({ _search: random(100), owner: random(200), _sort: 'name' });
    const token = page.tokenAfter([random(255), random(50)]);
    expect(token.length).toBeLessThan(4000);
    expect(read({ nextToken: token }).after?.[0]).toBe(random(255));
  });
});

describe('the parameters in the document', () => {
  it('are the filters, paging, search and sort', () => {
    expect(Object.keys(listParameters(spec))).toEqual([
      'owner',
      'status',
      'created_at',
      'on',
      'start_time',
      'end_time',
      'nextToken',
      'pageSize',
      '_search',
      '_sort',
    ]);
    expect(Object.keys(listParameters({ ...spec, searchable: {} }))).not.toContain('_search');
  });
});
