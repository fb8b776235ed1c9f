import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, useService } from '#test/running-app.ts';

/**
 * Whoever walks all pages of a list sees every row that was there when the walk began exactly once, in order,
 * whatever is inserted meanwhile.
 */
const service = useService();

interface AddOn {
  id: string;
  name: string;
  type: string;
  billableName?: string;
  createdAt: string;
}
const TYPES = ['LICENSE', 'FIXED_FEE', 'CREDIT_GRANT', 'NAMED_LICENSE'];
// Names whose order differs between code points and dictionaries, and some that a pattern would misread.
const NAMES = [
  'a',
  'B',
  'Z',
  'ä',
  'Ä b',
  'zz',
  '100%',
  '1_0',
  '10',
  '9',
  'é',
  'e\u0301',
  '😀',
  '\u{10FFFF}x',
  '\uE000',
  '中',
  "o'",
  'a\\b',
];

let client: Client;
let all: AddOn[];
let inserted = 0;
beforeAll(async () => {
  ({ sandbox: client } = await service.createOrganization('pages'));
  all = [];
  for (const [i, name] of NAMES.entries())
    for (const type of TYPES.slice(0, 2 + (i % 3))) {
      // The clock of several rows is the same: only the last sort key tells them apart.
      if (all.length % 7 === 0)
        await client.setClock(`2030-01-01T00:${String(all.length).padStart(2, '0')}:00Z`);
      const billableName = i % 2 === 0 ? { billableName: `billed ${name} ${type}` } : {};
      all.push(await client.must.post('/addons', { name: `${name} ${type}`, type, ...billableName }));
    }
});

async function insertSome(count: number): Promise<void> {
  const names = Array.from({ length: count }, () => `${NAMES[inserted % NAMES.length]} new ${inserted++}`);
  await Promise.all(names.map((name) => client.must.post('/addons', { name, type: TYPES[inserted % 4] })));
}

const PAGES_WITH_INSERTS = 12;

async function walk(query: string, options: { insertsPerPage: number }): Promise<AddOn[]> {
  const seen: AddOn[] = [];
  let path = `/addons?${query}`;
  for (let pages = 0; pages < 5000; pages++) {
    // Not for ever: a walk in the order of age would meet as many new rows as it passes.
    const inserts = pages < PAGES_WITH_INSERTS ? options.insertsPerPage : 0;
    const [page] = await Promise.all([client.must.get(path), insertSome(inserts)]);
    seen.push(...page.data);
    if (page.nextToken === null) return seen;
    expect(page.nextToken.length).toBeLessThanOrEqual(500);
    path = `/addons?nextToken=${page.nextToken}`;
  }
  throw new Error('the walk has no end');
}

const MEMBERS: Record<string, keyof AddOn> = { created_at: 'createdAt', name: 'name', id: 'id' };
const codePoints = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

function inOrder(rows: AddOn[], sort: [string, string][]): AddOn[] {
  const keys = sort.some(([name]) => name === 'id') ? sort : [...sort, ['id', 'ASC'] as [string, string]];
  return rows.toSorted((a, b) => {
    for (const [name, direction] of keys) {
      const member = MEMBERS[name] ?? 'id';
      const order = codePoints(String(a[member]), String(b[member]));
      if (order !== 0) return direction === 'DESC' ? -order : order;
    }
    return 0;
  });
}

const direction = fc.constantFrom('ASC', 'DESC');
const sorts = fc
  .shuffledSubarray(['created_at', 'name', 'id'], { minLength: 1 })
  .chain((names) => fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), direction))));
const filters = fc.constantFrom(
  { query: '', keeps: (_: AddOn) => true },
  { query: 'type=LICENSE', keeps: (row: AddOn) => row.type === 'LICENSE' },
  {
    query: 'status=ACTIVE&type=FIXED_FEE,LICENSE',
    keeps: ({ type }: AddOn) => type === 'FIXED_FEE' || type === 'LICENSE',
  },
  { query: '_search=b', keeps: contains('b') },
  { query: '_search=name:%25', keeps: (row: AddOn) => row.name.includes('%') },
  { query: '_search=1_', keeps: contains('1_') },
  { query: '_search=a%5Cb', keeps: contains('a\\b') },
  { query: '_search=%C3%84', keeps: contains('ä') },
  {
    query: 'type=LICENSE&_search=billable_name:billed',
    keeps: (row: AddOn) => row.type === 'LICENSE' && row.billableName !== undefined,
  },
);

function contains(text: string) {
  return ({ id, name, billableName = '' }: AddOn) =>
    [id, name, billableName].some((value) => value.toLowerCase().includes(text));
}

describe('a walk over all pages', () => {
  it('shows each row that was there once and in order, while others are inserted', async () => {
    await fc.assert(
      fc.asyncProperty(
        sorts,
        filters,
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 0, max: 2 }),
        async (sort, filter, pageSize, insertsPerPage) => {
          const order = sort.map(([name, way]) => `${name}:${way}`).join(',');
          const query = [filter.query, `pageSize=${pageSize}`, `_sort=${order}`].filter(Boolean).join('&');
          const seen = await walk(query, { insertsPerPage });
          const known = new Set(all.map(({ id }) => id));
          const expected = inOrder(all.filter(filter.keeps), sort as [string, string][]);
          expect(seen.filter(({ id }) => known.has(id)).map(({ id }) => id)).toEqual(
            expected.map(({ id }) => id),
          );
          expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
        },
      ),
      { numRuns: 25, seed: 1 },
    );
  });

  it('in the default order goes by name, then by id', async () => {
    const seen = await walk('pageSize=7', { insertsPerPage: 0 });
    expect(seen.map(({ id }) => id)).toEqual(inOrder(seen, [['name', 'ASC']]).map(({ id }) => id));
  });
});
