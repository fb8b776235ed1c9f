import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm';
/** What a run fills at most, several times over. */
const ROOM = 4 * 1024 ** 3;

/** Where what a run throws away may be, or may have been left by a run that was killed. */
export const throwAwayFolders: readonly string[] = [IN_MEMORY, tmpdir()];

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
