import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Backups of the deployment, and the archive of the write-ahead log; null: there is none. */
export interface BackupState {
  /** Seconds since the last successful one was complete. */
  backupAge: number | null;
  /** Of the last successful one, in the target. */
  backupBytes: number | null;
  /** Whether the latest one failed. */
  isBackupFailed: boolean | null;
  backupError: string | null;
  /** Seconds since a backup was last restored and audited without a mismatch. */
  verifiedAge: number | null;
  isVerificationFailed: boolean | null;
  verificationError: string | null;
  /** Complete segments of the log that are not archived, and seconds since the oldest was complete. */
  waitingSegments: number | null;
  archiveLag: number | null;
}

export function readBackupState(database: Database): Promise<BackupState> {
  return database.transaction({ orgId: null, access: 'read', isDirectory: true }, async (tx) => {
    const { rows } = await sql<BackupState>`
      select ${ageOf('made.last_success')} as backup_age, made.size_bytes::float8 as backup_bytes,
        ${hasFailed('made')} as is_backup_failed, made.last_error as backup_error,
        ${ageOf('verified.last_success')} as verified_age,
        ${hasFailed('verified')} as is_verification_failed, verified.last_error as verification_error,
        log.waiting as waiting_segments, log.oldest_seconds as archive_lag
      from backup_state() as made, backup_state() as verified, archive_state() as log
      where made.kind = 'BACKUP' and verified.kind = 'VERIFICATION'`.execute(tx);
    const [state] = rows;
    if (!state) throw new Error('the database does not know the state of its backups');
    return state;
  });
}

function ageOf(column: string) {
  return sql`greatest(0, extract(epoch from clock_timestamp() - ${sql.ref(column)}))::float8`;
}

/** Unknown before the first one. */
function hasFailed(table: string) {
  const [run, error] = [sql.ref(`${table}.last_run`), sql.ref(`${table}.last_error`)];
  return sql`case when ${run} is not null then ${error} is not null end`;
}
