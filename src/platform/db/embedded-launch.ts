import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { ServerAccount } from './embedded-account.ts';

/** How to start a server program: as which user and with which rights. */
export interface Launcher {
  readonly account: ServerAccount;
  /** The `setpriv` command with its options; empty when the program is started directly. */
  readonly wrapper: readonly string[];
}

export type ServerChild = ChildProcessByStdio<null, null, Readable>;

export interface Run {
  readonly program: string;
  readonly args: readonly string[];
  /** The working directory; default: the root directory. */
  readonly cwd?: string;
}

/** The path by which a program reaches the data when it starts in that folder. */
interface ViewOfData {
  readonly cwd: string;
  readonly name: string;
}

/**
 * The server's user may lack access to the folders above the data, which are closed to all but the service.
 * This process enters, and the server starts there: on Linux every process can refer to its own working
 * directory, so no folder has to be opened and no right granted.
 */
export function viewOfData(account: ServerAccount, path: string): ViewOfData {
  return seesOwnDirectory(account) ? { cwd: path, name: OWN_DIRECTORY } : { cwd: '/', name: path };
}

export const OWN_DIRECTORY = '/proc/self/cwd';

/** Whether the data can be reached without access to the folders above them. */
function seesOwnDirectory(account: ServerAccount): boolean {
  return account !== null && process.platform === 'linux';
}

export function launch(launcher: Launcher, { program, args, cwd = '/' }: Run): ServerChild {
  const [command = program, ...rest] = [...launcher.wrapper, program, ...args];
  const switched = launcher.wrapper.length === 0 && launcher.account;
  return spawn(command, rest, {
    // Not the folder in which the service was started, which may be closed to the server's user.
    cwd,
    // Its own process group, so that Ctrl-C in a terminal does not stop the database under running requests.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(switched ? { uid: switched.uid, gid: switched.gid } : {}),
  });
}

/** Runs a program to completion. The status is null when it could not be started or was killed. */
export async function runProgram(
  launcher: Launcher,
  run: Run,
): Promise<{ status: number | null; output: string }> {
  const child = launch(launcher, run);
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output = (output + chunk).slice(-4000);
  });
  try {
    const [status] = (await once(child, 'close')) as [number | null];
    return { status, output: output.trim() };
  } catch (error) {
    return { status: null, output: String(error) };
  }
}

/**
 * Asks the kernel instead of reading permission bits: this also covers access lists and missing rights of
 * root.
 */
export async function canRun(launcher: Launcher, program: string): Promise<boolean> {
  return holds(launcher, ['test -r "$1" && test -x "$1"', 'sh', program]);
}

export async function canEnter(launcher: Launcher, directory: string): Promise<boolean> {
  return holds(launcher, ['test -d "$1/."', 'sh', directory]);
}

/** Whether the server's user can reach the data in a folder. */
export async function reachesData(launcher: Launcher, dataParent: string): Promise<boolean> {
  return seesOwnDirectory(launcher.account) || (await canEnter(launcher, dataParent));
}

/** Where data can only be reached by path, lets the group of the server's user traverse the folder above. */
export async function openPath(account: ServerAccount, dataParent: string): Promise<void> {
  if (account === null || seesOwnDirectory(account)) return;
  await chown(dataParent, -1, account.gid);
  await chmod(dataParent, 0o710);
}

async function holds(launcher: Launcher, test: readonly string[]): Promise<boolean> {
  return (await runProgram(launcher, { program: '/bin/sh', args: ['-c', ...test] })).status === 0;
}

/**
 * Ways to start the server, the least privileged first. `setpriv` precedes the direct start because it also
 * stops the server when this process is killed; without it, the next start finds and stops the orphan.
 */
export function listLaunchers(account: ServerAccount): Launcher[] {
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv', '/sbin/setpriv'].find((path) => existsSync(path));
  const plain: Launcher = { account, wrapper: [] };
  if (!setpriv) return [plain];
  const stopWithParent = ['--pdeathsig', 'INT'];
  if (!account) return [{ account, wrapper: [setpriv, ...stopWithParent] }, plain];
  const become = ['--reuid', `${account.uid}`, '--regid', `${account.gid}`, '--clear-groups'];
  return [
    { account, wrapper: [setpriv, ...become, ...stopWithParent] },
    plain,
    { account, wrapper: [setpriv, ...become, ...mayEnter('dac_read_search'), ...stopWithParent] },
    { account, wrapper: [setpriv, ...become, ...mayEnter('dac_override'), ...stopWithParent] },
    { account, wrapper: [setpriv, ...become, ...mayEnter('dac_override')] },
  ];
}

/**
 * Lets the server's user traverse directories that are closed to it, and grants no other right of root. The
 * secure bit is needed because PostgreSQL checks its own program with access(2), which otherwise ignores a
 * user's capabilities.
 */
function mayEnter(capability: string): string[] {
  return [
    ...['--securebits', '+no_setuid_fixup'],
    ...['--inh-caps', `+${capability}`, '--ambient-caps', `+${capability}`],
  ];
}
