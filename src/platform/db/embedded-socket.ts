import {
  access,
  chown,
  constants,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { canEnter, type Launcher } from './embedded-launch.ts';

/** The kernel's limit for the path of a Unix socket, less `/.s.PGSQL.5432`. */
const longestDirectory = 107 - '/.s.PGSQL.5432'.length;
const prefix = 'tallymark-pg-';

/**
 * Creates a directory that only the server's user and root may enter. Among the users that can reach the
 * socket, the server accepts only one.
 */
export async function makeSocketDirectory(launcher: Launcher): Promise<string> {
  const { account } = launcher;
  for (const parent of [tmpdir(), '/tmp', '/var/tmp']) {
    if (!(await canHoldSocket(parent, launcher))) continue;
    const directory = await mkdtemp(join(parent, prefix));
    if (account) await chown(directory, account.uid, account.gid);
    return directory;
  }
  throw new Error(
    'PostgreSQL needs a folder for its socket, but no folder for temporary files is usable. Set ' +
      'TMPDIR to a folder that every user can enter.',
  );
}

/**
 * Removes what a killed server left there. It would mislead a new server, which takes any process that now
 * has the old process id for the holder of the socket.
 */
export async function clearSocketDirectory(directory: string): Promise<void> {
  for (const name of await readdir(directory)) await rm(join(directory, name), { force: true });
}

export async function removeSocketDirectory(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true });
}

/**
 * Records the directory of the running server and removes that of the previous run, which a hard kill left
 * behind. Only the holder of the data directory may call this.
 */
export async function rememberSocketDirectory(clusterPath: string, directory: string): Promise<void> {
  const record = `${clusterPath}.socket`;
  const previous = await readFile(record, 'utf8').catch(() => '');
  if (basename(previous).startsWith(prefix) && previous !== directory) {
    await rm(previous, { recursive: true, force: true });
  }
  // Renamed into place: the previous file may belong to another user, who ran the service then.
  const beside = `${record}.${process.pid}`;
  await writeFile(beside, directory, { mode: 0o600 });
  await rename(beside, record);
}

/** The socket directory of the last server that was started, running or not. Null if there was none. */
export async function findSocketDirectory(clusterPath: string): Promise<string | null> {
  const directory = await readFile(`${clusterPath}.socket`, 'utf8').catch(() => '');
  return basename(directory).startsWith(prefix) ? directory : null;
}

async function canHoldSocket(parent: string, launcher: Launcher): Promise<boolean> {
  if (Buffer.byteLength(join(parent, `${prefix}XXXXXX`)) > longestDirectory) return false;
  const isWritable = await access(parent, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  return isWritable && (!launcher.account || (await canEnter(launcher, parent)));
}
