import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '../files/local-storage.ts';
import { requireKey } from '../files/storage.ts';
import type { ArchiveSource } from './archive.ts';
import { BackupFault } from './faults.ts';
import { listCopies, openCopy } from './file-copies.ts';

/**
 * Writes every file of the target that the folder does not have, for a database that other tools restore.
 * Each appears whole or not at all, so the command can be repeated after a kill.
 */
export async function restoreFiles(folder: string, source: ArchiveSource): Promise<number> {
  if (source.identities.length === 0) throw new BackupFault(NO_IDENTITY);
  await source.target.check();
  let restored = 0;
  for (const key of await listCopies(source.target)) {
    const path = join(folder, requireKey(key));
    if (await stat(path).catch(() => null)) continue;
    const content = await openCopy(key, source);
    if (content === null) continue;
    await writeWhole(path, (beside) => writeNew(beside, content));
    restored += 1;
  }
  return restored;
}

export const NO_IDENTITY =
  'A backup is encrypted: set BACKUP_IDENTITY_FILE to the file with the identity that can read it.';

async function writeNew(path: string, content: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of content) await file.write(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}
