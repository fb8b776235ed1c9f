import { readdir, readFile } from 'node:fs/promises';

const TICKS_PER_SECOND = 100;

interface ProcessTimes {
  pid: number;
  parent: number;
  /** Seconds of all threads, and of the children that have ended and were waited for. */
  own: number;
  endedChildren: number;
}

/**
 * CPU seconds of a process and of all below it that live or have ended: of PostgreSQL with its sessions, or
 * of a service with the processes it starts. NaN where the system does not tell.
 */
export async function cpuSecondsBelow(root: number): Promise<number> {
  const all = await listProcesses();
  const below = descendants(all, root);
  return below.length === 0
    ? Number.NaN
    : below.reduce((sum, { own, endedChildren }) => sum + own + endedChildren, 0);
}

/** Resident megabytes of a process and of all below it. */
export async function residentBelow(root: number): Promise<number> {
  const sizes = descendants(await listProcesses(), root).map(async ({ pid }) => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

export async function parentOf(pid: number): Promise<number> {
  return (await readProcess(pid))?.parent ?? Number.NaN;
}

function descendants(all: readonly ProcessTimes[], root: number): ProcessTimes[] {
  const below = new Set([root]);
  // Children are listed after their parents only mostly, so the walk is repeated until nothing is added.
  for (let size = 0; size !== below.size; ) {
    size = below.size;
    for (const { pid, parent } of all) if (below.has(parent)) below.add(pid);
  }
  return all.filter(({ pid }) => below.has(pid));
}

async function listProcesses(): Promise<ProcessTimes[]> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  return (await Promise.all(pids.map(readProcess))).filter((each) => each !== null);
}

async function readProcess(pid: number): Promise<ProcessTimes | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name of the program stands in parentheses and may contain anything.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((at) => fields[at] ?? 0);
  if (!stat || parent === undefined) return null;
  const seconds = (a = 0, b = 0) => (a + b) / TICKS_PER_SECOND;
  return { pid, parent, own: seconds(user, system), endedChildren: seconds(endedUser, endedSystem) };
}
