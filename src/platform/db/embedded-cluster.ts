import { mkdir, open, readdir, readFile, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { giveTo } from './embedded-account.ts';
import { isProcessRunning } from './embedded-inspect.ts';
import { runProgram, viewOfData } from './embedded-launch.ts';
import type { Placement } from './embedded-placement.ts';

/** Where the database files are, or will be. */
export interface ClusterDirectory {
  /** Absolute and free of symbolic links, so that every start names the directory alike. */
  readonly path: string;
  /** Null when the cluster is not made yet. */
  readonly owner: { readonly uid: number } | null;
  /** Of the folder that it lies in. */
  readonly parentOwner: { readonly uid: number };
}

export async function openClusterDirectory(dataDir: string): Promise<ClusterDirectory> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = await followLink(join(await realpath(dataDir), 'pg'));
  const [found, { uid }] = [await stat(path).catch(ignoreMissing), await stat(dataDir)];
  return { path, owner: found ? { uid: found.uid } : null, parentOwner: { uid } };
}

/**
 * Makes the cluster under a temporary name and renames it when it is complete and flushed to disk, so a kill
 * at any moment leaves either no cluster or a whole one. Without effect when the cluster exists.
 */
export async function createCluster(placement: Placement, superuser: string): Promise<void> {
  const { clusterPath, account } = placement;
  await removeAbandoned(clusterPath);
  if (await isCluster(clusterPath)) {
    await giveTo(account, clusterPath);
    return;
  }
  const draft = `${clusterPath}.init-${process.pid}`;
  await mkdir(draft, { mode: 0o700 });
  try {
    await giveTo(account, draft);
    await runInitdb(placement, draft, superuser);
    await rename(draft, clusterPath);
    await flushDirectory(dirname(clusterPath));
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another service made it at the same moment: its lock file decides who goes on.
    if (!(await isCluster(clusterPath))) throw error;
  }
}

async function runInitdb(placement: Placement, path: string, superuser: string): Promise<void> {
  const { cwd, name } = viewOfData(placement.account, path);
  const args = [
    ...['-D', name, '-U', superuser, '--encoding=UTF8'],
    // The built-in provider sorts by code point on every system; the packaged ICU and the system's libc
    // differ.
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
    // Each start of the server writes its own rules of access.
    ...['--data-checksums', '--auth-local=peer', '--auth-host=reject', '--no-instructions'],
  ];
  const result = await runProgram(placement.launcher, {
    program: join(placement.binDir, 'initdb'),
    args,
    cwd,
  });
  if (result.status !== 0)
    throw new Error(`PostgreSQL could not create its data directory: ${result.output}`);
}

async function isCluster(path: string): Promise<boolean> {
  const version = await readFile(join(path, 'PG_VERSION'), 'utf8').catch(ignoreMissing);
  if (version === null) return false;
  if (version.trim() === embeddedMajorVersion) return true;
  throw new Error(
    `The database in ${path} was made by PostgreSQL ${version.trim()}, ` +
      `this release runs ${embeddedMajorVersion}. ` +
      'Set DATABASE_URL to a server that can read it, or DATA_DIR to another directory.',
  );
}

const embeddedMajorVersion = '18';

/** A draft is named after the process that makes it, so one whose process is gone belongs to nobody. */
async function removeAbandoned(clusterPath: string): Promise<void> {
  const prefix = `${basename(clusterPath)}.init-`;
  for (const name of await readdir(dirname(clusterPath))) {
    if (!name.startsWith(prefix) || (await isProcessRunning(Number(name.slice(prefix.length))))) continue;
    // Its initdb may outlive the process by a moment and still write.
    const patience = { maxRetries: 10, retryDelay: 50 };
    await rm(join(dirname(clusterPath), name), { recursive: true, force: true, ...patience });
  }
}

/** A rename is durable only when the directory that holds the name is flushed too. */
async function flushDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * The target of a link counts even before it exists: a relocated cluster is linked first and made afterwards.
 */
async function followLink(path: string): Promise<string> {
  const target = await readlink(path).catch(() => null);
  return target === null ? path : await followLink(resolve(dirname(path), target));
}

function ignoreMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
