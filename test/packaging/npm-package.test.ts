import { execFile } from 'node:child_process';
import { chmod, glob, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IS_FULL } from '#test/effort.ts';
import { freePort } from '#test/free-port.ts';
import { listCommands } from '../../tools/release/command-table.ts';
import { writePackage } from '../../tools/release/write-package.ts';
import { type Installed, installedPackage, linkDependencies } from './installed-package.ts';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DQAAAEgQGALFXOsAAAAABJRU5ErkJggg==';
const NOBODY = ['setpriv', '--reuid', 'nobody', '--regid', 'nogroup', '--clear-groups'];

let folder: string;
let source: string;
let installed: Installed;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallymark-package-'));
  await chmod(folder, 0o755);
  source = join(folder, 'project/node_modules/tallymark');
  writePackage(ROOT, source);
  await linkDependencies(join(folder, 'project'), source);
  installed = installedPackage(join(folder, 'project'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const read = (path: string): Promise<string> => readFile(join(source, path), 'utf8');

describe('what is published', () => {
  it('is JavaScript alone, with migrations, pages and the console, and nothing of the tests', async () => {
    const files = await Array.fromAsync(glob('**/*.*', { cwd: source }));
    expect(files.filter((path) => /\.tsx?$|\.test\.|^test\//.test(path))).toEqual([]);
    const code = await Promise.all(files.filter((path) => path.endsWith('.js')).map(read));
    expect(code.flatMap((text) => text.match(/new URL\('[^']+\.ts'/g) ?? [])).toEqual([]);
    for (const path of [
      'src/main.js',
      'src/worker.js',
      'src/platform/backup/agent-process.js',
      'web/dist/console/index.html',
      'docs/settings.md',
    ])
      expect(files).toContain(path);
    const migrations = (paths: string[]) => paths.filter((path) => path.endsWith('.sql')).length;
    const ours = await Array.fromAsync(glob('migrations/*.sql', { cwd: ROOT }));
    expect(migrations(files)).toBe(migrations(ours));
  });

  it('has exact versions, a lockfile with checksums, and no script and no tool of development', async () => {
    const manifest = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
    const { packages } = JSON.parse(await readFile(join(source, 'npm-shrinkwrap.json'), 'utf8'));
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['private']));
    expect([manifest.scripts, manifest.devDependencies]).toEqual([undefined, undefined]);
    const wanted = { ...manifest.dependencies, ...manifest.optionalDependencies };
    for (const [name, version] of Object.entries(wanted))
      expect([name, packages[`node_modules/${name}`].version]).toEqual([name, version]);
    const entries = Object.entries<Record<string, unknown>>(packages).filter(([path]) => path !== '');
    expect(entries.filter(([, { dev, devOptional }]) => dev || devOptional)).toEqual([]);
    const isComplete = ([, { integrity, optional }]: (typeof entries)[number]) => integrity || optional;
    expect(entries.filter((entry) => !isComplete(entry))).toEqual([]);
    expect(entries.length).toBeGreaterThan(100);
  });

  it('would be published by npm with all of its files', async () => {
    const { stdout } = await run('npm', ['publish', '--dry-run', '--json'], { cwd: source });
    const found = JSON.parse(stdout);
    const { files, unpackedSize } = found.files ? found : found.tallymark;
    const paths = files.map(({ path }: { path: string }) => path);
    for (const path of [
      'npm-shrinkwrap.json',
      'LICENSE',
      'README.md',
      'tools/tallymark.mjs',
      'commands.json',
    ])
      expect(paths).toContain(path);
    expect(paths).toContain('web/dist/console/index.html');
    expect(unpackedSize).toBeLessThan(20_000_000);
  });
});

describe('the command', () => {
  it('lists the commands of the operator, which are scripts of the source, too', async () => {
    const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    const help = await installed.run(['--help']);
    const names = listCommands(ROOT).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['start', 'audit', 'user', 'demo']));
    expect(help.match(/^ {2}\S+/gm)?.map((name) => name.trim())).toEqual(names);
    for (const { name, entry } of listCommands(ROOT)) {
      expect(scripts[name]).toContain(entry.replace(/\.js$/, '.ts'));
      expect((await stat(join(source, entry))).isFile()).toBe(true);
    }
    expect(help).not.toContain('](');
    expect((await installed.run(['--version'])).trim()).toBe(
      JSON.parse(await readFile(join(source, 'package.json'), 'utf8')).version,
    );
  });

  it('ends with status 1 and the list when there is no such command', async () => {
    const failed = await installed.run(['bill']).catch((error) => error);
    expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining('there is no command bill.')]);
    expect(failed.stderr).toContain('  start ');
  });

  it('names itself in messages', async () => {
    const failed = await installed.run(['master-key']).catch((error) => error);
    expect(failed.stderr).toContain('tallymark master-key status');
    const files = await Array.fromAsync(glob('{src,tools}/**/*.js', { cwd: source }));
    const code = await Promise.all(files.map(read));
    expect(code.filter((text) => /npm run/.test(text))).toEqual([]);
  });

  it('bills a month, draws its invoice and compares each number', async ({ skip }) => {
    if (!IS_FULL) skip('a run with --full does that');
    expect(await installed.run(['demo', 'proof'])).toContain('Every amount equals the hand calculation');
  });
});

describe('the service', () => {
  it('starts with its own database, serves the console, is audited, and stops with status 0', async () => {
    await useService(installed, join(folder, 'data'));
  });

  it('says what to do when neither Node nor a package for it is new enough', async () => {
    const bare = join(folder, 'bare');
    await mkdir(bare);
    for (const name of ['tools', 'commands.json', 'package.json'])
      await run('cp', ['-r', join(source, name), bare]);
    const old = join(bare, 'old.mjs');
    await writeFile(old, "Object.defineProperty(process.versions, 'node', { value: '20.1.0' });");
    const line = ['--import', old, join(bare, 'tools/tallymark.mjs'), 'start'];
    const failed = await run(process.execPath, line).catch((error) => error);
    expect([failed.code, failed.stderr]).toEqual([
      1,
      expect.stringMatching(/needs Node\.js 26: the package/),
    ]);
  });

  it('runs as npm installs it, also without install scripts and as a user without rights', async ({
    skip,
  }) => {
    if (!IS_FULL) skip('npm installs it from the registry in a run with --full');
    await run('npm', ['pack', '--pack-destination', folder], { cwd: source });
    const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
    const project = join(folder, 'from-npm');
    await mkdir(project);
    const options = ['--ignore-scripts', '--prefer-offline', '--no-audit'];
    await run('npm', ['install', ...options, join(folder, `tallymark-${version}.tgz`)], { cwd: project });
    const asRoot = process.getuid?.() === 0;
    await useService(installedPackage(project), join(folder, 'npm-data'));
    const data = join(folder, 'nobody');
    await mkdir(data);
    if (asRoot) await run('chown', ['nobody:nogroup', data]);
    await useService(installedPackage(project, asRoot ? NOBODY : []), data);
  });
});

async function useService(from: Installed, dataDir: string): Promise<void> {
  const env = {
    ...{ PORT: String(await freePort()), DATA_DIR: dataDir },
    DATABASE_URL: '',
    LOG_LEVEL: 'error',
  };
  const service = await from.start(env);
  const page = await fetch(`${service.url}/console/sign-in`);
  expect([page.status, await page.text()]).toEqual([
    200,
    expect.stringContaining('<title>Tallymark</title>'),
  ]);
  expect((await fetch(`${service.url}/docs`)).status).toBe(200);
  expect((await drawOnThread(service.url, dataDir)).status).toBe(201);
  expect(await from.run(['audit'], env)).toContain('all invariants hold');
  expect(await service.stop()).toBe(0);
}

/** An image, which a thread checks: a program of its own. */
async function drawOnThread(url: string, dataDir: string): Promise<Response> {
  const { sandboxApiKey } = JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8'));
  return fetch(`${url}/sandbox/ext/v1/invoice_templates/logos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandboxApiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ content: PIXEL }),
  });
}
