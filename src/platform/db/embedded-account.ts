import { chown, lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClusterDirectory } from './embedded-cluster.ts';

/** The user that runs the server: null is the user of this process. */
export type ServerAccount = { readonly name: string; readonly uid: number; readonly gid: number } | null;

/**
 * PostgreSQL refuses to run as root. As root the server runs as the owner of the existing cluster, so that
 * installing a package which adds the user `postgres` does not lock an earlier cluster out; else as
 * `postgres`, else as `nobody`.
 */
export async function chooseServerAccount(directory: ClusterDirectory): Promise<ServerAccount> {
  const ownUid = process.getuid?.();
  if (ownUid !== 0) {
    if (directory.owner && directory.owner.uid !== ownUid) throw new Error(foreignOwnerMessage(directory));
    return null;
  }
  const known = parseAccounts(await readFile('/etc/passwd', 'utf8'));
  const owner = known.find((account) => account.uid === directory.owner?.uid);
  if (owner && owner.uid !== 0) return owner;
  const account =
    known.find(({ name }) => name === 'postgres') ?? known.find(({ name }) => name === 'nobody');
  if (account && account.uid !== 0) return account;
  throw new Error(
    'PostgreSQL does not run as root, and this machine has no user named postgres or nobody. ' +
      'Start Tallymark as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
  );
}

/** Gives a file tree to the server's user; a tree that it already owns costs one system call. */
export async function giveTo(account: ServerAccount, path: string): Promise<void> {
  if (!account) return;
  const { uid } = await lstat(path);
  if (uid === account.uid) return;
  // The top goes last: a kill on the way leaves it with the old owner, and the next start does all of it
  // again.
  const entries = await readdir(path, { recursive: true });
  for (const entry of entries) await chown(join(path, entry), account.uid, account.gid);
  await chown(path, account.uid, account.gid);
}

export function parseAccounts(passwd: string): { name: string; uid: number; gid: number }[] {
  return passwd
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 7)
    .map(([name = '', , uid, gid]) => ({ name, uid: toUnsigned(uid), gid: toUnsigned(gid) }));
}

/** macOS writes the ids of `nobody` as -2. */
function toUnsigned(id: string | undefined): number {
  return Number(id) >>> 0;
}

function foreignOwnerMessage(directory: ClusterDirectory): string {
  return (
    `The database in ${directory.path} belongs to another user (uid ${directory.owner?.uid}). ` +
    'Start Tallymark as that user or as root, or set DATA_DIR to another directory.'
  );
}
