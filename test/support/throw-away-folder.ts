import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isProcessRunning } from '#platform/db/embedded-inspect.ts';

/** Linux's folder for files in memory. */
const IN_MEMORY = '/dev/shm';
/** Several times the space that a run needs at most. */
const ROOM = 4 * 1024 ** 3;

/** Folders for temporary files of runs, including killed ones. */
const PLACES: readonly string[] = [IN_MEMORY, tmpdir()];

/** The folder of a run, and those of tests that start database servers themselves. */
const KINDS = ['test', 'fault', 'main', 'embedded'] as const;
const OWNER = new RegExp(`^tallymark-(?:${KINDS.join('|')})-(\\d+)-`);

/** Creates a folder whose name contains the process id; the caller removes it. */
export async function makeThrowAwayFolder(kind: (typeof KINDS)[number], place?: string): Promise<string> {
  const parent = place ?? (await findThrowAwayFolder());
  return mkdtemp(join(parent, `tallymark-${kind}-${process.pid}-`));
}

/** Removes folders of killed processes. */
export async function removeAbandoned(places = PLACES): Promise<void> {
  for (const place of places) {
    for (const name of await readdir(place).catch(() => [])) {
      const pid = OWNER.exec(name)?.[1];
      if (pid === undefined || (await isProcessRunning(Number(pid)))) continue;
      // A server whose parent was killed may still run there; it ends when its files are gone.
      const removal = rm(join(place, name), { recursive: true, force: true, maxRetries: 20 });
      await removal.catch(unlessOfAnother);
    }
  }
}

/** Folders of another user's runs stay. */
function unlessOfAnother(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EACCES' && error.code !== 'EPERM') throw error;
}

/**
 * The folder for the database of a run: in memory if there is enough, because a copy of the template has a
 * thousand files, which may take a disk half a second; otherwise the temporary folder.
 */
export async function findThrowAwayFolder(
  folder = IN_MEMORY,
  { room = ROOM, memory = process.availableMemory() } = {},
): Promise<string> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: 0, bsize: 0 }));
  return Math.min(bavail * bsize, memory) >= room ? folder : tmpdir();
}
