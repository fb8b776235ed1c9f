import { chown, mkdir, open, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { prepareRestored, type Recovered, recoverCluster } from '../db/recover-cluster.ts';
import { requireKey } from '../files/storage.ts';
import type { BackupSettings } from '../settings/backup.ts';
import { type ArchiveSource, fetchArchived, readArchive } from './archive.ts';
import { BackupFault } from './faults.ts';
import { openCopy } from './file-copies.ts';
import { NO_IDENTITY } from './restore-files.ts';
import { openRestorePlace, type RestorePlace } from './restore-place.ts';
import { planRestore, type RestorePlan } from './restore-plan.ts';
import { openTarget } from './target.ts';
import { openStream, unpack } from './unpack-base.ts';

export interface RestoreRequest {
  settings: BackupSettings;
  /** An empty folder, or one that does not exist. */
  dataDir: string;
  at: Temporal.Instant | null;
  backupId: string | null;
  osUser: string | null;
  areFilesInBucket: boolean;
  /** Tells the operator what is being done. */
  say: (line: string) => void;
}

export interface Restored {
  plan: RestorePlan;
  lastCommit: Temporal.Instant | null;
  files: number;
  /** Keys of files that the database refers to, and the target does not have. */
  missing: string[];
}

/** Restores into a folder; until it has ended, the folder has no database. */
export async function restore(request: RestoreRequest): Promise<Restored> {
  const { settings, say } = request;
  const target = openTarget(settings.target);
  const { identities } = settings;
  if (identities.length === 0) throw new BackupFault(NO_IDENTITY);
  const source = { target, identities };
  const plan = planRestore(await readArchive(source), request.at, request.backupId);
  const { base, segments } = plan;
  const place = await openRestorePlace(request.dataDir);
  try {
    const size = megabytes(base.database.sizeBytes);
    say(`Backup ${base.id} of ${base.finishedAt}: ${size}, ${segments.length} segments of the log.`);
    await unpack(await openStream(base.database.parts, source), place.work);
    await fetchLog(plan, join(place.work, 'pg/pg_wal'), source);
    say('Replaying the log.');
    const recovered = await recover(request, plan, place);
    const files = request.areFilesInBucket
      ? { count: 0, missing: [] }
      : await fetchFiles(recovered.fileKeys, place, source);
    await place.finish();
    return { plan, lastCommit: recovered.lastCommit, files: files.count, missing: files.missing };
  } catch (error) {
    await place.abandon();
    throw error;
  }
}

async function fetchLog(plan: RestorePlan, folder: string, source: ArchiveSource): Promise<void> {
  await mkdir(join(folder, 'archive_status'), { recursive: true, mode: 0o700 });
  for (const file of [...plan.histories, ...plan.segments]) {
    await writeFile(join(folder, file.name), await fetchArchived(file, source), { mode: 0o600 });
    // The archive has it already.
    await writeFile(join(folder, 'archive_status', `${file.name}.done`), '', { mode: 0o600 });
  }
}

function recover(
  { osUser, say }: RestoreRequest,
  plan: RestorePlan,
  place: RestorePlace,
): Promise<Recovered> {
  const { timeline, at } = plan;
  return recoverCluster({ folder: place.work, timeline, at, osUser, log: say }, (connection) =>
    prepareRestored(connection, at),
  );
}

async function fetchFiles(keys: readonly string[], place: RestorePlace, source: ArchiveSource) {
  const missing: string[] = [];
  for (const key of keys) {
    const copy = await openCopy(requireKey(key), source);
    if (copy) await writeFileOf(join(place.work, 'files', key), copy, place);
    else missing.push(key);
  }
  return { count: keys.length - missing.length, missing };
}

async function writeFileOf(path: string, content: Readable, { work, owner }: RestorePlace): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of content) await file.write(chunk);
    await file.sync();
    if (isRoot) await file.chown(owner.uid, owner.gid);
  } finally {
    await file.close();
  }
  for (let folder = dirname(path); isRoot && folder !== work; folder = dirname(folder))
    await chown(folder, owner.uid, owner.gid);
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6)} MB`;
}
