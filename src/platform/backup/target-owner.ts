import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { BackupFault } from './faults.ts';
import { readObject } from './parts.ts';
import type { BackupTarget } from './target.ts';

/** Says in the target which service archives to it, so that no two do. */
export interface TargetOwner {
  /** Throws while another service owns the target. */
  claim(): Promise<void>;
  /** At a clean stop: another one need not wait. */
  release(): Promise<void>;
}

interface Owner {
  instance: string;
  systemIdentifier: string;
  host: string;
  pid: number;
  seenAt: string;
  isReleased: boolean;
}

const KEY = 'owner.json';
const FILE = 'archive-owner';
/** A service says every minute that it is there. */
const SAID_EVERY_MS = 60_000;
const GONE_AFTER_MS = 180_000;

export async function targetOwner(
  target: BackupTarget,
  { dataDir, systemIdentifier }: { dataDir: string; systemIdentifier: string },
  now: () => number = Date.now,
): Promise<TargetOwner> {
  const instance = await readInstance(dataDir);
  let saidMs = 0;
  const say = async (isReleased: boolean) => {
    const seenAt = new Date(now()).toISOString();
    const owner: Owner = {
      instance,
      systemIdentifier,
      host: hostname(),
      pid: process.pid,
      seenAt,
      isReleased,
    };
    await target.put(KEY, Buffer.from(JSON.stringify(owner)));
    saidMs = isReleased ? 0 : now();
  };
  const read = async (): Promise<Owner | null> => {
    const text = await readObject(target, KEY);
    return text && (JSON.parse(String(text)) as Owner);
  };
  return {
    claim: async () => {
      const owner = await read();
      if (owner && owner.systemIdentifier !== systemIdentifier)
        throw new BackupFault(
          `BACKUP_TARGET ${target.name} has the archive of another database, of ${owner.host}. Set it to a ` +
            'folder or a prefix of its own.',
        );
      if (owner && owner.instance !== instance && isThere(owner, now()))
        throw new BackupFault(
          `Another service archives to BACKUP_TARGET ${target.name}: process ${owner.pid} on ` +
            `${owner.host}, at ${owner.seenAt}. Stop it, or give this one another BACKUP_TARGET; until ` +
            'then, nothing is archived.',
        );
      if (owner?.instance !== instance || owner.isReleased || now() - saidMs >= SAID_EVERY_MS)
        await say(false);
    },
    release: async () => {
      if ((await read())?.instance === instance) await say(true);
    },
  };
}

function isThere({ isReleased, seenAt }: Owner, nowMs: number): boolean {
  return !isReleased && nowMs - Date.parse(seenAt) < GONE_AFTER_MS;
}

/** Of this data directory; a restored one has another. */
async function readInstance(dataDir: string): Promise<string> {
  const path = join(dataDir, FILE);
  const known = await readFile(path, 'utf8').catch(() => '');
  if (known !== '') return known.trim();
  const made = randomUUID();
  await writeFile(`${path}.tmp`, made, { mode: 0o600, flush: true });
  await rename(`${path}.tmp`, path);
  return made;
}
