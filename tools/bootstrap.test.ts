import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const parts = [
  ...['bootstrap.mjs', 'bootstrap-guard.mjs', 'bootstrap-install.mjs', 'bootstrap-lock.mjs'],
  ...['bootstrap-console.mjs', 'run-entry.mjs'],
  'node-options.mjs',
];
const bareLockfile = {
  packages: { '': {}, 'node_modules/node': { version: '1.0.0', integrity: 'sha512-a' } },
};

/** A program named npm that makes what an install makes, and writes down each time it ran. */
const npmScript = `#!/bin/sh
echo "$*" >> npm-calls
sleep 0.3
rm -rf node_modules
mkdir -p node_modules/node/bin
cp package-lock.json node_modules/.package-lock.json
cp install-node.js node_modules/node/installArchSpecificPackage.js
if [ ! -e scripts-blocked ]; then ln -s ${process.execPath} node_modules/node/bin/node; fi
if [ -e install-fails ]; then echo 'npm error registry unreachable' >&2; exit 1; fi
`;

/** What the package does that brings the pinned Node: it puts the program into its folder. */
const installNodeScript = "require('fs').symlinkSync(process.execPath, 'bin/node')";

const entry = `
const [how] = process.argv.slice(2);
if (how === 'wait') {
  process.on('SIGTERM', () => { console.log('asked to stop'); setTimeout(() => process.exit(3), 50); });
  setInterval(() => {}, 1000);
}
console.log('arguments ' + process.argv.slice(2).join(' '));
if (how === 'cache') console.log(process.getBuiltinModule('module').getCompileCacheDir());
if (how === 'exit') process.exit(7);
if (how === 'crash') process.kill(process.pid, 'SIGKILL');
`;

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tallymark-bootstrap-'));
  await mkdir(join(root, 'tools'));
  await mkdir(join(root, 'path'));
  for (const part of parts) await cp(join(import.meta.dirname, part), join(root, 'tools', part));
  await writeFile(join(root, 'package-lock.json'), JSON.stringify(bareLockfile));
  await writeFile(join(root, 'entry.ts'), entry);
  await writeFile(join(root, 'install-node.js'), installNodeScript);
  await writeFile(join(root, 'path/npm'), npmScript);
  await chmod(join(root, 'path/npm'), 0o755);
});

afterEach(() => rm(root, { recursive: true, force: true }));

describe('install', () => {
  test('once when node_modules is missing, then never again', async () => {
    const first = await start('one', 'two');
    expect(first).toMatchObject({ status: 0, stdout: 'arguments one two\n' });
    expect(first.stderr).toBe('installing dependencies ...\n');
    expect((await start()).stderr).toBe('');
    expect(await countInstalls()).toBe(1);
  });

  test('again when the lockfile changed', async () => {
    await start();
    await writeFile(
      join(root, 'package-lock.json'),
      JSON.stringify({
        ...bareLockfile,
        packages: { ...bareLockfile.packages, 'node_modules/more': { version: '2.0.0' } },
      }),
    );
    await start();
    expect(await countInstalls()).toBe(2);
  });

  test('not when somebody else installed the same already', async () => {
    await start();
    await rm(join(root, 'node_modules/.tallymark-lock'));
    await start();
    expect(await countInstalls()).toBe(1);
  });

  test('once by two starts at the same moment', async () => {
    const both = await Promise.all([start('a'), start('b')]);
    expect(both.map(({ status }) => status)).toEqual([0, 0]);
    expect(await countInstalls()).toBe(1);
    await expect(stat(join(root, 'tmp'))).rejects.toThrow('ENOENT');
  });

  test('also when an earlier install was killed and left its lock', async () => {
    const lock = join(root, 'tmp/install.lock');
    await mkdir(dirname(lock));
    await writeFile(lock, '1');
    await utimes(lock, new Date(0), new Date(0));
    expect(await start()).toMatchObject({ status: 0 });
  });

  test('with the words of npm and a hint when it fails', async () => {
    await writeFile(join(root, 'install-fails'), '');
    const { status, stderr } = await start();
    expect(status).toBe(1);
    expect(stderr).toMatch(/Installing the dependencies failed[\s\S]*registry unreachable[\s\S]*npm 11/);
  });

  test('fetches the pinned Node when install scripts were blocked', async () => {
    await writeFile(join(root, 'scripts-blocked'), '');
    const { status, stderr } = await start();
    expect(status).toBe(0);
    expect(stderr).toContain('install scripts were not run; fetching the pinned Node');
  });
});

describe('the entry', () => {
  beforeEach(() => start());

  test('its exit status is ours', async () => {
    expect(await start('exit')).toMatchObject({ status: 7 });
  });

  test('the signal that ended it ends us', async () => {
    expect(await start('crash')).toMatchObject({ status: null, signal: 'SIGKILL' });
  });

  test('what was compiled of it is kept beside the packages, for the next start', async () => {
    const { status, stdout, stderr } = await start('cache');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(join(root, 'node_modules/.cache/compiled'));
  });

  test('a signal sent three times at once arrives once, and its clean end is waited for', async () => {
    const child = launch(['wait']);
    await child.hasStarted;
    child.process.kill('SIGTERM');
    child.process.kill('SIGTERM');
    await sleep(20);
    child.process.kill('SIGTERM');
    expect(await child.result).toMatchObject({ status: 3, stdout: 'arguments wait\nasked to stop\n' });
  });

  test.runIf(process.platform === 'linux')('a hard kill of us ends it too', async () => {
    const child = launch(['wait']);
    await child.hasStarted;
    child.process.kill('SIGKILL');
    // The output closes when the last process that holds it is gone.
    expect(await child.result).toMatchObject({ signal: 'SIGKILL', stdout: 'arguments wait\n' });
  });
});

interface Result {
  readonly status: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

function start(...args: string[]): Promise<Result> {
  return launch(args).result;
}

function launch(args: readonly string[]) {
  const child = spawn(process.execPath, [join(root, 'tools/bootstrap.mjs'), 'entry.ts', ...args], {
    cwd: root,
    env: { PATH: [join(root, 'path'), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  const hasStarted = once(child.stdout, 'data');
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output.stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output.stderr += chunk;
  });
  const result = once(child, 'close').then(([status, signal]): Result => ({ status, signal, ...output }));
  return { process: child, hasStarted, result };
}

async function countInstalls(): Promise<number> {
  return (await readFile(join(root, 'npm-calls'), 'utf8')).trim().split('\n').length;
}
