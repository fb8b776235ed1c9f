import { chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { ServerAccount } from './embedded-account.ts';

/** The kernel's limit for the path of a Unix socket, less `/.s.PGSQL.5432`. */
const longestDirectory = 107 - '/.s.PGSQL.5432'.length;
const prefix = 'tallymark-pg-';

/**
 * A new directory that only the server's user and root may enter: whoever reaches the socket is the
 * superuser.
 */
export async function makeSocketDirectory(account: ServerAccount): Promise<string> {
  const parent = await chooseParent(account);
  const directory = await mkdtemp(join(parent, prefix));
  if (account) await chown(directory, account.uid, account.gid);
  return directory;
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
  await writeFile(record, directory, { mode: 0o600 });
}

async function chooseParent(account: ServerAccount): Promise<string> {
  const own = tmpdir();
  // A temporary folder of root alone would keep the server's user out, and a long one would not hold a
  // socket.
  const isShort = Buffer.byteLength(join(own, `${prefix}XXXXXX`)) <= longestDirectory;
  const isOpen = !account || ((await stat(own)).mode & 0o001) !== 0;
  return isShort && isOpen ? own : '/tmp';
}
