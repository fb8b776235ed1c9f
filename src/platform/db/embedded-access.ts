import { open, rename, rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Placement } from './embedded-placement.ts';

const RULES = 'pg_hba.conf';
const USERS = 'pg_ident.conf';

/**
 * Only the user of this process may connect, as the kernel identifies it (peer authentication). There is no
 * password that could be read, lost or left in a backup. The rules are written before every start, which also
 * restricts clusters of earlier releases that trusted every local user.
 */
export async function writeAccessRules({ clusterPath, account }: Placement): Promise<void> {
  const rules = [
    'local  all          all       peer  map=tallymark',
    'local  replication  all       peer  map=tallymark',
    'host   all          all  all  reject',
  ];
  const texts = { [USERS]: [`tallymark  "${nameOfUser()}"  all`], [RULES]: rules };
  for (const [name, lines] of Object.entries(texts)) {
    const path = join(clusterPath, name);
    const beside = `${path}.new`;
    await rm(beside, { force: true });
    // The file must not exist: the folder is the server's, and a planted link would redirect the write.
    const file = await open(beside, 'wx', 0o600);
    try {
      await file.writeFile(`${[NOTE, ...lines].join('\n')}\n`);
      if (account) await file.chown(account.uid, account.gid);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  }
}

const NOTE = '# Tallymark overwrites this file at every start of the server.';

/** The settings that point the server to the rules. */
export function accessFiles(dataName: string): { hba_file: string; ident_file: string } {
  return { hba_file: `${dataName}/${RULES}`, ident_file: `${dataName}/${USERS}` };
}

function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch (cause) {
    throw new Error(
      `The user with the id ${process.getuid?.()} has no name on this machine, but PostgreSQL needs ` +
        'one. Add the user to /etc/passwd, start Tallymark as another user, or set DATABASE_URL.',
      { cause },
    );
  }
}
