import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { type ArchivedFile, CHECKSUM_DIGITS, isHistory, listArchived } from './archived-log.ts';
import { decrypt } from './encryption.ts';
import { BackupFault } from './faults.ts';
import { completeOf, listBackups } from './manifest.ts';
import { readObject, sha256Of } from './parts.ts';
import type { Archive, DatabaseBackup } from './restore-plan.ts';
import type { BackupTarget } from './target.ts';

export interface ArchiveSource {
  target: BackupTarget;
  /** Without any, the histories of timelines cannot be read. */
  identities: readonly string[];
}

/** Everything that the plan of a restore depends on. */
export async function readArchive({ target, identities }: ArchiveSource): Promise<Archive> {
  await target.check();
  const backups = completeOf(await listBackups(target)).filter(
    (each): each is DatabaseBackup => each.database !== null,
  );
  const log = await listArchived(target);
  const histories = new Map<number, string>();
  for (const file of log.filter(isHistory))
    if (identities.length > 0)
      histories.set(file.timeline, String(await fetchArchived(file, { target, identities })));
  return { backups, log, histories };
}

/** The content of a file of the log; throws if it is not what was archived. */
export async function fetchArchived(
  file: ArchivedFile,
  { target, identities }: ArchiveSource,
): Promise<Buffer> {
  const sealed = await readObject(target, file.key);
  const where = `${file.key} in ${target.name}`;
  if (!sealed) throw new BackupFault(`A segment of the log has vanished: ${where}. Run the restore again.`);
  const bytes = await unseal(sealed, identities).catch((error) => {
    if (error instanceof BackupFault) throw error;
    return null;
  });
  if (bytes && sha256Of(bytes).slice(0, CHECKSUM_DIGITS) === file.checksum) return bytes;
  throw new BackupFault(
    `A segment of the log was changed or cut short: ${where}. Restore to an instant before ` +
      `${file.until} with --at, or from a later backup with --backup ID.`,
  );
}

async function unseal(sealed: Buffer, identities: readonly string[]): Promise<Buffer> {
  const plain = await decrypt(identities, Readable.from([sealed]));
  return promisify(zstdDecompress)(Buffer.concat(await plain.toArray()));
}
