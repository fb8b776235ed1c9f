import { readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import { archivedKey, CHECKSUM_DIGITS, isHistory, listArchived } from './archived-log.ts';
import type { Encryption } from './encryption.ts';
import { BackupFault } from './faults.ts';
import { stampOf } from './names.ts';
import { sha256Of } from './parts.ts';
import type { BackupTarget } from './target.ts';
import type { TargetOwner } from './target-owner.ts';

/** Stores completed files of the log, and marks them as done: PostgreSQL may then reuse them. */
export interface LogArchiver {
  /** Stores what is waiting, and returns the number of files. */
  storeWaiting(): Promise<number>;
}

export interface ArchiverParts {
  clusterPath: string;
  target: BackupTarget;
  encryption: Encryption;
  owner: TargetOwner;
  /** Brings the files into the target that the log may refer to. */
  copyFiles(): Promise<unknown>;
}

const compress = promisify(zstdCompress);
const READY = '.ready';

export function logArchiver({
  clusterPath,
  target,
  encryption,
  owner,
  copyFiles,
}: ArchiverParts): LogArchiver {
  const folder = join(clusterPath, 'pg_wal');
  /** The checksums that the target has, by timeline and name. */
  const stored = new Map<number, Map<string, string>>();
  const storedOf = async (timeline: number) => {
    const known = stored.get(timeline);
    if (known) return known;
    const found = await listArchived(target, timeline);
    const checksums = new Map(found.map(({ name, checksum }) => [name, checksum]));
    stored.set(timeline, checksums);
    return checksums;
  };
  const store = async (name: string) => {
    const bytes = await readFile(join(folder, name));
    const status = join(folder, 'archive_status', name);
    const checksum = sha256Of(bytes).slice(0, CHECKSUM_DIGITS);
    const checksums = await storedOf(Number.parseInt(name.slice(0, 8), 16));
    const known = checksums.get(name);
    if (known !== undefined && known !== checksum) throw conflict(name, target);
    if (known === undefined) {
      // When PostgreSQL completed it: what was acknowledged before is in it, or in an earlier one.
      const until = Temporal.Instant.fromEpochMilliseconds(
        Math.floor((await stat(`${status}${READY}`)).mtimeMs),
      );
      const sealed = await encryption.encrypt(Readable.from([await compress(bytes)]));
      await target.put(archivedKey(name, stampOf(until), checksum), Buffer.concat(await sealed.toArray()));
      checksums.set(name, checksum);
    }
    await rename(`${status}${READY}`, `${status}.done`);
  };
  return {
    storeWaiting: async () => {
      const waiting = await listWaiting(clusterPath);
      if (waiting.length === 0) return 0;
      await owner.claim();
      // Files are stored before the commit that refers to them, so these contain all that the segments need.
      await copyFiles();
      for (const name of waiting) await store(name);
      return waiting.length;
    },
  };
}

/** The names of files that are complete and not archived: histories first, then the oldest. */
export async function listWaiting(clusterPath: string): Promise<string[]> {
  const names = await readdir(join(clusterPath, 'pg_wal/archive_status'));
  const waiting = names.filter((name) => name.endsWith(READY)).map((name) => name.slice(0, -READY.length));
  const rankOf = (name: string) => Number(!isHistory({ name }));
  return waiting.sort().sort((one, other) => rankOf(one) - rankOf(other));
}

function conflict(name: string, target: BackupTarget): BackupFault {
  return new BackupFault(
    `BACKUP_TARGET ${target.name} has another segment ${name} of the log: this data directory is an older ` +
      'copy of one that went on. Restore with npm run restore, or set BACKUP_TARGET to another place.',
  );
}
