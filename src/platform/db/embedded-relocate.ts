import { createHash } from 'node:crypto';
import { chmod, cp, lstat, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ServerAccount } from './embedded-account.ts';
import type { PostgresBinaries } from './embedded-binaries.ts';
import type { ClusterDirectory } from './embedded-cluster.ts';
import { canEnter, canRun, type Launcher, listLaunchers, openPath, reachesData } from './embedded-launch.ts';
import type { Placement } from './embedded-placement.ts';

interface RelocationRequest {
  readonly directory: ClusterDirectory;
  readonly account: NonNullable<ServerAccount>;
  readonly binaries: PostgresBinaries;
  readonly log: (message: string) => void;
}

/** Folders for persistent data; the system cleans folders for temporary files. */
const bases = ['/var/lib/tallymark', '/srv/tallymark', '/opt/tallymark'];

/**
 * For root without the right to open closed folders for another user: copies the programs to an accessible
 * folder, and creates a new database there too, with a link in the data directory. Never moves an existing
 * database.
 */
export async function relocate(request: RelocationRequest): Promise<Placement> {
  const { directory, account, binaries, log } = request;
  const launchers = listLaunchers(account);
  const base = await findBase(launchers);
  if (!base) throw new Error(unreachableMessage(request));
  const binDir = join(await copyBinaries(binaries, base.path, base.launcher), 'bin');
  if (binDir !== join(binaries.home, 'bin')) log(`PostgreSQL runs from a copy of its programs in ${binDir}.`);
  const clusterPath = await moveData(request, base);
  if (clusterPath !== directory.path)
    log(`The database is in ${clusterPath}; ${directory.path} is a link to it.`);
  return { binDir, clusterPath, account, launcher: base.launcher };
}

interface Base {
  readonly path: string;
  readonly launcher: Launcher;
}

async function findBase(launchers: readonly Launcher[]): Promise<Base | null> {
  for (const path of bases) {
    if (!(await isOursAlone(path))) continue;
    for (const launcher of launchers) if (await canEnter(launcher, path)) return { path, launcher };
  }
  return null;
}

/** Programs run from here, so the folder must not be writable by anyone else. */
async function isOursAlone(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    // Overrides the umask of the service: the server's user runs the programs in it.
    await chmod(path, 0o755);
  } catch {
    // It exists, or its parent is missing or read-only: the checks below decide.
  }
  const found = await lstat(path).catch(() => null);
  return found?.isDirectory() === true && found.uid === 0 && (found.mode & 0o022) === 0;
}

async function copyBinaries(binaries: PostgresBinaries, base: string, launcher: Launcher): Promise<string> {
  if (await canRun(launcher, join(binaries.home, 'bin/postgres'))) return binaries.home;
  const home = join(base, `postgresql-${binaries.version}`);
  if (await canRun(launcher, join(home, 'bin/postgres'))) return home;
  const draft = `${home}.init-${process.pid}`;
  await cp(binaries.home, draft, { recursive: true, verbatimSymlinks: true, filter: isNeededToRun });
  await openToAll(draft);
  await rename(draft, home).catch(async (error) => {
    await rm(draft, { recursive: true });
    // Another start made the copy at the same moment.
    if (!(await canRun(launcher, join(home, 'bin/postgres')))) throw error;
  });
  return home;
}

function isNeededToRun(source: string): boolean {
  return !source.endsWith('.a') && !source.endsWith('/pkgconfig');
}

/** A strict umask at install time may have closed every single file. */
async function openToAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, (await lstat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
  await chmod(folder, 0o755);
}

async function moveData(request: RelocationRequest, base: Base): Promise<string> {
  const { directory } = request;
  if (await reachesData(base.launcher, dirname(directory.path))) return directory.path;
  if (directory.owner) throw new Error(unreachableMessage(request));
  const name = createHash('sha256').update(directory.path).digest('hex').slice(0, 16);
  const target = join(base.path, `data-${name}`, 'pg');
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await openPath(request.account, dirname(target));
  await symlink(target, directory.path);
  return target;
}

function unreachableMessage({ directory, account, binaries }: RelocationRequest): string {
  return (
    `PostgreSQL runs as the user ${account.name}, who cannot enter the folder of ${directory.path} ` +
    `or of ${binaries.home}, and root is not allowed to open them. Start Tallymark as an ordinary ` +
    'user, set DATA_DIR to a folder that this user can enter, or set DATABASE_URL to a PostgreSQL ' +
    'server.'
  );
}
