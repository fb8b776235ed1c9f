import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordBackupRun, switchLogSegment } from '../db/backup-runs.ts';
import { identifyCluster } from '../db/backup-session.ts';
import type { Connection } from '../db/servers.ts';
import type { Logger } from '../http/server.ts';
import type { BackupSettings } from '../settings/backup.ts';
import { readArchive } from './archive.ts';
import { encryptionFor, recipientsOf } from './encryption.ts';
import { type FileCopies, openFileCopies } from './file-copies.ts';
import { keepVerifying } from './keep-verifying.ts';
import { listWaiting, logArchiver } from './log-archiver.ts';
import { causeLog } from './log-causes.ts';
import { makeBackup } from './make-backup.ts';
import { nextBackupMs } from './next-backup.ts';
import { sizeOf } from './parts.ts';
import { removeOutdated } from './retention.ts';
import { type BackupTarget, openTarget } from './target.ts';
import { targetOwner } from './target-owner.ts';

export interface AgentOptions {
  settings: BackupSettings;
  connection: Connection;
  clusterPath: string;
  dataDir: string;
  areFilesInBucket: boolean;
  release: string;
  /** The command that verifies a backup. */
  verification: readonly string[];
  logger: Logger;
}

/** Archives the log all the time, and makes backups when they are due. */
export interface Agent {
  /** Archives what is written until now, for at most so long. */
  stop(withinMs: number): Promise<void>;
}

const POLL_MS = 500;
const PAUSES_MS = [1_000, 5_000, 15_000, 60_000];
const BACKUP_PAUSES_MS = [60_000, 300_000, 1_800_000];

/** Settings that can never work end the start; a target that is away does not. */
export async function startAgent(options: AgentOptions): Promise<Agent> {
  const { settings, connection, clusterPath, dataDir, logger } = options;
  const target = openTarget(settings.target);
  const encryption = encryptionFor(await recipientsOf(settings));
  const { systemIdentifier } = await identifyCluster(connection);
  const owner = await targetOwner(target, { dataDir, systemIdentifier });
  let copies: FileCopies | null = null;
  const openCopies = async () => {
    if (options.areFilesInBucket) return null;
    copies ??= await openFileCopies(join(dataDir, 'files'), { target, encryption });
    return copies;
  };
  const copyFiles = async () => (await openCopies())?.copyNew();
  const archiver = logArchiver({ clusterPath, target, encryption, owner, copyFiles });
  const ending = new AbortController();
  const archiving = keepArchiving(() => archiver.storeWaiting(), { logger, ending: ending.signal });
  void keepBackingUp({ ...options, target, claim: owner.claim, openCopies }, ending.signal);
  const { verifyHours: everyHours } = settings;
  void keepVerifying({ connection, everyHours, command: options.verification, logger }, ending.signal);
  return {
    stop: async (withinMs) => {
      const endMs = Date.now() + withinMs;
      ending.abort();
      await Promise.race([archiving, sleep(withinMs)]);
      await switchLogSegment(connection);
      while (Date.now() < endMs && (await listWaiting(clusterPath)).length > 0) await archiver.storeWaiting();
      await owner.release();
    },
  };
}

interface Watched {
  logger: Logger;
  ending: AbortSignal;
}

async function keepArchiving(store: () => Promise<number>, { logger, ending }: Watched): Promise<void> {
  const causes = causeLog(logger, {
    failure: 'the write-ahead log cannot be archived; it is kept, and tried again',
    success: 'the write-ahead log is archived again',
  });
  for (let failures = 0; !ending.aborted; ) {
    try {
      if ((await store()) > 0) causes.succeeded();
      failures = 0;
    } catch (error) {
      causes.failed(error);
      failures += 1;
    }
    await pause(failures === 0 ? POLL_MS : pauseAfter(PAUSES_MS, failures), ending);
  }
}

interface Due extends AgentOptions {
  target: BackupTarget;
  claim(): Promise<void>;
  openCopies(): Promise<FileCopies | null>;
}

async function keepBackingUp(due: Due, ending: AbortSignal): Promise<void> {
  const { settings, target, logger } = due;
  const causes = causeLog(logger, {
    failure: 'a backup failed; it will be repeated',
    success: 'backups work again',
  });
  for (let failures = 0; !ending.aborted; ) {
    const startedAt = Temporal.Now.instant();
    try {
      await due.claim();
      const archive = await readArchive({ target, identities: [] });
      const waitMs = await nextBackupMs(due, archive, settings.intervalHours);
      if (waitMs === 0) await backUp(due, startedAt);
      causes.succeeded();
      failures = 0;
      await pause(Math.min(Math.max(waitMs, 1_000), 600_000), ending);
    } catch (error) {
      if (ending.aborted) return;
      causes.failed(error);
      failures += 1;
      await recordFailure(due, startedAt, error);
      await pause(pauseAfter(BACKUP_PAUSES_MS, failures), ending);
    }
  }
}

async function backUp(due: Due, startedAt: Temporal.Instant): Promise<void> {
  const { settings, target, connection, clusterPath, release, dataDir, logger } = due;
  const copies = await due.openCopies();
  const made = await makeBackup(
    settings,
    {
      ...{ release, dataDir, areFilesInBucket: due.areFilesInBucket },
      embedded: { connection, clusterPath, ...(await identifyCluster(connection)) },
    },
    { copies },
  );
  const sizeBytes = sizeOf(made.database?.parts ?? []);
  await recordBackupRun(connection, { kind: 'BACKUP', backupId: made.id, startedAt, sizeBytes, error: null });
  const ms = Temporal.Now.instant().since(startedAt).total('milliseconds');
  logger.info({ backup: made.id, sizeBytes, files: made.files.count, ms: Math.round(ms) }, 'backup complete');
  const removed = await removeOutdated(target, { keepDays: settings.keepDays, copies, nowMs: Date.now() });
  if (removed.backups + removed.segments + removed.files > 0)
    logger.info(removed, 'outdated backups removed');
}

/** As well as possible: the reason of the failure may be the database itself. */
async function recordFailure(
  { connection }: Due,
  startedAt: Temporal.Instant,
  error: unknown,
): Promise<void> {
  const why = error instanceof Error ? error.message : String(error);
  const run = { kind: 'BACKUP' as const, backupId: null, startedAt, sizeBytes: 0, error: why };
  await recordBackupRun(connection, run).catch(() => undefined);
}

function pauseAfter(pauses: readonly number[], failures: number): number {
  return pauses[Math.min(failures, pauses.length) - 1] ?? 0;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
