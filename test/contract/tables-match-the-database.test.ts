import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#test/postgres.ts';

/** The types that Kysely checks statements with are written by hand: here they meet the migrated database. */
const root = join(import.meta.dirname, '../..');
const files = globSync('src/areas/*/tables.ts', { cwd: root });

interface Column {
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
}

/** Column names of a table, in camelCase, with what the database says about each. */
const tables = new Map<string, Map<string, Column>>();
beforeAll(async () => {
  const made = await createTestDatabase();
  const client = new pg.Client({ connectionString: made.url });
  await client.connect();
  const { rows } = await client.query(`
    select table_name, column_name, udt_name,
      -- The database does not know what a view may leave empty: what it is made of does.
      is_nullable = 'YES' and table_type <> 'VIEW' as is_nullable,
      column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' as has_default
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public'`);
  for (const { table_name, column_name, udt_name, is_nullable, has_default } of rows) {
    const columns = tables.get(camelCase(table_name)) ?? new Map<string, Column>();
    columns.set(camelCase(column_name), { type: udt_name, isNullable: is_nullable, hasDefault: has_default });
    tables.set(camelCase(table_name), columns);
  }
  await client.end();
  await made.drop();
});

/** The columns that tables of calls to external services share. */
const CALLS = readFileSync(join(root, 'src/platform/db/outbound-calls.ts'), 'utf8').replace(
  /\/\*[\s\S]*?\*\/|\/\/.*/g,
  '',
);

const declared = files.flatMap((file) => {
  const text = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  const entries = /interface Tables \{([^}]*)\}/.exec(text)?.[1] ?? '';
  return [...entries.matchAll(/(\w+): (\w+);/g)].map(([, table = '', type = '']) => ({
    file,
    table,
    columns: readColumns(text, type),
  }));
});

describe('the declared tables', () => {
  it('are those of every area', () => {
    expect(files.length).toBeGreaterThanOrEqual(10);
    expect(declared.length).toBeGreaterThanOrEqual(20);
    expect(declared.filter(({ columns }) => columns.size === 0)).toEqual([]);
    expect(new Set(declared.map(({ table }) => table)).size).toBe(declared.length);
  });

  it.each(declared.map((each) => [each.table, each] as const))(
    '%s has the columns of the database',
    (table, each) => {
      const actual = tables.get(table) ?? new Map<string, Column>();
      expect([...each.columns.keys()].sort(), each.file).toEqual([...actual.keys()].sort());
      const wrong = [...each.columns].flatMap(([name, type]) => {
        const column = actual.get(name);
        return column ? differences(type, column).map((problem) => `${name}: ${problem}`) : [];
      });
      expect(wrong).toEqual([]);
    },
  );
});

/** Members of an interface, each with the text of its type. */
function readColumns(text: string, type: string): Map<string, string> {
  const head = new RegExp(`interface ${type}(?: extends (\\w+))? \\{`).exec(text);
  if (!head) return new Map();
  const body = text.slice(head.index + head[0].length);
  const inherited = head[1] === 'OutboundCallsTable' ? readColumns(CALLS, head[1]) : [];
  const columns = new Map<string, string>(inherited);
  let [depth, member] = [0, ''];
  for (const char of body) {
    if (char === '}' && depth === 0) break;
    if ('{<(['.includes(char)) depth++;
    if ('}>)]'.includes(char)) depth--;
    if (char !== ';' || depth > 0) {
      member += char;
      continue;
    }
    const [, name, kind] = /^\s*(\w+)\??:\s*([\s\S]*)$/.exec(member) ?? [];
    if (name && kind) columns.set(name, kind.trim());
    member = '';
  }
  return columns;
}

const EXPECTED: Record<string, RegExp> = {
  int2: /\bnumber\b/,
  int4: /\bnumber\b/,
  int8: /\bnumber\b/,
  numeric: /\bDecimal\b/,
  timestamptz: /Temporal\.Instant\b/,
  date: /Temporal\.PlainDate\b/,
  bool: /\bboolean\b/,
  bytea: /\bBuffer\b/,
};

function differences(type: string, column: Column): string[] {
  const expected = EXPECTED[column.type];
  const isNullable = /\|\s*null\b|\bnull\s*\||Generated<[^>]*null/.test(type);
  return [
    ...(expected && !expected.test(type) ? [`${column.type} is not ${type}`] : []),
    ...(isNullable === column.isNullable ? [] : [column.isNullable ? 'may be null' : 'is never null']),
    ...(/^(?:Generated|ColumnType)\b/.test(type) && !column.hasDefault && !column.isNullable
      ? ['has no default']
      : []),
  ];
}

function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
