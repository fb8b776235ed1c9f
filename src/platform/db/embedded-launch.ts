import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { ServerAccount } from './embedded-account.ts';

/** How a program of the server is started: as which user and with which rights. */
export interface Launcher {
  readonly account: ServerAccount;
  /** The `setpriv` command with its options, or nothing when the program is started directly. */
  readonly wrapper: readonly string[];
}

export type ServerChild = ChildProcessByStdio<null, null, Readable>;

export function launch(launcher: Launcher, program: string, args: readonly string[]): ServerChild {
  const [command = program, ...rest] = [...launcher.wrapper, program, ...args];
  const switched = launcher.wrapper.length === 0 && launcher.account;
  return spawn(command, rest, {
    // The folder in which the service was started may be closed to the server's user.
    cwd: '/',
    // An own process group keeps Ctrl-C in a terminal from stopping the database under requests that still
    // run.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(switched ? { uid: switched.uid, gid: switched.gid } : {}),
  });
}

/** Runs a program to its end. The status is null when it could not be started or was killed. */
export async function runProgram(
  launcher: Launcher,
  program: string,
  args: readonly string[],
): Promise<{ status: number | null; output: string }> {
  const child = launch(launcher, program, args);
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
 * Asks the kernel instead of reading permission bits: access lists and missing rights of root count as well.
 */
export async function canRun(launcher: Launcher, program: string): Promise<boolean> {
  const test = ['-c', 'test -r "$1" && test -x "$1"', 'sh', program];
  return (await runProgram(launcher, '/bin/sh', test)).status === 0;
}

export async function canEnter(launcher: Launcher, directory: string): Promise<boolean> {
  return (await runProgram(launcher, '/bin/sh', ['-c', 'test -d "$1/."', 'sh', directory])).status === 0;
}

/**
 * The ways to start the server, the least powerful first. `setpriv` comes before the plain way because it
 * also stops the server when this process is killed; without it the next start finds the orphan and stops it.
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
 * Lets the server's user pass directories that are closed to it, and nothing else of root's rights. The
 * secure bit is needed because PostgreSQL asks access(2) about its own program, which otherwise ignores
 * capabilities of a user.
 */
function mayEnter(capability: string): string[] {
  return [
    ...['--securebits', '+no_setuid_fixup'],
    ...['--inh-caps', `+${capability}`, '--ambient-caps', `+${capability}`],
  ];
}
