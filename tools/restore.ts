// Restores a backup into an empty folder:  npm run restore [-- --at TIME] [--to FOLDER] [--backup ID]
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '#config';
import { BackupFault } from '#platform/backup/faults.ts';
import { type Restored, restore } from '#platform/backup/restore.ts';
import { restoreFiles } from '#platform/backup/restore-files.ts';
import { openTarget } from '#platform/backup/target.ts';
import type { BackupSettings } from '#platform/settings/backup.ts';
import { messageOf } from './command-database.ts';

const USAGE = 'npm run restore -- [--at 2030-01-31T23:59:59Z] [--to FOLDER] [--backup ID]';
const SHOWN = 20;

function readArguments(args: string[]) {
  try {
    const text = { type: 'string' } as const;
    return parseArgs({ args, options: { at: text, to: text, backup: text } }).values;
  } catch (error) {
    throw new BackupFault(`${messageOf(error)}\n${USAGE}`);
  }
}

function readInstant(text: string): Temporal.Instant {
  try {
    return Temporal.Instant.from(text);
  } catch {
    throw new BackupFault(`--at must be a time with its offset, such as 2030-01-31T23:59:59Z, not ${text}`);
  }
}

function report({ plan, lastCommit, files, missing }: Restored, folder: string): void {
  const { base, at, timeline } = plan;
  console.log(
    `Restored to ${at ?? 'the end of the archive'}, from backup ${base.id} on timeline ${timeline}, ` +
      `into ${folder}.`,
  );
  if (lastCommit) console.log(`The last transaction in it is of ${lastCommit}.`);
  console.log(`${files} files were restored.`);
  for (const key of missing.slice(0, SHOWN)) console.log(`Missing: the file ${key} is not in the target.`);
  if (missing.length > SHOWN) console.log(`Missing: ${missing.length - SHOWN} more.`);
  console.log(
    'Mails, webhooks and charges are held until an operator releases them (docs/backup-and-restore.md).',
  );
}

async function restoreFilesInto(folder: string, { target, identities }: BackupSettings): Promise<void> {
  const count = await restoreFiles(folder, { target: openTarget(target), identities });
  console.log(
    `Restored ${count} files into ${folder}. The database of DATABASE_URL is restored by its own tools.`,
  );
}

async function run(): Promise<void> {
  process.umask(0o077);
  const { at, to, backup } = readArguments(process.argv.slice(2));
  const { backup: settings, dataDir, databaseUrl, databaseOsUser: osUser, s3, masterKeys } = readConfig();
  if (settings === null)
    throw new BackupFault('Set BACKUP_TARGET to the folder or the bucket of the backups.');
  const folder = to === undefined ? dataDir : resolve(to);
  if (databaseUrl !== null) return restoreFilesInto(join(folder, 'files'), settings);
  const restored = await restore({
    ...{ settings, dataDir: folder, osUser, areFilesInBucket: s3 !== null, say: console.log },
    at: at === undefined ? null : readInstant(at),
    backupId: backup ?? null,
  });
  report(restored, folder);
  const { masterKeyId } = restored.plan.base.database;
  if (masterKeyId !== null && masterKeyId !== masterKeys.current?.id)
    console.log(`The service needs the master key ${masterKeyId} to start: set MASTER_KEY_FILE to it.`);
}

try {
  await run();
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
