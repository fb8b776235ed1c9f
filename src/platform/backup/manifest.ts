import { type Part, readObject } from './parts.ts';
import type { BackupTarget } from './target.ts';

/** What a backup consists of. It is stored last: without one, there is no backup. */
export interface Manifest {
  format: 1;
  id: string;
  /** The release of Tallymark that made it. */
  release: string;
  startedAt: string;
  /** The earliest instant to which it can be restored. */
  finishedAt: string;
  recipients: string[];
  /** Null: PostgreSQL is external, and its own tools back it up. */
  database: BackedUpDatabase | null;
  files: BackedUpFiles;
}

export interface BackedUpDatabase {
  /** Which cluster it is, whatever its age. */
  systemIdentifier: string;
  /** The major version. */
  postgres: string;
  timeline: number;
  startLsn: string;
  stopLsn: string;
  /** The id of the master key that wraps its keys; null: they are not wrapped. */
  masterKeyId: string | null;
  /** Of the unencrypted archive. */
  sizeBytes: number;
  parts: Part[];
}

export interface BackedUpFiles {
  /** BUCKET: they have a bucket of their own, and are not in the backup. */
  place: 'FOLDER' | 'BUCKET';
  count: number;
  /** The list of files, one key a line, compressed; empty for a bucket. */
  parts: Part[];
}

export type FoundBackup =
  | { id: string; manifest: Manifest }
  /** The reason why it cannot be used. */
  | { id: string; manifest: null; why: string };

export const manifestKey = (id: string) => `bases/${id}/manifest.json`;

export async function writeManifest(target: BackupTarget, manifest: Manifest): Promise<void> {
  await target.put(manifestKey(manifest.id), Buffer.from(JSON.stringify(manifest, null, 1)));
}

/** The oldest first. Those that have no manifest are being made, or were never completed. */
export async function listBackups(target: BackupTarget): Promise<FoundBackup[]> {
  const found: FoundBackup[] = [];
  for await (const { key } of target.list('bases/')) {
    const [, id] = /^bases\/([\w-]+)\/manifest\.json$/.exec(key) ?? [];
    if (id !== undefined) found.push(await readManifest(target, id));
  }
  return found;
}

/** Those that can be used. */
export function completeOf(found: readonly FoundBackup[]): Manifest[] {
  return found.flatMap(({ manifest }) => manifest ?? []);
}

async function readManifest(target: BackupTarget, id: string): Promise<FoundBackup> {
  const text = String((await readObject(target, manifestKey(id))) ?? '');
  try {
    const manifest = JSON.parse(text) as Partial<Manifest>;
    if (manifest.format !== 1) return { id, manifest: null, why: 'a newer release of Tallymark made it' };
    if (manifest.id === id) return { id, manifest: manifest as Manifest };
  } catch {
    // Reported like a manifest of another backup.
  }
  return { id, manifest: null, why: 'its manifest is damaged' };
}
