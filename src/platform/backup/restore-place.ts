import { chown, lstat, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isProcessRunning } from '../db/embedded-inspect.ts';
import { RESTORES } from '../files/data-directory.ts';
import { flushFolder } from '../files/flush-folder.ts';
import { BackupFault } from './faults.ts';

/** The folder of a restore. A kill leaves the data directory without a database, or whole. */
export interface RestorePlace {
  /** Here everything is prepared. */
  work: string;
  /** The owner of the data directory, if it has to be given to another user. */
  owner: { uid: number; gid: number };
  /** Moves everything to its place, the database last. */
  finish(): Promise<void>;
  /** Removes what was prepared. */
  abandon(): Promise<void>;
}

const MOVING = 'moving';
const OF_FILE_SYSTEMS = /^(?:lost\+found|\..+)$/;

/** Throws when the folder has anything in it, but removes what an interrupted restore has left. */
export async function openRestorePlace(dataDir: string): Promise<RestorePlace> {
  await rejectDatabase(dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch((error) => {
    throw new BackupFault(`The folder ${dataDir} cannot be created: ${error.message}`);
  });
  await removeInterrupted(dataDir);
  const names = (await readdir(dataDir)).filter((name) => !OF_FILE_SYSTEMS.test(name));
  if (names.length > 0)
    throw new BackupFault(
      `${dataDir} is not empty (${names.slice(0, 3).join(', ')}). Move its content away, or restore into ` +
        'another folder with --to FOLDER.',
    );
  const { uid, gid } = await stat(dataDir);
  const work = join(dataDir, `.restore-${process.pid}`);
  await mkdir(work, { mode: 0o700 }).catch((error) => {
    throw new BackupFault(`Nothing can be written to ${dataDir}: ${error.message}`);
  });
  if (process.getuid?.() === 0) await chown(work, uid, gid);
  return {
    ...{ work, owner: { uid, gid } },
    finish: () => moveAll(work, dataDir),
    abandon: () => rm(work, { recursive: true, force: true, maxRetries: 10 }),
  };
}

async function rejectDatabase(dataDir: string): Promise<void> {
  const found = await lstat(join(dataDir, 'pg')).catch(() => null);
  if (!found) return;
  const lock = await readFile(join(dataDir, 'pg/postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(lock.split('\n')[0]);
  if (pid > 0 && (await isProcessRunning(pid)))
    throw new BackupFault(
      `The database in ${dataDir} is in use (process ${pid}). Stop the service and move the folder away, ` +
        'or restore into another folder with --to FOLDER.',
    );
  throw new BackupFault(
    `${dataDir} already has a database. A restore never overwrites one: move the folder away, or restore ` +
      'into another folder with --to FOLDER.',
  );
}

async function removeInterrupted(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = RESTORES.exec(name)?.[1];
    if (pid === undefined) continue;
    if (await isProcessRunning(Number(pid)))
      throw new BackupFault(`Another restore into ${dataDir} is running (process ${pid}).`);
    // It had begun to move its result here, but not the database.
    const moved = await readFile(join(dataDir, name, MOVING), 'utf8').catch(() => '');
    for (const each of moved.split('\n').filter(Boolean))
      await rm(join(dataDir, each), { recursive: true, force: true });
    await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 10 });
  }
}

async function moveAll(work: string, dataDir: string): Promise<void> {
  const names = (await readdir(work)).filter((name) => /^(?:files|credentials[\w.-]*\.json)$/.test(name));
  await writeFile(join(work, MOVING), names.join('\n'), { flush: true });
  await flushFolder(work);
  for (const name of [...names, 'pg']) await rename(join(work, name), join(dataDir, name));
  await rm(work, { recursive: true });
  await flushFolder(dataDir);
}
