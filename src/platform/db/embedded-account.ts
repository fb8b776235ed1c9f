import { execFile } from 'node:child_process';
import { chown, lchown, lstat, readdir, readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ClusterDirectory } from './embedded-cluster.ts';

export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** The user that runs the server; null: the user of this process. */
export type ServerAccount = Account | null;

/** Null for a user that does not exist on this machine. */
export type FindAccount = (nameOrUid: string | number) => Promise<Account | null>;

interface AccountRequest {
  readonly directory: ClusterDirectory;
  /** The user name that the operator configured, if any. */
  readonly wanted: string | null;
  readonly warn: (message: string) => void;
}

/** PostgreSQL does not run as root, so root starts it as another user; others start it as themselves. */
export async function chooseServerAccount(request: AccountRequest): Promise<ServerAccount> {
  const { directory, wanted, warn } = request;
  const ownUid = process.getuid?.();
  if (ownUid !== 0) {
    if (wanted !== null && wanted !== userInfo().username) throw new Error(notRootMessage(wanted));
    if (directory.owner && directory.owner.uid !== ownUid) throw new Error(foreignOwnerMessage(directory));
    return null;
  }
  const owners = [directory.owner?.uid, directory.parentOwner.uid];
  const account = await chooseAmong({ wanted, owners }, findAccount);
  if (isNobody(account)) warn(nobodyMessage(directory.path));
  return account;
}

/**
 * Chooses the user that the operator configured; else the owner of the existing cluster, so that no later
 * choice locks it out; else the owner of the folder that contains it; else a user that exists for a database.
 * `nobody` is the last resort, even if it owns the cluster: other programs run as `nobody` too, and they
 * could read and change every file of it.
 */
export async function chooseAmong(
  { wanted, owners }: { wanted: string | null; owners: readonly (number | undefined)[] },
  find: FindAccount,
): Promise<Account> {
  if (wanted !== null) return requireUsable(await find(wanted), wanted);
  for (const candidate of [...owners, 'tallymark', 'postgres']) {
    const account = candidate === undefined ? null : await find(candidate);
    if (account && account.uid !== 0 && !isNobody(account)) return account;
  }
  const nobody = await find('nobody');
  if (nobody && nobody.uid !== 0) return nobody;
  throw new Error(
    'PostgreSQL does not run as root, and this machine has no user named tallymark, postgres or ' +
      'nobody. Start Tallymark as an ordinary user, set DATABASE_OS_USER to a user, or set ' +
      'DATABASE_URL to a PostgreSQL server.',
  );
}

function requireUsable(account: Account | null, wanted: string): Account {
  if (!account) throw new Error(`DATABASE_OS_USER is ${wanted}, but this machine has no such user.`);
  if (account.uid !== 0) return account;
  throw new Error(`DATABASE_OS_USER is ${wanted}, which is root; PostgreSQL does not run as root.`);
}

/**
 * Changes the owner of a file tree to the server's user; if that user owns it already, this costs one system
 * call. The top folder belongs to root from the first change to the last: after a kill in between, the next
 * start, whichever user it chooses, redoes all of it.
 */
export async function giveTo(account: ServerAccount, path: string): Promise<void> {
  if (!account) return;
  const { uid } = await lstat(path);
  if (uid === account.uid) return;
  await chown(path, 0, 0);
  // Changes the owner of links without following them: the former owner may have made one that leads out of
  // the tree.
  const entries = await readdir(path, { recursive: true });
  for (const entry of entries) await lchown(join(path, entry), account.uid, account.gid);
  await chown(path, account.uid, account.gid);
}

/** Reads the user file, and asks the system for users that are managed elsewhere. */
async function findAccount(nameOrUid: string | number): Promise<Account | null> {
  const known = parseAccounts(await readFile('/etc/passwd', 'utf8').catch(() => ''));
  const found = known.find(({ name, uid }) => (typeof nameOrUid === 'number' ? uid : name) === nameOrUid);
  return found ?? (await queryAccount(String(nameOrUid)));
}

async function queryAccount(nameOrUid: string): Promise<Account | null> {
  const query = async (option: string) => {
    const { stdout } = await promisify(execFile)('id', [option, '--', nameOrUid]);
    return stdout.trim();
  };
  try {
    return { name: await query('-un'), uid: Number(await query('-u')), gid: Number(await query('-g')) };
  } catch {
    return null;
  }
}

export function parseAccounts(passwd: string): Account[] {
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

function isNobody({ name }: Account): boolean {
  return name === 'nobody';
}

function nobodyMessage(path: string): string {
  return (
    `The database in ${path} runs as the user nobody: every other program that runs as nobody can ` +
    'read and change it. Create a user for it, for example with: useradd --system --no-create-home ' +
    'tallymark; or set DATABASE_OS_USER to a user. The next start hands the files over to that ' +
    'user.'
  );
}

function notRootMessage(wanted: string): string {
  return (
    `DATABASE_OS_USER is ${wanted}, but only root can start the database as another user. Start ` +
    'Tallymark as root or as that user, or unset DATABASE_OS_USER.'
  );
}

function foreignOwnerMessage(directory: ClusterDirectory): string {
  return (
    `The database in ${directory.path} belongs to another user (uid ${directory.owner?.uid}). ` +
    'Start Tallymark as that user or as root, or set DATA_DIR to another directory.'
  );
}
