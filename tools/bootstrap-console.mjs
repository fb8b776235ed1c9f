import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execute, pinnedNode, readOrEmpty } from './bootstrap-install.mjs';
import { withInstallLock } from './bootstrap-lock.mjs';

/** Not read by the build. */
const IGNORED = new Set(['node_modules', 'dist', 'generated']);

/**
 * Installs what the console is built with, while the service's own dependencies are installed. Resolves when
 * both can go on; the service starts without a console if it cannot be built.
 */
export function prepareConsole(root) {
  const web = join(root, 'web');
  if (!existsSync(join(web, 'package.json')) || isBuilt(root)) return { installed: Promise.resolve(null) };
  return { installed: installWeb(root).catch((error) => error) };
}

/** Builds the console unless the one that is there was built from the same files. */
export async function buildConsole(root, { installed }) {
  const failure = await installed;
  if (failure) return announce(failure.message);
  if (!existsSync(join(root, 'web/package.json')) || isBuilt(root)) return;
  await withInstallLock(join(root, 'web'), async () => {
    if (isBuilt(root)) return;
    console.error('building the console ...');
    const wanted = fingerprint(root);
    const { status, output } = await run(pinnedNode(root), [join(root, 'web/build.ts')], root);
    if (status !== 0) return announce(output.trim().split('\n').slice(0, 15).join('\n'));
    mkdirSync(join(root, 'web/dist'), { recursive: true });
    writeFileSync(stampPath(root), wanted);
  });
}

/** Of the sources of the console, for tests and checks that need its modules but no build. */
export async function ensureWebInstalled(root) {
  if (existsSync(join(root, 'web/package.json'))) await installWeb(root);
}

function announce(reason) {
  console.error(`The console could not be built; the service starts without it:\n${reason}`);
}

async function installWeb(root) {
  const web = join(root, 'web');
  if (isInstalled(web)) return null;
  return withInstallLock(web, async () => {
    if (isInstalled(web)) return null;
    const { status, output } = await execute(web, '.', ['npm', 'ci', '--loglevel=error']);
    if (status !== 0)
      throw new Error(`npm ci in web ended with status ${status ?? 'unknown'}:\n${output.trim()}`);
    return null;
  });
}

function isInstalled(web) {
  const listed = readOrEmpty(join(web, 'node_modules/.package-lock.json'));
  if (listed === '') return false;
  const installed = JSON.parse(listed).packages;
  const wanted = JSON.parse(readFileSync(join(web, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, entry]) => path === '' || entry.optional || installed[path]?.version === entry.version,
  );
}

function stampPath(root) {
  return join(root, 'web/dist/stamp');
}

function isBuilt(root) {
  return readOrEmpty(stampPath(root)) === fingerprint(root);
}

/** Of every file that the build reads. */
function fingerprint(root) {
  const hash = createHash('sha256');
  const add = (path) =>
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0');
  const visit = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      if (IGNORED.has(entry.name) || entry.name.includes('.test.')) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) visit(path);
      else add(path);
    }
  };
  visit(join(root, 'web'));
  add(join(root, 'openapi.json'));
  return hash.digest('hex');
}

function run(program, args, cwd) {
  return new Promise((done) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk) => {
      output = (output + chunk).slice(0, 8000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', (error) => done({ status: null, output: error.message }));
    child.once('close', (status) => done({ status, output }));
  });
}
