import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBlocks, findFunctions } from './tidy/functions.ts';
import { RULES, type Rule } from './tidy/house.ts';
import { blankLiterals } from './tidy/scanner.ts';
import { readTree, treeOf } from './tidy/source.ts';
import { HOUSE, tidy } from './tidy.ts';

const ROOT = join(import.meta.dirname, '..');
const A = 'src/areas/usage-meters';
const PLAN = 'src/areas/price-plans/rules.ts';
const OPERATION = "export const createUsageMeter = operation({\n  id: 'createUsageMeter',\n});\n";

/** A small tree that keeps every rule. A planted file is added to it, or replaces one of its files. */
const CLEAN: Record<string, string> = {
  'src/core/money.ts': "import { ZERO } from './decimal.ts';\nexport const nothing = ZERO;\n",
  'src/core/decimal.ts': "import { Decimal } from 'decimal.js';\nexport const ZERO = new Decimal(0);\n",
  'src/core/money.test.ts': "import fc from 'fast-check';\nfc.check(new Date());\n",
  'src/platform/clock.ts': "import pg from 'pg';\nexport const read = () => [pg, Date.now()];\n",
  'src/platform/db/tx.ts': "import { sql } from 'kysely';\nexport const one = sql.raw('select 1');\n",
  'src/config.ts': 'export const config = process.env;\n',
  'src/app.ts': "import { area } from './areas/usage-meters/area.ts';\nexport const app = area;\n",
  'src/main.ts':
    "import { app } from './app.ts';\nimport { config } from './config.ts';\nconsole.log(app, config);\n",
  [`${A}/area.ts`]: `import { createUsageMeter } from './operations/create-usage-meter.ts';
export const area = [createUsageMeter];
`,
  [`${A}/index.ts`]: "export { findMeter } from './store.ts';\n",
  [`${A}/schema.ts`]: "import { Type } from 'typebox';\nexport const Meter = Type.Any();\n",
  [`${A}/problems.ts`]: "export const taken = 'the name is taken: new Date(), sql.raw, any[]';\n",
  [`${A}/store.ts`]: "import { sql } from 'kysely';\nexport const findMeter = sql;\n",
  [`${A}/operations/create-usage-meter.ts`]: OPERATION,
  [`${A}/operations/create-usage-meter.test.ts`]: "it('201', () => {});\n",
};

type Planted = [rule: Rule, path: string, text: string];

function lines(count: number, line: string): string {
  return `${line}\n`.repeat(count);
}

function findingsWith(path: string, text: string, house = HOUSE) {
  return tidy(treeOf(Object.entries({ ...CLEAN, [path]: text })), house);
}

