import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { flushFolder } from '../files/flush-folder.ts';
import { localStorage } from '../files/local-storage.ts';
import { nullIfMissing } from '../files/null-if-missing.ts';
import { listBucket, s3Storage } from '../files/s3-storage.ts';
import { type FileStorage, isStorageKey } from '../files/storage.ts';
import type { BackupPlace } from '../settings/backup.ts';
import { BackupFault } from './faults.ts';

export interface StoredObject {
  key: string;
  sizeBytes: number;
  modifiedAt: Date;
}

/** Where backups are kept: a folder or a bucket. Objects appear whole or not at all. */
export interface BackupTarget extends Pick<FileStorage, 'open' | 'remove' | 'check'> {
  /** As the operator named it. */
  readonly name: string;
  /** Durable when it resolves. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Everything below a folder such as `wal/`, in the order of the keys. */
  list(folder: string): AsyncIterable<StoredObject>;
}

export function openTarget(place: BackupPlace): BackupTarget {
  return place.kind === 'FOLDER' ? folderTarget(place.path) : bucketTarget(place);
}

function folderTarget(folder: string): BackupTarget {
  const storage = localStorage(folder);
  return {
    name: folder,
    remove: storage.remove,
    open: async (key) => {
      const found = await storage.open(key);
      if (found === null) await requireFolder(folder);
      return found;
    },
    put: async (key, bytes) => {
      await requireFolder(folder);
      await storage.put(key, bytes);
      await flushFolder(dirname(join(folder, key)));
    },
    list: (below) => listFolder(folder, below.replace(/\/$/, '')),
    check: () => requireFolder(folder),
  };
}

/** Never created: a disk that is not mounted would otherwise be mistaken for an empty target. */
async function requireFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory()) return;
  throw new BackupFault(
    `BACKUP_TARGET ${path} is not there. Mount it, or create the folder with: mkdir -m 700 ${path}`,
  );
}

async function* listFolder(root: string, below: string): AsyncIterable<StoredObject> {
  const entries = (await readdir(join(root, below), { withFileTypes: true }).catch(nullIfMissing)) ?? [];
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const key = `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* listFolder(root, key);
    // What is being written has a temporary name, until it is whole.
    if (!entry.isFile() || entry.name.endsWith('.tmp') || !isStorageKey(key)) continue;
    const found = await stat(join(root, key)).catch(() => null);
    if (found) yield { key, sizeBytes: found.size, modifiedAt: found.mtime };
  }
}

function bucketTarget({ prefix, s3 }: Extract<BackupPlace, { kind: 'BUCKET' }>): BackupTarget {
  const storage = s3Storage(s3, 'BACKUP_TARGET');
  const inside = (key: string) => (prefix === '' ? key : `${prefix}/${key}`);
  return {
    name: `s3://${s3.bucket}${prefix === '' ? '' : `/${prefix}`}`,
    open: (key) => storage.open(inside(key)),
    remove: (key) => storage.remove(inside(key)),
    put: (key, bytes) => storage.put(inside(key), bytes),
    check: async () => {
      const key = inside('tallymark-check');
      await storage.put(key, new Uint8Array());
      await storage.remove(key);
    },
    async *list(below) {
      for await (const found of listBucket(s3, inside(below)))
        yield { ...found, key: found.key.slice(inside('').length) };
    },
  };
}
