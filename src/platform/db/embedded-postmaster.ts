import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspectProcess, isProcessRunning, type ProcessView } from './embedded-inspect.ts';
import { OWN_DIRECTORY } from './embedded-launch.ts';

const pollMs = 10;
const fastStopMs = 20_000;
const immediateStopMs = 5_000;
const handoverMs = 2_000;

/** The marker in the server's command line that identifies the service that started it. */
export function clusterName(servicePid: number): string {
  return `tallymark-${servicePid}`;
}

/**
 * Prepares the cluster for a start: stops an orphaned server, removes a lock file that a kill left and that
 * PostgreSQL itself would misread, and throws when a live service holds the directory.
 * A server is an orphan exactly when its parent is no longer the service that started it. The kernel
 * maintains that relation, so there is never a moment in which a live service looks dead.
 */
export async function clearPreviousPostmaster(
  clusterPath: string,
  log: (message: string) => void,
): Promise<void> {
  const deadline = Date.now() + handoverMs;
  for (;;) {
    const holder = await findHolder(clusterPath);
    if (holder === null) return;
    if (holder.kind === 'orphan') {
      log(
        'The database server of a killed Tallymark process is still running (process ' +
          `${holder.pid}); stopping it.`,
      );
      return await stopOrphan(holder.pid, clusterPath);
    }
    // The previous service may be shutting down: wait for the duration of an orderly stop.
    if (Date.now() > deadline) throw new Error(inUseMessage(clusterPath, holder.name));
    await sleep(pollMs);
  }
}

type Holder =
  | { readonly kind: 'orphan'; readonly pid: number }
  | { readonly kind: 'live'; readonly name: string };

async function findHolder(clusterPath: string): Promise<Holder | null> {
  const pid = await readLockFile(clusterPath);
  if (pid === null) return null;
  const view = await inspectProcess(pid);
  // PostgreSQL itself replaces the lock file of a dead process, after checking that no child of it survives.
  if (view === null) return null;
  if (view.isZombie || !(await servesCluster({ ...view, pid }, clusterPath))) {
    await rm(join(clusterPath, 'postmaster.pid'), { force: true });
    return null;
  }
  const servicePid = /cluster_name=tallymark-(\d+)/.exec(view.command)?.[1];
  if (servicePid === undefined) return { kind: 'live', name: `PostgreSQL server (process ${pid})` };
  if (view.parentPid !== Number(servicePid)) return { kind: 'orphan', pid };
  return { kind: 'live', name: `running Tallymark (process ${servicePid})` };
}

/** The process id in the server's lock file. A file truncated by a machine crash is removed. */
async function readLockFile(clusterPath: string): Promise<number | null> {
  const path = join(clusterPath, 'postmaster.pid');
  const deadline = Date.now() + 1_000;
  for (;;) {
    const text = await readFile(path, 'utf8').catch(() => null);
    if (text === null) return null;
    const pid = Number(text.split('\n')[0]);
    if (Number.isInteger(pid) && pid !== 0) return Math.abs(pid);
    // A starting server creates the file a moment before it writes the first line.
    if (Date.now() > deadline) break;
    await sleep(pollMs);
  }
  await rm(path, { force: true });
  return null;
}

/**
 * Process ids are reused, in containers within seconds: the process in the lock file may be anything. It is
 * our server when its command line names this directory, or the directory's name before it was moved.
 */
async function servesCluster(view: ProcessView & { pid: number }, clusterPath: string): Promise<boolean> {
  const said = / -D (.+?)(?: -c |$)/.exec(view.command)?.[1];
  if (said === undefined || !/postgres/.test(view.command)) return false;
  const named = said === OWN_DIRECTORY ? `/proc/${view.pid}/cwd` : said;
  if (named === clusterPath) return true;
  const [theirs, ours] = await Promise.all([stat(named).catch(() => null), stat(clusterPath)]);
  if (theirs === null) return true;
  return theirs.dev === ours.dev && theirs.ino === ours.ino;
}

async function stopOrphan(pid: number, clusterPath: string): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', fastStopMs],
    ['SIGQUIT', immediateStopMs],
    ['SIGKILL', immediateStopMs],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      if (!(await isProcessRunning(pid))) return;
      throw new Error(
        `The database server in ${clusterPath} (process ${pid}) is left over from a killed ` +
          `Tallymark process and belongs to another user. Stop it with: kill -INT ${pid}`,
      );
    }
    const deadline = Date.now() + patienceMs;
    while (Date.now() < deadline) {
      if (!(await isProcessRunning(pid))) return;
      await sleep(pollMs);
    }
  }
  throw new Error(`The database server in ${clusterPath} (process ${pid}) does not stop.`);
}

function inUseMessage(clusterPath: string, holder: string): string {
  return (
    `The database in ${clusterPath} is already in use by another ${holder}. ` +
    'Stop that one first, or set DATA_DIR to another directory.'
  );
}