describe('every rule is seen to fail on a planted violation', () => {
  const planted: Planted[] = [
    ['layer', 'src/core/a.ts', "import { read } from '#platform/clock.ts';"],
    ['layer', 'src/core/a.ts', "import type { app } from '../app.ts';"],
    ['layer', 'src/platform/a.ts', "export const a = await import('#areas/usage-meters/index.ts');"],
    ['layer', 'src/platform/a.ts', "import { config } from '#config';"],
    ['layer', 'src/platform/a.ts', "import { nothing } from '../core/money.ts';"],
    ['layer', 'src/main.ts', "import { area } from '#areas/usage-meters/area.ts';"],
    ['layer', 'src/loose.ts', 'export const a = 1;'],
    ['layer', `${A}/rules.ts`, "import { app } from '#app';"],
    ['layer', `${A}/rules.ts`, "import { taken } from '#areas/usage-meters/problems.ts';"],
    ['layer', `${A}/rules.ts`, "import { nothing } from '../../core/money.ts';"],
    ['layer', 'web/page.ts', "import { app } from '../src/app.ts';"],
    ['front-door', 'src/app.ts', "import { findMeter } from '#areas/usage-meters/store.ts';"],
    ['front-door', PLAN, "import { findMeter } from '#areas/usage-meters/store.ts';"],
    ['front-door', PLAN, "import { area } from '#areas/usage-meters/area.ts';"],
    ['front-door', PLAN, "import { findMeter } from '../usage-meters/store.ts';"],
    ['tier', `${A}/rules.ts`, "import { rate } from '#areas/price-plans/index.ts';"],
    ['tier', 'src/areas/customers/rules.ts', "import { find } from '#areas/accounts/index.ts';"],
    ['tier', 'src/areas/weather/rules.ts', 'export const isWet = true;'],
    ['step', `${A}/jobs/a.ts`, "import { createUsageMeter } from '../operations/create-usage-meter.ts';"],
    ['package', 'src/core/money.ts', "import { Decimal } from 'decimal.js';"],
    ['package', 'src/platform/a.ts', "import { Decimal } from 'decimal.js';"],
    ['package', 'src/core/a.ts', "import { readFileSync } from 'node:fs';"],
    ['package', `${A}/rules.ts`, "import { Pool } from 'pg';"],
    ['package', `${A}/rules.ts`, "import { x } from '@fastify/swagger/deep';"],
    ['sql', `${A}/rules.ts`, "import { type Kysely, sql } from 'kysely';"],
    ['sql', `${A}/rules.ts`, "export const a = (tx) => tx.selectFrom('meter');"],
    ['sql', `${A}/rules.ts`, "export const a = (tx) => tx\n  .insertInto('meter');"],
    ['sql', 'src/platform/http/a.ts', "export const a = (tx) => tx.updateTable('meter');"],
    ['sql', 'src/platform/http/a.ts', "export const a = (tx) => tx.deleteFrom('meter');"],
    ['sql', 'src/platform/http/a.ts', "export const a = (pool) => pool.query('select 1');"],
    ['sql-raw', `${A}/store.ts`, "export const a = sql.raw('select 1');"],
    ['environment', 'src/platform/a.ts', 'export const port = process.env.PORT;'],
    ['clock', 'src/core/a.ts', 'export const a = Date.now();'],
    ['clock', `${A}/rules.ts`, 'export const a = new Date(0);'],
    ['clock', 'src/app.ts', 'export const a = Temporal.Now.instant();'],
    ['console', 'src/platform/a.ts', "console.log('here');"],
    ['default-export', 'src/core/a.ts', 'export default 1;'],
    ['default-export', 'src/core/a.ts', 'const a = 1;\nexport { a as default };'],
    ['barrel', 'src/core/a.ts', "export * from './money.ts';"],
    ['file-name', 'src/core/camelCase.ts', ''],
    ['file-name', 'test/Scenarios/a.test.ts', ''],
    ['empty-name', 'src/core/utils/a.ts', ''],
    ['empty-name', 'src/platform/pool-manager.ts', ''],
    ['operation-one', `${A}/operations/create-usage-meter.ts`, 'export const a = 1;'],
    ['operation-one', `${A}/operations/create-usage-meter.ts`, OPERATION + OPERATION],
    ['operation-name', `${A}/operations/create-usage-meter.ts`, OPERATION.replace("'create", "'make")],
    ['operation-length', `${A}/operations/create-usage-meter.ts`, OPERATION + lines(118, '// .')],
    [
      'operation-test',
      `${A}/operations/make-meter.ts`,
      OPERATION.replaceAll('createUsageMeter', 'makeMeter'),
    ],
    ['area-shape', 'src/areas/customers/area.ts', 'export const area = [];'],
    ['file-length', 'src/core/a.ts', lines(301, 'export {};')],
    ['file-length', 'test/scenarios/a.test.ts', lines(501, 'export {};')],
    ['function-length', 'src/core/a.ts', `function a(): { b: 1 } {\n${lines(60, '  b();')}}`],
    [
      'function-length',
      'src/core/a.ts',
      `export const a = async (b: B): Promise<C> => {\n${lines(60, '')}};`,
    ],
    ['function-length', 'src/core/a.ts', `each((b) => {\n${lines(60, '')}});`],
    ['function-length', 'test/a.test.ts', `function a() {\n${lines(60, '')}}`],
    ['line-length', 'src/core/a.ts', `// ${'é'.repeat(108)}`],
    ['parameters', 'src/core/a.ts', 'export function a(b: B, c: C<D, E>, d = [1, 2], e?: E) {}'],
    ['parameters', 'src/core/a.ts', 'export const a = (b, c, d, e) => b;'],
    ['parameters', `${A}/store.ts`, 'export const a = async (tx: Tx, b: B, c: C, d: D, e: E) => {};'],
    ['any', 'src/core/a.ts', 'export const a: any = 1;'],
    ['any', 'src/core/a.ts', `export const a = b as ${'any'};`],
    ['any', 'src/core/a.ts', 'export const a = new Map<string, any>();'],
    ['any', 'test/a.test.ts', 'export type A = unknown | any[];'],
    ['enum', 'src/core/a.ts', 'export const enum Color { Red }'],
    ['namespace', 'src/core/a.ts', 'export namespace Colors { }'],
    ['silenced', 'src/core/a.ts', `// @ts-${'ignore'}`],
    ['silenced', 'test/a.test.ts', `// @ts-${'nocheck'}`],
    ['unfinished', 'src/core/a.ts', `// ${'TO'}DO: the rest`],
    ['unfinished', 'tools/a.ts', `/* ${'FIX'}ME */`],
    ['unfinished', 'bench/a.ts', `/**\n * ${'HA'}CK around it\n */`],
    ['muted-test', 'test/a.test.ts', `it.${'only'}('201', () => {});`],
    ['muted-test', 'src/core/money.test.ts', `describe.${'skip'}('money', () => {});`],
    ['muted-test', 'tools/a.test.ts', `it.${'todo'}('later');`],
    ['machine', 'docs/tour.md', `the file ${'/ho'}me/ada/notes.txt`],
    ['machine', 'package.json', `"https://${'registry'}.${'npmjs'}.org/knip"`],
    ['machine', '.ci/run', `cd ${'/wo'}rk/tree`],
    ['retired-word', 'docs/tour.md', `what is ${'du'}e work`],
    ['retired-word', 'src/platform/a.ts', `export const a = ${'te'}llEvent;`],
    ['retired-word', 'docs/glossary.md', '\n| retired | use instead |\n| flurry | batch |\n'],
    ['stale-exception', 'src/config.ts', 'export const config = {};'],
  ];

  it.each(planted)('%s: %s %s', (rule, path, text) => {
    const violations = findingsWith(path, text).filter(({ isWarning }) => !isWarning);
    expect(violations.filter((each) => each.path === path).map((each) => each.rule)).toContain(rule);
  });

  it('plants a violation of every rule; the nesting of blocks warns, below', () => {
    const unplanted = RULES.filter((rule) => !planted.some(([name]) => name === rule));
    // The rules of web/ have a file of their own.
    expect(unplanted.filter((rule) => !rule.startsWith('web-'))).toEqual(['nesting']);
  });
});

