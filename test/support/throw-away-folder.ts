import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isProcessRunning } from '#platform/db/embedded-inspect.ts';

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm';
/** What a run fills at most, several times over. */
const ROOM = 4 * 1024 ** 3;

/** Where what a run throws away may be, or may have been left by a run that was killed. */
const PLACES: readonly string[] = [IN_MEMORY, tmpdir()];

/** The folder of a run, and those of its tests that start database servers themselves. */
const KINDS = ['test', 'fault', 'main', 'embedded'] as const;
const OWNER = new RegExp(`^tallymark-(?:${KINDS.join('|')})-(\\d+)-`);

/** Makes a folder that says which process it belongs to; whoever asks for it removes it. */
export async function makeThrowAwayFolder(kind: (typeof KINDS)[number], place?: string): Promise<string> {
  const parent = place ?? (await findThrowAwayFolder());
  return mkdtemp(join(parent, `tallymark-${kind}-${process.pid}-`));
}

/** Removes what processes left that were killed: folders whose owner runs no more. */
export async function removeAbandoned(places = PLACES): Promise<void> {
  for (const place of places) {
    for (const name of await readdir(place).catch(() => [])) {
      const pid = OWNER.exec(name)?.[1];
      if (pid === undefined || (await isProcessRunning(Number(pid)))) continue;
      // A server whose starter was killed may still run there; it ends when it misses its files.
      const removal = rm(join(place, name), { recursive: true, force: true, maxRetries: 20 });
      await removal.catch(unlessOfAnother);
    }
  }
}

/** What another user's run left stays for that user. */
function unlessOfAnother(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EACCES' && error.code !== 'EPERM') throw error;
}

/**
 * Where the database of a run goes: into memory where there is enough, as a copy of the template is a
 * thousand files, which a disk may take half a second for; else where temporary files go.
 */
export async function findThrowAwayFolder(
  folder = IN_MEMORY,
  { room = ROOM, memory = process.availableMemory() } = {},
): Promise<string> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: 0, bsize: 0 }));
  return Math.min(bavail * bsize, memory) >= room ? folder : tmpdir();
}
