import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { execute, matchesLockfile, pinnedNode, readOrEmpty } from './bootstrap-install.mjs';
import { withInstallLock } from './bootstrap-lock.mjs';

/** Not read by the build; `tmp` has the lock of the start that builds, and `gallery` pages for tests. */
const IGNORED = new Set(['node_modules', 'dist', 'generated', 'tmp', 'gallery']);
const NPM_CI = ['npm', 'ci', '--loglevel=error'];
/** The service does not wait for the console, and its own installation and start go first. */
const IN_BACKGROUND = { priority: constants.priority.PRIORITY_BELOW_NORMAL };

/**
 * Begins to install what the console is built with, while the service's own dependencies are installed. Null
 * if there is nothing to build: no console, or one that was built from the same files.
 */
export function prepareConsole(root) {
  if (!hasConsole(root)) return null;
  const isBuilt = isCurrent(root);
  notice(root, isBuilt ? null : 'BUILDING');
  if (isBuilt) return null;
  return { installed: installWeb(root).catch((error) => error) };
}

/**
 * Builds the console for which a start prepared; without it, the service runs all the same. A signal that
 * ends the start ends the build, too, which the next start repeats.
 */
export async function buildConsole(root, preparation, { ending } = {}) {
  if (!preparation) return;
  const failure = (await preparation.installed) ?? (await build(root));
  if (failure && ending?.aborted) return;
  notice(root, failure ? 'FAILED' : null);
  if (failure)
    console.error(`The console could not be built; the service runs without it:\n${failure.message}`);
}

function build(root) {
  return withInstallLock(join(root, 'web'), async () => {
    if (isCurrent(root)) return;
    console.error('building the console ...');
    const commandLine = [pinnedNode(root), join(root, 'web/build.ts')];
    const { status, output } = await execute({ root, folder: '.', ...IN_BACKGROUND }, commandLine);
    if (status !== 0) return new Error(output.trim().split('\n').slice(0, 15).join('\n'));
    console.error('the console is built');
  }).catch((error) => error);
}

/** For the service, which starts meanwhile: it does not serve an older console in place of this one. */
function notice(root, text) {
  const path = join(root, 'web/dist/console.unbuilt');
  try {
    mkdirSync(join(root, 'web/dist'), { recursive: true });
    if (text === null) rmSync(path, { force: true });
    else writeFileSync(path, text);
  } catch {
    // A folder of somebody else: the build fails as well, and says so.
  }
}

/** Installs what tests and checks of the console's sources need, without a build. */
export async function ensureWebInstalled(root) {
  if (hasConsole(root)) await installWeb(root);
}

function hasConsole(root) {
  return existsSync(join(root, 'web/package.json'));
}

async function installWeb(root) {
  const web = join(root, 'web');
  if (matchesLockfile(web, true)) return;
  await withInstallLock(web, async () => {
    if (matchesLockfile(web, true)) return;
    const { status, output } = await execute({ root, folder: 'web', ...IN_BACKGROUND }, NPM_CI);
    if (status !== 0)
      throw new Error(`npm ci in web ended with status ${status ?? 'unknown'}:\n${output.trim()}`);
  });
}

function stampPath(root) {
  return join(root, 'web/dist/stamp');
}

/** Whether it was built from the sources of now. */
export function isCurrent(root) {
  return readOrEmpty(stampPath(root)) === fingerprint(root);
}

/** Notes from which files the console was built, for the next start. */
export function stampConsole(root, wanted) {
  mkdirSync(join(root, 'web/dist'), { recursive: true });
  writeFileSync(stampPath(root), wanted);
}

/** Of every file that the build reads. */
export function fingerprint(root) {
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