describe('what keeps the rules is left alone', () => {
  it('finds nothing in the clean tree', () => {
    expect(tidy(treeOf(Object.entries(CLEAN)), HOUSE)).toEqual([]);
  });

  it.each([
    ['the word in a string', "export const a = 'any[] new Date() process.env console.log(';"],
    ['the word in a comment', '// const a: any = new Date() as process.env, export default'],
    ['the word in a regular expression', 'export const a = /: any|new Date\\(|[/]process.env/;'],
    ['the word in a template', `export const a = \`\${b} new Date() \${\`\${c}\`} : any\`;`],
    ['a member that is called any', 'export const a = { any: 1, all: b.any(c) };'],
    ['a currency code', `export const a = [/no ${'XX'}X here/, '${'XX'}X']; // not '${'XX'}X'`],
    ['parameters of a callback', "export const a = b.replace('c', (d, e, f, g) => d + e + f + g);"],
    ['the handle of the transaction', 'export function a(tx: Tx, org: Org, values: V, now: Instant) {}'],
    ['an address on the wire', "export const a = 'https://example.test/work/1';"],
  ])('%s', (_, text) => {
    expect(findingsWith('src/core/a.ts', text)).toEqual([]);
  });

  it.each(['longOperation(', 'streamOperation('])('takes %s for an operation', (word) => {
    const text = OPERATION.replace('operation(', word);
    expect(findingsWith(`${A}/operations/create-usage-meter.ts`, text)).toEqual([]);
  });

  it('lets an area import the front door of a lower tier', () => {
    const findings = findingsWith(PLAN, "import { findMeter } from '#areas/usage-meters/index.ts';");
    expect(findings.map(({ rule }) => rule)).toEqual(['area-shape']);
  });
});

describe('warnings', () => {
  it.each([
    ['file-length', lines(201, 'export {};')],
    ['function-length', `function a() {\n${lines(35, '  b();')}}`],
    ['nesting', 'function a() { if (b) { for (;;) { try { while (c) { d(); } } catch {} } } }'],
  ])('%s warns and does not fail', (rule, text) => {
    const findings = findingsWith('src/core/a.ts', text);
    expect(findings.map((each) => [each.rule, each.isWarning])).toEqual([[rule, true]]);
  });
});

