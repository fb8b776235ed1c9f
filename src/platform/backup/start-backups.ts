import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { openClusterDirectory } from '../db/embedded-cluster.ts';
import type { Connection } from '../db/servers.ts';
import type { Logger } from '../http/server.ts';
import type { BackupSettings } from '../settings/backup.ts';
import type { FromAgent, ToAgent } from './agent-process.ts';

export interface BackupConfig {
  backup: BackupSettings | null;
  dataDir: string;
  databaseUrl: string | null;
  s3: unknown;
  logLevel: string;
}

interface Started {
  connection: Connection;
  release: string;
  /** The command that verifies a backup. */
  verification: readonly string[];
  logger: Logger;
}

export interface Backups {
  /** Archives the log until now, and ends the process. */
  stop(): Promise<void>;
}

const ENTRY = new URL('./agent-process.ts', import.meta.url).pathname;
const STOPS_WITHIN_MS = 8_000;
const KILLED_AFTER_MS = 10_000;
const PAUSES_MS = [1_000, 10_000, 60_000];

/**
 * Starts the process that archives the embedded database and backs it up; null if nothing is to be backed up.
 * One that dies is replaced: a backup that it was making is repeated.
 */
export async function startBackups(
  config: BackupConfig,
  { connection, release, verification, logger }: Started,
): Promise<Backups | null> {
  const { backup: settings, dataDir, databaseUrl, s3, logLevel } = config;
  if (settings === null || databaseUrl !== null) return null;
  const { host, port, user, database } = connection;
  const options = {
    ...{ settings: { ...settings, identities: settings.recipients.length > 0 ? [] : settings.identities } },
    ...{ connection: { host, port, user, database } as Connection, dataDir, release, verification },
    clusterPath: (await openClusterDirectory(dataDir)).path,
    areFilesInBucket: s3 !== null,
  };
  const start = () => startProcess({ kind: 'start', options, logLevel });
  let child = await start();
  let isStopping = false;
  const follow = () => child.once('exit', (code, signal) => void replace(signal ?? String(code)));
  const replace = async (end: string) => {
    for (let tries = 0; !isStopping; tries++) {
      logger.error({ end }, 'the backup process exited and is being restarted');
      await sleep(PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)], undefined, { ref: false });
      if (isStopping) return;
      try {
        child = await start();
        follow();
        return;
      } catch (error) {
        logger.error({ err: error }, 'the backup process cannot be started');
      }
    }
  };
  follow();
  return {
    stop: async () => {
      isStopping = true;
      await end(child);
    },
  };
}

/** Throws what the process says when its settings can never work. */
async function startProcess(message: ToAgent): Promise<ChildProcess> {
  const child = fork(ENTRY, { execArgv: process.execArgv, serialization: 'advanced' });
  child.on('error', () => undefined);
  const said = new Promise<FromAgent>((resolve) => {
    child.once('message', (answer) => resolve(answer as FromAgent));
    child.once('exit', () => resolve({ kind: 'failed', why: 'the backup process exited at its start' }));
  });
  child.send(message);
  const answer = await said;
  if (answer.kind === 'started') return child;
  child.kill('SIGKILL');
  throw new Error(answer.why);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.send({ kind: 'stop', withinMs: STOPS_WITHIN_MS } satisfies ToAgent, () => undefined);
  const timer = setTimeout(() => child.kill('SIGKILL'), KILLED_AFTER_MS);
  await exited;
  clearTimeout(timer);
}
