import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { nullIfMissing } from './null-if-missing.ts';
import { type FileStorage, requireKey } from './storage.ts';

/** Files in a local folder. */
export function localStorage(folder: string): FileStorage {
  const pathOf = (key: string): string => join(folder, requireKey(key));
  return {
    put: async (key, bytes) => writeWhole(pathOf(key), (beside) => writeNew(beside, bytes)),
    putFile: async (key, { path }) => writeWhole(pathOf(key), (beside) => copyNew(path, beside)),
    async open(key) {
      const file = await open(pathOf(key)).catch(nullIfMissing);
      if (file === null) return null;
      const { size } = await file.stat();
      return { stream: createReadStream('', { fd: file }), sizeBytes: size };
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    async discard(key) {
      const path = pathOf(key);
      for (const name of (await readdir(dirname(path)).catch(nullIfMissing)) ?? [])
        if (isBeside(name, basename(path))) await rm(join(dirname(path), name), { force: true });
      await rm(path, { force: true });
    },
    async check() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
    },
  };
}

/**
 * Writes to a temporary name and renames: a reader, or a start after a power failure, sees the whole file or
 * none.
 */
export async function writeWhole(path: string, write: (beside: string) => Promise<void>): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const beside = `${path}.${process.pid}.${Math.trunc(performance.now() * 1000)}.tmp`;
  try {
    await write(beside);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/** Whether a name is the temporary name of a file. */
function isBeside(name: string, whole: string): boolean {
  return name.startsWith(`${whole}.`) && /^\d+\.\d+\.tmp$/.test(name.slice(whole.length + 1));
}

async function writeNew(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function copyNew(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  const file = await open(to, 'r+');
  try {
    await file.chmod(0o600);
    await file.sync();
  } finally {
    await file.close();
  }
}