describe('the scanner', () => {
  it.each([
    ["a('it''s') // b", "a('  '' ') "],
    ['a /* b\nc */ d', 'a     \n     d'],
    ['a / b / c', 'a / b / c'],
    ['(/[/"]b/.test(c))', '(/     /.test(c))'],
    [`\`a\${b + \`c\${d}\`}e\``, `\`  {b + \`  {d}\`} \``],
    ["'a\\'b'.c", "'    '.c"],
    ['a! / b; c++ / d', 'a! / b; c++ / d'],
    ['// b\n/c/.d', '    \n/ /.d'],
  ])('%s', (text, code) => {
    expect(blankLiterals(text).trimEnd()).toBe(code.trimEnd());
    expect(blankLiterals(text)).toHaveLength(text.length);
  });

  it.each([
    // code                                               names and parameter counts of the functions seen
    ['function a<T extends B<C>>(b: T): b is C {}', [['a', 1]]],
    ['const a = async (b: B) => { c(); };', [['a', 1]]],
    [
      'const a = { handle(b, c) {}, d: (e) => e };',
      [
        ['handle', 2],
        ['d', 1],
      ],
    ],
    ['if (a) { b(); } else while (c(d)) { e(); }', []],
    ['const a = b ? (c) : { d: 1 };', []],
    ['each((a, { b, c }) => { d(); });', [['', 2]]],
    [
      'function a(b: (c: D, e: F) => G, h = i(1, 2)): Map<A, { b: 1 }>[] {}',
      [
        ['b', 2],
        ['a', 2],
      ],
    ],
    ['for await (const a of b) { try { c(); } catch (d) { e(); } }', []],
  ])('sees the functions of %s', (code, shapes) => {
    expect(findFunctions(code).map(({ name, parameters }) => [name, parameters.length])).toEqual(shapes);
  });

  it('counts the depth of blocks from their function', () => {
    const code = 'if (a) { each(() => { if (b) { do { c(); } while (d); } }); }';
    expect(findBlocks(code).map(({ depth }) => depth)).toEqual([1, 1, 2]);
  });
});

describe('the program', () => {
  it('exits with 1 and one line for each violation', () => {
    const root = plant({ ...CLEAN, 'src/core/a.ts': 'export const a =\n  Date.now();\n' });
    const { status, output } = run(root);
    expect(status).toBe(1);
    expect(output).toContain('src/core/a.ts:2 clock — take the time as `now`');
    expect(output).toContain('1 violations, 0 warnings');
  });

  it('exits with 0 and the number of files on a clean tree', () => {
    expect(run(plant(CLEAN))).toEqual({
      status: 0,
      output: '15 code files and 15 text files read, 0 violations, 0 warnings\n',
    });
  });

  it('exits with 1 when it saw no file', () => {
    expect(run(plant({ 'README.md': '# nothing' })).status).toBe(1);
  });
});

describe('this repository', () => {
  const tree = readTree(ROOT);

  it('was seen whole', () => {
    const expected = globSync('{src,test,tools,bench,web}/**/*.{ts,tsx,mjs,js}', {
      cwd: ROOT,
      exclude: ['**/node_modules/**', 'web/dist/**', 'web/api/generated/**'],
    });
    const seen = tree.code.filter(({ path }) => path.includes('/'));
    expect(seen.map(({ path }) => path).sort()).toEqual(expected.sort());
    expect(seen.length).toBeGreaterThan(10);
  });

  it('keeps every rule', () => {
    const violations = tidy(tree, HOUSE).filter(({ isWarning }) => !isWarning);
    expect(
      violations.map(({ path, line, rule, sentence }) => `${path}:${line} ${rule} — ${sentence}`),
    ).toEqual([]);
  });
});

function plant(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'tidy-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

function run(root: string): { status: number; output: string } {
  try {
    const program = join(ROOT, 'tools/tidy.ts');
    return { status: 0, output: execFileSync(process.execPath, [program, root], { encoding: 'utf8' }) };
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string };
    return { status, output: stdout };
  } finally {
    rmSync(root, { recursive: true });
  }
}
