import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

interface Preparation {
  installed: Promise<unknown>;
}

interface Options {
  ending: AbortSignal;
}

interface BootstrapConsole {
  prepareConsole(root: string): Preparation | null;
  buildConsole(root: string, preparation: Preparation | null, options?: Options): Promise<void>;
}

const MODULE = String(new URL('./bootstrap-console.mjs', import.meta.url));
const { prepareConsole, buildConsole } = (await import(MODULE)) as BootstrapConsole;

/** A program named npm that writes down each time it ran, and makes the list of what it installed. */
const NPM = `#!/bin/sh
echo "$*" >> npm-calls
mkdir -p node_modules && cp package-lock.json node_modules/.package-lock.json
if [ -e install-fails ]; then echo 'npm error registry unreachable' >&2; exit 1; fi
`;
const BUILD = `
import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
import { fingerprint, stampConsole } from ${JSON.stringify(MODULE)};
const sources = fingerprint(process.cwd());
if (existsSync('web/build-fails')) { console.error('a file does not parse'); process.exit(1); }
mkdirSync('web/dist/console', { recursive: true });
appendFileSync('web/dist/builds', 'x');
stampConsole(process.cwd(), sources);
`;
const LOCKFILE = { packages: { '': {}, 'node_modules/react': { version: '19.0.0' } } };

const BUILT = ['building the console ...', 'the console is built'];

let root: string;
let path: string | undefined;
let said: string[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tallymark-console-'));
  await mkdir(join(root, 'web/console'), { recursive: true });
  await mkdir(join(root, 'path'));
  await mkdir(join(root, 'node_modules/node/bin'), { recursive: true });
  await symlink(process.execPath, join(root, 'node_modules/node/bin/node'));
  await writeFile(join(root, 'openapi.json'), '{}');
  await writeFile(join(root, 'web/package.json'), '{}');
  await writeFile(join(root, 'web/package-lock.json'), JSON.stringify(LOCKFILE));
  await writeFile(join(root, 'web/build.ts'), BUILD);
  await writeFile(join(root, 'web/console/main.tsx'), 'start();');
  await writeFile(join(root, 'path/npm'), NPM);
  await chmod(join(root, 'path/npm'), 0o755);
  path = process.env.PATH;
  process.env.PATH = [join(root, 'path'), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
  said = [];
  vi.spyOn(console, 'error').mockImplementation((line: string) => void said.push(line));
});

afterEach(async () => {
  vi.restoreAllMocks();
  process.env.PATH = path;
  await rm(root, { recursive: true, force: true });
});

const start = () => buildConsole(root, prepareConsole(root));
const count = async (file: string, of: RegExp) =>
  (await readFile(join(root, file), 'utf8').catch(() => '')).match(of)?.length ?? 0;
const notice = () => readFile(join(root, 'web/dist/console.unbuilt'), 'utf8').catch(() => null);
const builds = () => count('web/dist/builds', /x/g);
const installs = () => count('web/npm-calls', /\n/g);

test('the first start installs and builds, and the next finds both done', async () => {
  await start();
  await start();
  expect([await installs(), await builds(), said]).toEqual([1, 1, BUILT]);
});

test('the service is told while the console is built, and when it is', async () => {
  const preparation = prepareConsole(root);
  expect(await notice()).toBe('BUILDING');
  await buildConsole(root, preparation);
  expect(await notice()).toBe(null);
});

test('a build that ended with the start is no failure, and the next start repeats it', async () => {
  await writeFile(join(root, 'web/build-fails'), '');
  await buildConsole(root, prepareConsole(root), { ending: AbortSignal.abort() });
  expect([said, await notice()]).toEqual([['building the console ...'], 'BUILDING']);
  await rm(join(root, 'web/build-fails'));
  await start();
  expect([await builds(), await notice()]).toEqual([1, null]);
});

test('a start that was ended while it built does not hide a console that is current', async () => {
  await start();
  await writeFile(join(root, 'web/dist/console.unbuilt'), 'BUILDING');
  await start();
  expect([await builds(), await notice()]).toEqual([1, null]);
});

test('a change of a source, and one of the API document, builds anew without an install', async () => {
  await start();
  await writeFile(join(root, 'web/console/main.tsx'), 'start(1);');
  await start();
  await writeFile(join(root, 'openapi.json'), '{"a":1}');
  await start();
  expect([await installs(), await builds()]).toEqual([1, 3]);
});

test('a start finds the console of another process built', async () => {
  await start();
  // As the lock of the process that built it: its content is another than that of this one.
  await mkdir(join(root, 'web/tmp'), { recursive: true });
  await writeFile(join(root, 'web/tmp/install.lock.old'), '1');
  await start();
  expect(await builds()).toBe(1);
});

test('a change of a test builds nothing', async () => {
  await start();
  await writeFile(join(root, 'web/console/main.test.ts'), 'test();');
  await start();
  expect(await builds()).toBe(1);
});

test('two starts at the same moment build once', async () => {
  await Promise.all([start(), start()]);
  expect([await installs(), await builds()]).toEqual([1, 1]);
});

test('a built console needs neither its packages nor npm', async () => {
  await start();
  await rm(join(root, 'web/node_modules'), { recursive: true });
  await writeFile(join(root, 'path/npm'), '#!/bin/sh\nexit 1\n');
  await start();
  expect([await builds(), said]).toEqual([1, BUILT]);
});

test.each([
  ['install-fails', 'registry unreachable', 0],
  ['build-fails', 'a file does not parse', 1],
])('%s: the start goes on, and says why there is no console', async (fault, reason, lines) => {
  await writeFile(join(root, 'web', fault), '');
  await start();
  expect(said).toHaveLength(lines + 1);
  expect(said.at(-1)).toContain('the service runs without it');
  expect(said.at(-1)).toContain(reason);
  expect(await notice()).toBe('FAILED');
  await rm(join(root, 'web', fault));
  await start();
  expect([await builds(), await notice()]).toEqual([1, null]);
});
