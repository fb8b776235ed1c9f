import { constants, createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { nullIfMissing } from '../files/null-if-missing.ts';
import { isStorageKey } from '../files/storage.ts';
import { decrypt, type Encryption } from './encryption.ts';
import { type Part, readObject, readParts, writeParts } from './parts.ts';
import type { BackupTarget } from './target.ts';

/** Encrypted copies of files, each under the key of its file. Files never change, so each is copied once. */
export interface FileCopies {
  /** Copies what is new in the folder; resolves when all of it is in the target. */
  copyNew(): Promise<{ copied: number; bytes: number }>;
  /** Keys of the files that the folder has. */
  keys(): string[];
}

/** Small files are one object; a large one has parts, and an object that lists them, stored last. */
const SMALL_BYTES = 16 * 2 ** 20;
const WHOLE = '.age';
const LISTED = '.parts';
/** A folder may get another file within the resolution of its time of change. */
const SETTLED_MS = 3_000;

export async function openFileCopies(
  folder: string,
  { target, encryption }: { target: BackupTarget; encryption: Encryption },
): Promise<FileCopies> {
  const copied = await listCopies(target);
  const folders = new Map<string, FolderState>();
  let present: string[] = [];
  return {
    keys: () => present,
    copyNew: async () => {
      const done = { copied: 0, bytes: 0 };
      present = await listFiles(folder, folders);
      for (const key of present) {
        if (copied.has(key)) continue;
        const bytes = await copyFile(join(folder, key), key, { target, encryption });
        if (bytes === null) continue;
        copied.add(key);
        done.copied += 1;
        done.bytes += bytes;
      }
      return done;
    },
  };
}

/** The keys of the files that the target has. */
export async function listCopies(target: BackupTarget): Promise<Set<string>> {
  const keys = new Set<string>();
  for await (const { key } of target.list('files/')) {
    const name = key.slice('files/'.length);
    if (name.endsWith(WHOLE)) keys.add(name.slice(0, -WHOLE.length));
    if (name.endsWith(LISTED)) keys.add(name.slice(0, -LISTED.length));
  }
  return keys;
}

/** The content of a file; null if the target does not have it. */
export async function openCopy(
  key: string,
  { target, identities }: { target: BackupTarget; identities: readonly string[] },
): Promise<Readable | null> {
  const whole = await readObject(target, `files/${key}${WHOLE}`);
  if (whole) return decrypt(identities, Readable.from([whole]));
  const list = await readObject(target, `files/${key}${LISTED}`);
  if (!list) return null;
  const parts = JSON.parse(String(list)) as Part[];
  return decrypt(identities, Readable.from(readParts(target, parts)));
}

/** The number of bytes; null if the file was removed meanwhile. */
async function copyFile(
  path: string,
  key: string,
  { target, encryption }: { target: BackupTarget; encryption: Encryption },
): Promise<number | null> {
  const file = await open(path, constants.O_RDONLY).catch(nullIfMissing);
  if (file === null) return null;
  const { size } = await file.stat();
  const stream = await encryption.encrypt(createReadStream('', { fd: file }));
  if (size <= SMALL_BYTES) {
    await target.put(`files/${key}${WHOLE}`, Buffer.concat(await stream.toArray()));
    return size;
  }
  const parts = await writeParts(target, { prefix: `files/${key}.part`, stream });
  await target.put(`files/${key}${LISTED}`, Buffer.from(JSON.stringify(parts)));
  return size;
}

interface FolderState {
  changedMs: number;
  files: string[];
  folders: string[];
}

/** Folders that have not changed since the last time are not read again. */
async function listFiles(root: string, known: Map<string, FolderState>, below = ''): Promise<string[]> {
  const path = join(root, below);
  const found = await stat(path).catch(nullIfMissing);
  if (found === null) return [];
  let state = known.get(below);
  if (!state || state.changedMs !== found.mtimeMs) {
    const entries = (await readdir(path, { withFileTypes: true }).catch(nullIfMissing)) ?? [];
    const keyOf = (name: string) => (below === '' ? name : `${below}/${name}`);
    const isSettled = Date.now() - found.mtimeMs > SETTLED_MS;
    state = {
      changedMs: isSettled ? found.mtimeMs : Number.NaN,
      files: entries.flatMap((each) => (isStoredFile(each) ? keyOf(each.name) : [])).filter(isStorageKey),
      folders: entries.flatMap((each) => (each.isDirectory() ? keyOf(each.name) : [])),
    };
    known.set(below, state);
  }
  const lists = [state.files];
  for (const folder of state.folders) lists.push(await listFiles(root, known, folder));
  return lists.flat();
}

/** What is being written has a temporary name, until it is whole. */
function isStoredFile(entry: { name: string; isFile(): boolean }): boolean {
  return entry.isFile() && !entry.name.endsWith('.tmp');
}
