import { createHash } from 'node:crypto';
import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface GrownFile {
  path: string;
  /** Hex. */
  sha256: string;
  sizeBytes: number;
}

/** A local file that only its owner can read and that may exceed memory. */
export interface GrowingFile {
  append(more: string | Uint8Array): Promise<void>;
  /** Call once, after the last write. */
  end(): Promise<GrownFile>;
  /** Removes the file, whatever its state. */
  dispose(): Promise<void>;
}

const PREFIX = 'tallymark-file-';

const LEFT_AFTER_MS = 24 * 3_600_000;

/** Removes local files that killed processes left: those that have not grown for a day. */
export async function dropLeftFiles(): Promise<void> {
  const beforeMs = Date.now() - LEFT_AFTER_MS;
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const path = join(tmpdir(), name);
    const known = await stat(join(path, 'rows')).catch(() => stat(path).catch(() => null));
    if (known && known.mtimeMs < beforeMs) await rm(path, { recursive: true, force: true });
  }
}

export async function openGrowingFile(): Promise<GrowingFile> {
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  const path = join(folder, 'rows');
  const file = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let isOpen = true;
  const close = async () => {
    if (isOpen) await file.close();
    isOpen = false;
  };
  return {
    async append(more) {
      const bytes = typeof more === 'string' ? Buffer.from(more) : more;
      hash.update(bytes);
      sizeBytes += bytes.length;
      await file.appendFile(bytes);
    },
    async end() {
      await close();
      return { path, sha256: hash.digest('hex'), sizeBytes };
    },
    async dispose() {
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
