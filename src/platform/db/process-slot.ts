import { setTimeout as sleep } from 'node:timers/promises';
import { LOCK_CLASS } from './advisory-locks.ts';
import { Client } from './client.ts';
import { lockMigrations, unlockMigrations } from './lock-migrations.ts';
import { UnknownSchema } from './migration-files.ts';
import { connectionNameOf, type Release } from './running-processes.ts';
import type { Connection } from './servers.ts';

/** The number of a process among those that share a database: small, and unique while it runs. */
export interface ProcessSlot {
  /** From 1; 0 is for work that belongs to no process. */
  current(): number;
  release(): Promise<void>;
}

export interface SlotOptions {
  /** Told to the processes of other releases. */
  release: Release;
  /** Throws `UnknownSchema` if the database is no longer one for this release. */
  checkSchema(client: Client): Promise<void>;
  onError(error: Error): void;
  /** Called when that happened while the connection was lost: the process must stop. */
  onOutdated(error: Error): void;
}

const SLOTS = 64;
const PAUSE_MS = 1_000;

/**
 * Takes the smallest free number with an advisory lock on its own connection, and takes one again when that
 * connection is lost. Two processes may then share a number for a moment: they wait for each other at hot
 * rows, and nothing is wrong. With more processes than numbers, the last ones share. A newer release that
 * migrates sees the connection: the schema is checked under the lock of migrations, before any other use.
 */
export async function takeProcessSlot(
  connection: Connection,
  { release, checkSchema, onError, onOutdated }: SlotOptions,
): Promise<ProcessSlot> {
  const application_name = connectionNameOf(release);
  let isReleased = false;
  let slot = SLOTS + 1;
  let client = await connect();
  async function connect(): Promise<Client> {
    const next = new Client({ ...connection, application_name, keepAlive: true });
    next.on('error', onError);
    await next.connect();
    await lockMigrations(next, 'shared');
    await checkSchema(next).catch(async (error) => {
      await next.end();
      throw error;
    });
    await unlockMigrations(next, 'shared');
    for (let candidate = 1; candidate <= SLOTS; candidate++) {
      const { rows } = await next.query('select pg_try_advisory_lock($1, $2) as taken', [
        LOCK_CLASS.processSlot,
        candidate,
      ]);
      if (!rows[0]?.taken) continue;
      slot = candidate;
      break;
    }
    next.once('end', () => void again());
    return next;
  }
  async function again(): Promise<void> {
    while (!isReleased) {
      await sleep(PAUSE_MS, undefined, { ref: false });
      try {
        if (!isReleased) client = await connect();
        return;
      } catch (error) {
        if (error instanceof UnknownSchema) return onOutdated(error);
        // The database is still unavailable; everything else that needs it reports so.
      }
    }
  }
  return {
    current: () => slot,
    release: async () => {
      isReleased = true;
      await client.end();
    },
  };
}
