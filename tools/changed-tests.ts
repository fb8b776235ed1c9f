import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The files of a checkout, by path from its root. */
export interface Tree {
  readonly files: readonly string[];
  read(file: string): string;
}

export interface ChangedTests {
  /** Test files, sorted. */
  readonly tests: readonly string[];
  /** Files that depend on a change and are left to `npm test`, one sentence each. */
  readonly leftOut: readonly string[];
}

/** The most areas or test files that may use a changed file; if more do, the whole suite must run. */
const MAX_AREAS = 5;
const MAX_USERS = 60;

const root = dirname(import.meta.dirname);

/** Changes since the branch left `base`, committed or not. */
export function listChanges(base: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const [since = base] = git('merge-base', base, 'HEAD');
  return [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')];
}

export function checkedOut(): Tree {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return {
    files: listed.split('\n').filter(Boolean),
    read: (file) => readFileSync(join(root, file), 'utf8'),
  };
}

/**
 * Selects the tests of a change: those beside a changed file, and those that call a changed endpoint. Tests
 * that depend on it only through test/support are not included.
 */
export function selectTests(changed: readonly string[], tree: Tree): ChangedTests {
  // Tests of kills and restarts take minutes: they run only if they change themselves.
  const near = tree.files.filter((file) => isTest(file) && !file.startsWith('test/faults/'));
  const finder = { tree, tests: near };
  const found = changed.map((file) => findTests(file, finder));
  const leftOut = found.flatMap(({ leftOut: sentence }) => sentence ?? []);
  return {
    tests: [...new Set(found.flatMap(({ tests }) => tests))].sort(),
    leftOut: [...new Set(leftOut)],
  };
}

interface Finder {
  tree: Tree;
  tests: readonly string[];
}

interface Found {
  tests: readonly string[];
  leftOut?: string;
}

function findTests(file: string, finder: Finder): Found {
  const { tests } = finder;
  if (isTest(file)) return { tests: finder.tree.files.filter((test) => test === file) };
  const [, area, rest] = /^src\/areas\/([^/]+)\/(.+)/.exec(file) ?? [];
  if (area && rest) return ofArea(area, finder, rest.startsWith('operations/') ? file : null);
  if (/^src\/(core|platform)\//.test(file)) return ofFoundation(file, finder);
  if (file.startsWith('test/support/')) return ofWords(file, finder);
  if (file.startsWith('migrations/')) return ofMigration(file, finder);
  if (file.endsWith('.md')) return { tests: tests.filter((test) => /^tools\/(docs|readme)\./.test(test)) };
  if (file.startsWith('tools/')) return { tests: inFolder('tools', tests) };
  const own = tests.filter((test) => test === file.replace(/\.ts$/, '.test.ts'));
  return { tests: own, leftOut: `${file}: every test may depend on it` };
}

/** Tests of one operation, or of all operations of an area. */
function ofArea(area: string, { tree, tests }: Finder, operation: string | null): Found {
  const patterns = cachedPlansOf(tree)
    .filter(({ file }) => (operation ? file === operation : file.startsWith(`src/areas/${area}/`)))
    .map(({ route }) => requestOf(route));
  const callers = tests.filter((test) => {
    if (!test.startsWith('test/')) return false;
    const text = tree.read(test);
    return patterns.some((pattern) => pattern.test(text));
  });
  return {
    tests: [...inFolder(`src/areas/${area}`, tests), ...callers],
    leftOut: `${area}: tests that send it no request directly, tests of all operations, and fault tests`,
  };
}

interface Route {
  route: string;
  /** The file of its operation. */
  file: string;
}

/** As listed in the generated index. */
function cachedPlansOf(tree: Tree): Route[] {
  const rows = tree.read('docs/operations.md').matchAll(/^\| \w+ \| `([^`]+)` \| \[\w+\]\(\.\.\/([^)]+)\)/gm);
  return [...rows].map(([, route = '', file = '']) => ({ route, file }));
}

/** A path as it appears in tests: `/accounts/${id}`, '/accounts/a1' or "/accounts?pageSize=1". */
function requestOf(route: string): RegExp {
  const parts = route.split(/\{[^}]+\}/).map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&'));
  return new RegExp(`['"\`]${parts.join('(?:\\$\\{[^}]+\\}|[^/\'"`?\\s])+')}['"\`?]`);
}

/** Tests beside the file, and those of the few areas that import it. */
function ofFoundation(file: string, { tree, tests }: Finder): Found {
  const near = inFolder(dirname(file), tests);
  const name = `'#${file.slice('src/'.length)}'`;
  const users = tree.files.filter((user) => user.startsWith('src/areas/') && tree.read(user).includes(name));
  const areas = [...new Set(users.map((user) => user.split('/').slice(0, 3).join('/')))];
  if (areas.length > MAX_AREAS)
    return { tests: near, leftOut: `${file}: tests of the ${areas.length} areas that import it` };
  const leftOut = `${file}: tests that reach it without importing it`;
  return { tests: [...near, ...areas.flatMap((area) => inFolder(area, tests))], leftOut };
}

function ofWords(file: string, { tree, tests }: Finder): Found {
  const name = `'#test/${file.slice('test/support/'.length)}'`;
  const users = tests.filter((test) => tree.read(test).includes(name));
  return users.length > MAX_USERS
    ? { tests: [], leftOut: `${file}: ${users.length} test files that use it` }
    : { tests: [...users, ...inFolder('test/support', tests)] };
}

/** The tests of migrations, and those of the areas whose statements name one of its tables. */
function ofMigration(file: string, { tree, tests }: Finder): Found {
  const text = tree.files.includes(file) ? tree.read(file) : '';
  const named = [...text.matchAll(/(?:create|alter) table (?:if (?:not )?exists )?(\w+)/gi)];
  const names = named.map(([, table = '']) => new RegExp(`\\b(?:${table}|${camelCased(table)})\\b`));
  const stores = tree.files.filter((store) => /^src\/areas\/[^/]+\/store(\.ts|\/)/.test(store));
  const users = stores.filter((store) => names.some((name) => name.test(tree.read(store))));
  const areas = [...new Set(users.map((store) => store.split('/').slice(0, 3).join('/')))];
  const own = tests.filter((test) => /migrat/.test(test));
  if (areas.length <= MAX_AREAS)
    return { tests: [...own, ...areas.flatMap((area) => inFolder(area, tests))] };
  return { tests: own, leftOut: `${file}: tests of the ${areas.length} areas that use its tables` };
}

function camelCased(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function inFolder(folder: string, tests: readonly string[]): string[] {
  return tests.filter((test) => test.startsWith(`${folder}/`));
}

function isTest(file: string): boolean {
  return file.endsWith('.test.ts');
}
