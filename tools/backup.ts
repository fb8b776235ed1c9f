// Backups of the database and the files:  npm run backup [-- key | list]
import { readFile } from 'node:fs/promises';
import { readConfig } from '#config';
import { readArchive } from '#platform/backup/archive.ts';
import { makeKeys } from '#platform/backup/encryption.ts';
import { BackupFault } from '#platform/backup/faults.ts';
import { type BackupSource, makeBackup } from '#platform/backup/make-backup.ts';
import { listBackups } from '#platform/backup/manifest.ts';
import { type Part, sizeOf } from '#platform/backup/parts.ts';
import { reachOf } from '#platform/backup/restore-plan.ts';
import { openTarget } from '#platform/backup/target.ts';
import { verifyBackup } from '#platform/backup/verify-backup.ts';
import { recordBackupRun } from '#platform/db/backup-runs.ts';
import { identifyCluster } from '#platform/db/backup-session.ts';
import { openClusterDirectory } from '#platform/db/embedded-cluster.ts';
import type { Connection } from '#platform/db/servers.ts';
import type { BackupSettings } from '#platform/settings/backup.ts';
import { messageOf, withAnySchema } from './command-database.ts';

const AUDIT = new URL('./audit.ts', import.meta.url).pathname;
const USAGE = 'npm run backup -- list | verify | key';

async function printKey(): Promise<void> {
  const { identity, recipient } = await makeKeys();
  console.log(
    `# Keep this identity apart from the service and from its backups: nothing can be restored without it.`,
  );
  console.log(`# BACKUP_RECIPIENT=${recipient}`);
  console.log(identity);
}

async function list(settings: BackupSettings): Promise<void> {
  const target = openTarget(settings.target);
  const archive = await readArchive({ target, identities: settings.identities });
  const found = await listBackups(target);
  for (const each of found) {
    if (each.manifest === null) console.log(`${each.id}  unusable: ${each.why}`);
    else if (each.manifest.database === null) console.log(`${each.id}  files only`);
    const base = archive.backups.find(({ id }) => id === each.id);
    if (!base) continue;
    const { from, until } = reachOf(archive, base);
    const megabytes = megabytesOf(base.database.parts);
    console.log(`${base.id}  ${megabytes} MB, ${base.files.count} files, restores to ${from} … ${until}`);
  }
  if (found.length === 0) console.log(`There is no backup in ${target.name}.`);
}

async function backUp(settings: BackupSettings): Promise<void> {
  const started = performance.now();
  const { databaseUrl } = readConfig();
  const made =
    databaseUrl === null ? await backUpEmbedded(settings) : await makeBackup(settings, await describe(null));
  const megabytes = megabytesOf([...(made.database?.parts ?? []), ...made.files.parts]);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`Backup ${made.id} is complete: ${megabytes} MB, ${made.files.count} files, in ${seconds} s.`);
  if (made.database === null)
    console.log('It has the files only: the database of DATABASE_URL is backed up by its own tools.');
  if (made.files.place === 'BUCKET')
    console.log(
      'It has the database only: the files are in the bucket of S3_BUCKET, which needs its own protection.',
    );
}

/** Restores the newest backup into a scratch folder and audits it; the database keeps the result. */
async function verify(settings: BackupSettings): Promise<void> {
  const { dataDir, databaseUrl, databaseOsUser: osUser, s3 } = readConfig();
  if (databaseUrl !== null)
    throw new BackupFault('The database of DATABASE_URL is backed up, and verified, by its own tools.');
  const startedAt = Temporal.Now.instant();
  const request = { settings, dataDir, osUser, areFilesInBucket: s3 !== null, say: console.log };
  const verified = verifyBackup(request, { program: AUDIT, env: process.env });
  const outcome = await verified.then(
    ({ plan }) => ({ backupId: plan.base.id, error: null }),
    (error: unknown) => ({ backupId: null, error: messageOf(error) }),
  );
  await withAnySchema((connection) =>
    recordBackupRun(connection, { kind: 'VERIFICATION', startedAt, sizeBytes: 0, ...outcome }),
  );
  if (outcome.error !== null) throw new BackupFault(outcome.error);
  console.log(`Backup ${outcome.backupId} was restored, and all invariants hold in it.`);
}

function backUpEmbedded(settings: BackupSettings) {
  return withAnySchema(async (connection) => {
    const startedAt = Temporal.Now.instant();
    const made = await makeBackup(settings, await describe(connection));
    const sizeBytes = sizeOf(made.database?.parts ?? []);
    await recordBackupRun(connection, {
      kind: 'BACKUP',
      backupId: made.id,
      startedAt,
      sizeBytes,
      error: null,
    });
    return made;
  });
}

function megabytesOf(parts: readonly Part[]): number {
  return Math.ceil(sizeOf(parts) / 1e6);
}

/** With the connection to the embedded database, if that is used. */
async function describe(connection: Connection | null): Promise<BackupSource> {
  const { dataDir, s3 } = readConfig();
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  return {
    release: (JSON.parse(text) as { version: string }).version,
    ...{ dataDir, areFilesInBucket: s3 !== null },
    embedded: connection && {
      ...{ connection, clusterPath: (await openClusterDirectory(dataDir)).path },
      ...(await identifyCluster(connection)),
    },
  };
}

async function run(verb: string | undefined): Promise<void> {
  if (verb === 'key') return printKey();
  if (verb !== undefined && verb !== 'list' && verb !== 'verify') throw new BackupFault(USAGE);
  const { backup } = readConfig();
  if (backup === null)
    throw new BackupFault(
      'Set BACKUP_TARGET to the folder or the bucket of the backups, as docs/backup-and-restore.md says.',
    );
  if (verb === 'verify') return verify(backup);
  return verb === 'list' ? list(backup) : backUp(backup);
}

try {
  await run(process.argv[2]);
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
