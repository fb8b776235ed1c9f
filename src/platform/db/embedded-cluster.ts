import { mkdir, readdir, readFile, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { flushFolder } from '../files/flush-folder.ts';
import { nullIfMissing } from '../files/null-if-missing.ts';
import { giveTo } from './embedded-account.ts';
import { isProcessRunning } from './embedded-inspect.ts';
import { runProgram, viewOfData } from './embedded-launch.ts';
import type { Placement } from './embedded-placement.ts';

/** Where the database files are, or will be. */
export interface ClusterDirectory {
  /** Absolute and free of symbolic links, so that every start uses the same name for the directory. */
  readonly path: string;
  /** Null when the cluster does not exist yet. */
  readonly owner: { readonly uid: number } | null;
  /** Owner of the folder that contains it. */
  readonly parentOwner: { readonly uid: number };
}

export async function openClusterDirectory(dataDir: string): Promise<ClusterDirectory> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = await resolveLink(join(await realpath(dataDir), 'pg'));
  const [found, { uid }] = [await stat(path).catch(nullIfMissing), await stat(dataDir)];
  return { path, owner: found ? { uid: found.uid } : null, parentOwner: { uid } };
}

/**
 * Creates the cluster under a temporary name and renames it when it is complete and flushed to disk, so that
 * a kill at any moment leaves either no cluster or a complete one. Has no effect when the cluster exists.
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
    await flushFolder(dirname(clusterPath));
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another service created it at the same moment: the server's lock file decides which one continues.
    if (!(await isCluster(clusterPath))) throw error;
  }
}

async function runInitdb(placement: Placement, path: string, superuser: string): Promise<void> {
  const { cwd, name } = viewOfData(placement.account, path);
  const args = [
    ...['-D', name, '-U', superuser, '--encoding=UTF8'],
    // The built-in provider sorts by code point on every system; the bundled ICU and the system's libc
    // differ.
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
    // Each start of the server writes its access rules anew.
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
  const version = await readFile(join(path, 'PG_VERSION'), 'utf8').catch(nullIfMissing);
  if (version === null) return false;
  if (version.trim() === embeddedMajorVersion) return true;
  throw new Error(
    `The database in ${path} was created by PostgreSQL ${version.trim()}, but this release runs ` +
      `PostgreSQL ${embeddedMajorVersion}. Set DATABASE_URL to a server that can read it, or DATA_DIR ` +
      'to another directory.',
  );
}

const embeddedMajorVersion = '18';

/** A draft is named after the process that creates it; drafts of dead processes are removed. */
async function removeAbandoned(clusterPath: string): Promise<void> {
  const prefix = `${basename(clusterPath)}.init-`;
  for (const name of await readdir(dirname(clusterPath))) {
    if (!name.startsWith(prefix) || (await isProcessRunning(Number(name.slice(prefix.length))))) continue;
    // The process's initdb may outlive it by a moment and still write.
    const patience = { maxRetries: 10, retryDelay: 50 };
    await rm(join(dirname(clusterPath), name), { recursive: true, force: true, ...patience });
  }
}

/** A dangling link counts too: a relocated cluster is linked first and created afterwards. */
async function resolveLink(path: string): Promise<string> {
  const target = await readlink(path).catch(() => null);
  return target === null ? path : await resolveLink(resolve(dirname(path), target));
}
