import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { readLastRun } from '../db/backup-runs.ts';
import type { Connection } from '../db/servers.ts';
import type { Logger } from '../http/server.ts';

export interface Verifying {
  connection: Connection;
  /** Null: never by itself. */
  everyHours: number | null;
  /** Its program, with the word that tells it what to do. */
  command: readonly string[];
  logger: Logger;
}

const ASKED_EVERY_MS = 60_000;

/** Runs the command that restores and audits a backup when it is due; it records its result itself. */
export async function keepVerifying(verifying: Verifying, ending: AbortSignal): Promise<void> {
  const { everyHours, logger } = verifying;
  while (everyHours !== null && !ending.aborted) {
    await sleep(ASKED_EVERY_MS, undefined, { signal: ending }).catch(() => undefined);
    if (ending.aborted) return;
    try {
      if (await isDue(verifying, everyHours)) await verify(verifying, ending);
    } catch (error) {
      logger.error({ err: error }, 'a backup could not be verified');
    }
  }
}

/** Before the first backup there is nothing to verify. */
async function isDue({ connection }: Verifying, everyHours: number): Promise<boolean> {
  if ((await readLastRun(connection, 'BACKUP')) === null) return false;
  const last = await readLastRun(connection, 'VERIFICATION');
  return last === null || Date.now() - last.epochMilliseconds >= everyHours * 3_600_000;
}

async function verify({ command, logger }: Verifying, ending: AbortSignal): Promise<void> {
  const args = [...process.execArgv, ...command];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], signal: ending });
  child.on('error', () => undefined);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-1000);
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code === 0) logger.info('backup verified: it was restored and audited');
  else if (!ending.aborted) logger.error({ said: said.trim() }, 'a backup could not be verified');
}
