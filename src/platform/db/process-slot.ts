import { setTimeout as sleep } from 'node:timers/promises';
import { LOCK_CLASS } from './advisory-locks.ts';
import { Client } from './client.ts';
import type { Connection } from './servers.ts';

/** The number of a process among those that share a database: small, and unique while it runs. */
export interface ProcessSlot {
  /** From 1; 0 is for work that belongs to no process. */
  current(): number;
  release(): Promise<void>;
}

const SLOTS = 64;
const PAUSE_MS = 1_000;

/**
 * Takes the smallest free number with an advisory lock on its own connection, and takes one again when that
 * connection is lost. Two processes may then share a number for a moment: they wait for each other at hot
 * rows, and nothing is wrong. With more processes than numbers, the last ones share.
 */
export async function takeProcessSlot(
  connection: Connection,
  onError: (error: Error) => void,
): Promise<ProcessSlot> {
  let isReleased = false;
  let slot = SLOTS + 1;
  let client = await connect();
  async function connect(): Promise<Client> {
    const next = new Client({ ...connection, application_name: 'tallymark slot', keepAlive: true });
    next.on('error', onError);
    await next.connect();
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
      } catch {
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
