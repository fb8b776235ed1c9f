import { sql } from 'kysely';
import type { Database } from './database.ts';

/** What Prometheus shows of the database, over all active organizations. */
export interface DatabaseFigures {
  bytes: number;
  /** Bytes that were ever written to the write-ahead log, or replayed from it by a standby. */
  walBytes: number;
  isInRecovery: boolean;
  /** Sessions that wait for a lock, and since how many seconds the first of them does. */
  lockWaits: number;
  longestLockWait: number;
  /** Since how many seconds the first commit waits for a synchronous standby; 0 without one. */
  longestCommitWait: number;
  /** Scheduled work of production that is due, and since how many seconds the oldest is. */
  due: number;
  oldestDue: number;
  /** Since how many seconds the oldest job of the queue could run; 0 without one. */
  oldestQueued: number;
}

export function readDatabaseFigures(database: Database): Promise<DatabaseFigures> {
  return database.transaction({ orgId: null, access: 'snapshot', isDirectory: true }, async (tx) => {
    const { rows } = await sql<DatabaseFigures>`
      select pg_database_size(current_database())::float8 as bytes,
        pg_wal_lsn_diff(
          case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end,
          '0/0')::float8 as wal_bytes,
        pg_is_in_recovery() as is_in_recovery,
        waiting.sessions as lock_waits, waiting.longest as longest_lock_wait,
        work.pieces::float8 as due,
        greatest(0, coalesce(extract(epoch from clock_timestamp() - work.oldest), 0))::float8 as oldest_due,
        greatest(0, queue.oldest_seconds) as oldest_queued,
        greatest(0, commits.oldest_seconds) as longest_commit_wait
      from due_work_state() as work, queue_state() as queue, commit_wait_state() as commits, (
        select count(distinct pid)::integer as sessions,
          greatest(0, coalesce(extract(epoch from clock_timestamp() - min(waitstart)), 0))::float8 as longest
        from pg_locks
        where not granted and (database is null
          or database = (select oid from pg_database where datname = current_database()))
      ) as waiting`.execute(tx);
    const [figures] = rows;
    if (!figures) throw new Error('the database has no figures');
    return figures;
  });
}
