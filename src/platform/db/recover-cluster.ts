import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withClient } from './client.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { holdOutgoing } from './outgoing-hold.ts';
import type { Connection } from './servers.ts';

export interface Recovery {
  /** Contains the unpacked cluster as `pg`, with the archived log in `pg/pg_wal`. */
  folder: string;
  timeline: number;
  /** Null: to the end of the log. */
  at: Temporal.Instant | null;
  osUser: string | null;
  log: (message: string) => void;
}

/** What a recovered database says about itself. */
export interface Recovered {
  /** Of the last transaction in it. */
  lastCommit: Temporal.Instant | null;
  /** Keys of the files that it refers to. */
  fileKeys: string[];
}

const DAY_MS = 86_400_000;
const NOT_REACHED = /recovery ended before configured recovery target was reached/;

/**
 * Replays the log and ends the recovery, which begins a timeline of its own, runs the work, and stops the
 * server. If nothing was committed after the instant, the end of the log is that instant.
 */
export async function recoverCluster<T>(
  recovery: Recovery,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  await writeFile(join(recovery.folder, 'pg/recovery.signal'), '', { mode: 0o600 });
  const server = await start(recovery, recovery.at).catch((error) => {
    if (recovery.at === null || !NOT_REACHED.test(String(error))) throw error;
    return start(recovery, null);
  });
  try {
    return await work(server.connection);
  } finally {
    await server.stop();
  }
}

function start({ folder, timeline, osUser, log }: Recovery, at: Temporal.Instant | null) {
  return startEmbeddedPostgres({
    ...{ dataDir: folder, osUser, log: () => undefined, warn: log },
    startsWithinMs: DAY_MS,
    settings: {
      // The log is where the server keeps its own: there is nothing to fetch.
      restore_command: 'false',
      recovery_target_timeline: String(timeline),
      ...(at && { recovery_target_time: at.toString().replace('T', ' ').replace('Z', '+00') }),
      recovery_target_action: 'promote',
      // It accepts no connection until the recovery has ended.
      hot_standby: 'off',
      // What the new timeline writes belongs into the archive, when the service starts.
      archive_mode: 'on',
    },
  });
}

/** What has to be true of a restored database before a service uses it, in one transaction. */
export function prepareRestored(
  connection: Connection,
  restoredTo: Temporal.Instant | null,
): Promise<Recovered> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ recovering: boolean; last: Date | null }>(
      'select pg_is_in_recovery() as recovering, pg_last_xact_replay_timestamp() as last',
    );
    if (rows[0]?.recovering !== false) throw new Error('the recovery of the database did not end');
    const lastCommit = rows[0].last && Temporal.Instant.fromEpochMilliseconds(rows[0].last.getTime());
    await afterRestore(client, restoredTo ?? lastCommit);
    return { lastCommit, fileKeys: await listFileKeys(client) };
  });
}

type Queries = Parameters<typeof holdOutgoing>[0];

/** A database without our tables, as one of a test, has nothing to hold. */
async function afterRestore(client: Queries, restoredTo: Temporal.Instant | null): Promise<void> {
  if (!(await hasTable(client, 'organizations'))) return;
  await holdOutgoing(client, { reason: 'The database was restored from a backup.', restoredTo });
}

async function listFileKeys(client: Queries): Promise<string[]> {
  if (!(await hasTable(client, 'files'))) return [];
  const { rows } = await client.query<{ key: string }>('select storage_key as key from files order by 1');
  return rows.map(({ key }) => key);
}

async function hasTable(client: Queries, name: string): Promise<boolean> {
  const { rowCount } = await client.query('select where to_regclass($1) is not null', [name]);
  return rowCount === 1;
}
