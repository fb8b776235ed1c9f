import { spawn } from 'node:child_process';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isProcessRunning } from '../db/embedded-inspect.ts';
import { BackupFault } from './faults.ts';
import { type Restored, type RestoreRequest, restore } from './restore.ts';

const FOLDER = /^\.verification-(\d+)$/;

/**
 * Restores the newest backup into a scratch folder, runs a program on it that checks it, and removes it.
 * Throws what is wrong. The folder is in the data directory, where the room of a database can be expected.
 */
export async function verifyBackup(
  request: Omit<RestoreRequest, 'at' | 'backupId'>,
  check: { program: string; env: Readonly<Record<string, string | undefined>> },
): Promise<Restored> {
  await removeAbandoned(request.dataDir);
  const scratch = join(request.dataDir, `.verification-${process.pid}`);
  await mkdir(scratch, { mode: 0o700 });
  try {
    const restored = await restore({ ...request, dataDir: scratch, at: null, backupId: null });
    await run(check.program, { ...check.env, DATA_DIR: scratch, DATABASE_URL: '' });
    if (restored.missing.length > 0)
      throw new BackupFault(`${restored.missing.length} files are missing, such as ${restored.missing[0]}.`);
    return restored;
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 20 });
  }
}

/** What a verification that was killed has left. */
async function removeAbandoned(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = FOLDER.exec(name)?.[1];
    if (pid !== undefined && !(await isProcessRunning(Number(pid))))
      await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 20 });
  }
}

async function run(program: string, env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const child = spawn(process.execPath, [...process.execArgv, program], {
    ...{ env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-900);
    });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new BackupFault(`The audit of the restored database failed: ${output.trim()}`);
}
