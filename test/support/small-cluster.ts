import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { makeKeys } from '#platform/backup/encryption.ts';
import { type BackupSource, makeBackup } from '#platform/backup/make-backup.ts';
import type { Manifest } from '#platform/backup/manifest.ts';
import { type Restored, type RestoreRequest, restore } from '#platform/backup/restore.ts';
import { archiveSettings } from '#platform/db/archive-settings.ts';
import { identifyCluster } from '#platform/db/backup-session.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/db/embedded.ts';
import type { BackupSettings } from '#platform/settings/backup.ts';
import { makeThrowAwayFolder } from './throw-away-folder.ts';

/** A database with its backups, for tests that restore it. */
export interface SmallCluster {
  folder: string;
  dataDir: string;
  targetDir: string;
  settings: BackupSettings;
  source(): BackupSource;
  query(text: string): Promise<Record<string, unknown>[]>;
  start(): Promise<EmbeddedPostgres>;
  stop(): Promise<void>;
  backUp(): Promise<Manifest>;
  /** Into a new folder. */
  restore(changes?: Partial<RestoreRequest>): Promise<Restored & { dataDir: string }>;
  /** Rows of a database that is started for them. */
  queryIn(dataDir: string, text: string): Promise<Record<string, unknown>[]>;
  remove(): Promise<void>;
}

const log = () => undefined;

/** A new one, or a copy of an older one with a server of its own. */
export async function makeSmallCluster(from: string | null = null): Promise<SmallCluster> {
  const folder = await makeThrowAwayFolder('embedded');
  const [dataDir, targetDir] = [join(folder, 'data'), join(folder, 'target')];
  await mkdir(targetDir);
  if (from) await promisify(execFile)('cp', ['-pR', from, dataDir]);
  const keys = await makeKeys();
  const settings: BackupSettings = {
    target: { kind: 'FOLDER', path: targetDir },
    ...{
      recipients: [keys.recipient],
      identities: [keys.identity],
      intervalHours: 24,
      keepDays: 14,
      verifyHours: null,
    },
  };
  let server = await startIn(dataDir);
  let restores = 0;
  const identity = await identifyCluster(server.connection);
  const source = (): BackupSource => ({
    ...{ release: '0.1.0', dataDir, areFilesInBucket: false },
    embedded: {
      ...{
        connection: server.connection,
        clusterPath: join(dataDir, 'pg'),
        ...identity,
      },
    },
  });
  return {
    ...{ folder, dataDir, targetDir, settings, source },
    query: (text) => select(server, text),
    start: async () => {
      server = await startIn(dataDir);
      return server;
    },
    stop: () => server.stop(),
    backUp: () => makeBackup(settings, source()),
    restore: async (changes = {}) => {
      restores += 1;
      const into = join(folder, `restored-${restores}`);
      const request = { settings, dataDir: into, at: null, backupId: null, osUser: null };
      return {
        ...(await restore({ ...request, areFilesInBucket: false, say: log, ...changes })),
        dataDir: changes.dataDir ?? into,
      };
    },
    queryIn: async (restored, text) => {
      const started = await startEmbeddedPostgres({ dataDir: restored, log });
      return select(started, text).finally(() => started.stop());
    },
    remove: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

function startIn(dataDir: string): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir, log, settings: archiveSettings(true) });
}

async function select({ connection }: EmbeddedPostgres, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ ...connection });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
