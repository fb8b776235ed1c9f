import { chmod, lstat, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Files that the service, its commands and file systems put into the folder. */
const OWN = new RegExp(
  [
    '^(?:pg|pg\\.socket|pg\\.(?:init-|socket\\.)\\d+|files|mail|demo|archive-owner(?:\\.tmp)?',
    '|credentials(?:-[\\w.-]+)?\\.json(?:\\.tmp)?)$',
  ].join(''),
);
const OF_FILE_SYSTEMS = /^(?:lost\+found|\..+)$/;
/** The folder of a restore that is running, or was interrupted; named after its process. */
export const RESTORES = /^\.restore-(\d+)$/;
/** PostgreSQL itself maintains the modes below its folder. */
const CLUSTER = 'pg';
const OTHERS = 0o077;

/**
 * Creates the data directory for this process's user alone, whatever the umask; if an existing one is open to
 * others, as earlier releases created it, closes it and everything that we put into it. Returns a sentence
 * for each item that the operator has to close.
 */
export async function openDataDirectory(path: string): Promise<string[]> {
  const made = await mkdir(path, { recursive: true, mode: 0o700 });
  if (made !== undefined) await chmod(path, 0o700);
  const names = await readdir(path);
  await settleRestore(path, names);
  const foreign = names.filter((name) => !OWN.test(name) && !OF_FILE_SYSTEMS.test(name));
  // First, so that nobody can enter while the contents are closed.
  const warnings = foreign.length > 0 ? await describeShared(path, foreign) : await close(path, 0o700);
  for (const name of names.filter((each) => OWN.test(each))) warnings.push(...(await closeTree(path, name)));
  return warnings;
}

/** A restore moves the database last: with it, everything is there, and only its folder is left to remove. */
async function settleRestore(path: string, names: readonly string[]): Promise<void> {
  const left = names.filter((name) => RESTORES.test(name));
  if (left.length > 0 && !names.includes(CLUSTER))
    throw new Error(
      'a restore into it is running, or was interrupted. Wait for it, or run it again: npm run restore',
    );
  for (const name of left) await rm(join(path, name), { recursive: true, force: true });
}

/** A folder that is also used for other files stays as it is: others may need to traverse it. */
async function describeShared(path: string, foreign: readonly string[]): Promise<string[]> {
  const { mode } = await stat(path);
  if ((mode & OTHERS) === 0) return [];
  const shown = foreign.slice(0, 3).join(', ') + (foreign.length > 3 ? ', …' : '');
  return [
    `DATA_DIR ${path} is accessible to other users (mode ${octal(mode)}) and contains other files, ` +
      `too (${shown}). Set DATA_DIR to a separate folder, or run: chmod 700 ${path}`,
  ];
}

/**
 * The contents of a closed folder are not checked. The top is closed last, so that a start repeats the work
 * after a kill.
 */
async function closeTree(folder: string, name: string): Promise<string[]> {
  const path = join(folder, name);
  const found = await lstat(path).catch(() => null);
  // A link leads to a cluster placed elsewhere; PostgreSQL itself enforces the modes of that.
  if (found === null || found.isSymbolicLink() || (found.mode & OTHERS) === 0) return [];
  if (!found.isDirectory()) return close(path, 0o600);
  const warnings: string[] = [];
  // A folder of another user may be closed to us: the warning then concerns the top.
  const names = name === CLUSTER ? [] : await readdir(path).catch(() => []);
  for (const each of names) warnings.push(...(await closeTree(path, each)));
  return [...warnings, ...(await close(path, 0o700))];
}

async function close(path: string, wanted: number): Promise<string[]> {
  const before = await stat(path);
  if ((before.mode & OTHERS) === 0) return [];
  const why = await chmod(path, wanted).then(
    () => 'its file system does not support permissions',
    (error: NodeJS.ErrnoException) =>
      error.code === 'EPERM' ? `it belongs to another user (uid ${before.uid})` : error.message,
  );
  const { mode } = await stat(path);
  if ((mode & OTHERS) === 0) return [];
  return [
    `${path} is accessible to other users (mode ${octal(mode)}), and Tallymark could not restrict ` +
      `it: ${why}. As its owner or root, run: chmod ${octal(wanted)} ${path}; or set DATA_DIR to ` +
      'another folder.',
  ];
}

function octal(mode: number): string {
  return (mode & 0o7777).toString(8);
}
