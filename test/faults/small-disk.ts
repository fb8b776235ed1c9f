import { execFile } from 'node:child_process';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A disk of its own, small enough to be filled. */
export interface SmallDisk {
  /** Takes all space but this much. */
  fill(leftBytes: number): Promise<void>;
  /** Gives back what `fill` took. */
  free(): Promise<void>;
  unmount(): Promise<void>;
}

const run = promisify(execFile);
const CHUNK = Buffer.alloc(1024 * 1024);

/** Mounts one on the directory, or says why that cannot be done. */
export async function mountSmallDisk(
  directory: string,
  megabytes: number,
): Promise<{ disk: SmallDisk } | { reason: string }> {
  if (process.getuid?.() !== 0) return { reason: 'only root can mount a disk of its own' };
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', directory]);
  } catch (error) {
    return { reason: `a disk cannot be mounted here: ${error instanceof Error ? error.message : error}` };
  }
  const ballast = join(directory, 'ballast');
  const free = () => rm(ballast, { force: true });
  return {
    disk: {
      free,
      fill: (leftBytes) => fill(directory, { ballast, leftBytes }),
      unmount: async () => {
        await free();
        await run('umount', [directory]);
      },
    },
  };
}

async function fill(
  directory: string,
  { ballast, leftBytes }: { ballast: string; leftBytes: number },
): Promise<void> {
  const file = await open(ballast, 'w');
  try {
    for (;;) {
      const { bavail, bsize } = await statfs(directory);
      const size = Math.min(CHUNK.length, bavail * bsize - leftBytes);
      if (size <= 0) return;
      await file.write(CHUNK, 0, size);
    }
  } catch (error) {
    // Somebody else took the rest meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    await file.close();
  }
}
