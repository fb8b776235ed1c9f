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
 * A new directory that only the server's user and root may enter. Of those that reach the socket, the server
 * believes one user alone.
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
    'PostgreSQL needs a folder for its socket, and none of the folders for temporary files can be used. ' +
      'Set TMPDIR to a folder that every user may enter.',
  );
}

/**
 * Removes what a killed server left there. A new one would only be misled: to it, any process that has the
 * old one's number by now holds the socket.
 */
export async function clearSocketDirectory(directory: string): Promise<void> {
  for (const name of await readdir(directory)) await rm(join(directory, name), { force: true });
}

export async function removeSocketDirectory(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true });
}

/**
 * Writes down the directory of the running server and removes the one of the run before, which a hard kill
 * left behind. Only the holder of the data directory may call this.
 */
export async function rememberSocketDirectory(clusterPath: string, directory: string): Promise<void> {
  const record = `${clusterPath}.socket`;
  const previous = await readFile(record, 'utf8').catch(() => '');
  if (basename(previous).startsWith(prefix) && previous !== directory) {
    await rm(previous, { recursive: true, force: true });
  }
  // Renamed into place: the one before may belong to another user, who started the service then.
  const beside = `${record}.${process.pid}`;
  await writeFile(beside, directory, { mode: 0o600 });
  await rename(beside, record);
}

/** Where the last server that was started listens, or listened. Null when none was. */
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
