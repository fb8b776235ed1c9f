import { type Client, withClient } from './client.ts';
import type { Connection } from './servers.ts';

export interface BackupRun {
  kind: 'BACKUP' | 'VERIFICATION';
  backupId: string | null;
  startedAt: Temporal.Instant;
  sizeBytes: number;
  /** Null: it succeeded. */
  error: string | null;
}

const KEPT = 1000;

/** Records a run that has just ended; does nothing in a database that has yet to be migrated. */
export function recordBackupRun(connection: Connection, run: BackupRun): Promise<void> {
  return withClient(connection, async (client: Client) => {
    const known = await client.query("select from pg_class where oid = to_regclass('backup_runs')");
    if (known.rowCount === 0) return;
    await client.query(
      `insert into backup_runs (kind, backup_id, started_at, finished_at, size_bytes, error)
        values ($1, $2, $3, clock_timestamp(), $4, $5)`,
      [run.kind, run.backupId, run.startedAt.toString(), run.sizeBytes, run.error?.slice(0, 1000) ?? null],
    );
    await client.query(
      'delete from backup_runs where run_id <= (select max(run_id) - $1::bigint from backup_runs)',
      [KEPT],
    );
  });
}

/** Completes the current segment of the log, so that it can be archived. */
export async function switchLogSegment(connection: Connection): Promise<void> {
  await withClient(connection, (client) => client.query('select pg_switch_wal()'));
}

/** When the latest one ended, whether it failed or not; null before the first. */
export function readLastRun(
  connection: Connection,
  kind: BackupRun['kind'],
): Promise<Temporal.Instant | null> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ at: Date | null }>(
      'select max(finished_at) as at from backup_runs where kind = $1',
      [kind],
    );
    const at = rows[0]?.at ?? null;
    return at && Temporal.Instant.fromEpochMilliseconds(at.getTime());
  });
}
