import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execute, matchesLockfile, pinnedNode, readOrEmpty } from './bootstrap-install.mjs';
import { withInstallLock } from './bootstrap-lock.mjs';

/** Not read by the build; `tmp` has the lock of the start that builds, and `gallery` pages for tests. */
const IGNORED = new Set(['node_modules', 'dist', 'generated', 'tmp', 'gallery']);

/**
 * Installs what the console is built with, while the service's own dependencies are installed. Null if there
 * is nothing to build: no console, or one that was built from the same files.
 */
export function prepareConsole(root) {
  if (!hasConsole(root) || readOrEmpty(stampPath(root)) === fingerprint(root)) return null;
  return { installed: installWeb(root).catch((error) => error) };
}

/** Builds the console for which a start prepared; without it, the service starts all the same. */
export async function buildConsole(root, preparation) {
  if (!preparation) return;
  const failure = await preparation.installed;
  if (failure) return announce(failure.message);
  await withInstallLock(join(root, 'web'), async () => {
    const wanted = fingerprint(root);
    if (readOrEmpty(stampPath(root)) === wanted) return;
    console.error('building the console ...');
    const { status, output } = await execute(root, '.', [pinnedNode(root), join(root, 'web/build.ts')]);
    if (status !== 0) return announce(output.trim().split('\n').slice(0, 15).join('\n'));
    mkdirSync(join(root, 'web/dist'), { recursive: true });
    writeFileSync(stampPath(root), wanted);
  });
}

/** Installs what tests and checks of the console's sources need, without a build. */
export async function ensureWebInstalled(root) {
  if (hasConsole(root)) await installWeb(root);
}

function hasConsole(root) {
  return existsSync(join(root, 'web/package.json'));
}

function announce(reason) {
  console.error(`The console could not be built; the service starts without it:\n${reason}`);
}

async function installWeb(root) {
  const web = join(root, 'web');
  if (matchesLockfile(web, true)) return;
  await withInstallLock(web, async () => {
    if (matchesLockfile(web, true)) return;
    const { status, output } = await execute(root, 'web', ['npm', 'ci', '--loglevel=error']);
    if (status !== 0)
      throw new Error(`npm ci in web ended with status ${status ?? 'unknown'}:\n${output.trim()}`);
  });
}

function stampPath(root) {
  return join(root, 'web/dist/stamp');
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
