import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where documents lie. Keys are made by the service, never by users. */
export interface FileStorage {
  /** Durable when it resolves; writing the same bytes again is harmless. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Null when nothing is stored under the key. */
  get(key: string): Promise<Buffer | null>;
}

const KEY = /^[a-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;

/** Files in a folder of this machine. */
export function localStorage(folder: string): FileStorage {
  const pathOf = (key: string): string => {
    if (!KEY.test(key)) throw new RangeError(`not a storage key: ${key.slice(0, 80)}`);
    return join(folder, key);
  };
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      // Written beside and renamed: a reader, or a start after a power cut, sees the whole file or none.
      const beside = `${path}.${process.pid}.${Math.trunc(performance.now() * 1000)}.tmp`;
      const file = await open(beside, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(beside, path);
    },
    async get(key) {
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
  };
}
