import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Connection } from '../db/servers.ts';
import type { BackupSettings } from '../settings/backup.ts';
import { newBackupId, storeStream, takeBase } from './base-backup.ts';
import { encryptionFor, recipientsOf } from './encryption.ts';
import { BackupFault } from './faults.ts';
import { type FileCopies, openFileCopies } from './file-copies.ts';
import { completeOf, listBackups, type Manifest, writeManifest } from './manifest.ts';
import { type BackupTarget, openTarget } from './target.ts';

export interface BackupSource {
  release: string;
  /** Where the files are, and what belongs to them. */
  dataDir: string;
  areFilesInBucket: boolean;
  /** Null: PostgreSQL is external. */
  embedded: {
    connection: Connection;
    clusterPath: string;
    systemIdentifier: string;
    masterKeyId: string | null;
  } | null;
}

/** Makes a backup now. Its manifest comes last, so one that is cut short does not exist. */
export async function makeBackup(
  settings: BackupSettings,
  source: BackupSource,
  { copies = null }: { copies?: FileCopies | null } = {},
): Promise<Manifest> {
  const target = openTarget(settings.target);
  await target.check();
  const recipients = await recipientsOf(settings);
  const encryption = encryptionFor(recipients);
  const { embedded, areFilesInBucket, dataDir, release } = source;
  if (embedded) await rejectForeignTarget(target, embedded.systemIdentifier);
  const startedAt = Temporal.Now.instant();
  const id = newBackupId(startedAt);
  const base =
    embedded && (await takeBase({ ...embedded, id, target, encryption, beside: await listKept(dataDir) }));
  const finishedAt = base?.finishedAt ?? startedAt;
  // Files are stored before the commit that refers to them: the database refers to no other.
  const files = areFilesInBucket
    ? null
    : await copyFiles(copies ?? (await openFileCopies(join(dataDir, 'files'), { target, encryption })));
  const prefix = `bases/${id}/files`;
  // Not encrypted: a service without an identity has to know which files a backup needs.
  const parts =
    files && (await storeStream(target, { prefix, encryption: null, plain: Readable.from(files) }));
  const manifest: Manifest = {
    ...{ format: 1, id, release, recipients },
    ...{ startedAt: startedAt.toString(), finishedAt: finishedAt.toString() },
    database: base && { ...base.database, masterKeyId: embedded?.masterKeyId ?? null },
    files: { place: files ? 'FOLDER' : 'BUCKET', count: files?.length ?? 0, parts: parts ?? [] },
  };
  await writeManifest(target, manifest);
  return manifest;
}

/** One line for each file of the folder. */
async function copyFiles(copies: FileCopies): Promise<string[]> {
  await copies.copyNew();
  return copies.keys().map((key) => `${key}\n`);
}

/** An operator could not tell the backups of two databases in one target apart. */
async function rejectForeignTarget(target: BackupTarget, systemIdentifier: string): Promise<void> {
  const found = completeOf(await listBackups(target)).flatMap(({ database }) => database ?? []);
  if (found.every((each) => each.systemIdentifier === systemIdentifier)) return;
  throw new BackupFault(
    `BACKUP_TARGET ${target.name} has backups of another database. Set it to a folder or a prefix of ` +
      'its own.',
  );
}

/** The first keys, as the first start wrote them. */
async function listKept(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir).catch(() => []);
  return names.filter((name) => /^credentials[\w.-]*\.json$/.test(name)).map((name) => join(dataDir, name));
}
