import { Counter, Gauge, type Registry } from 'prom-client';
import type { DatabaseFigures } from '../db/database-figures.ts';

/** Metrics of the database, of the work that is due, and of the disk. */
export interface DatabaseMetrics {
  /** Null removes the metrics, as the state is unknown. */
  setDatabase(figures: DatabaseFigures | null): void;
  /** The disk of the data directory; null if the system does not say. */
  setDisk(disk: { totalBytes: number; freeBytes: number } | null): void;
  /** Adds time that a caller has waited for a connection of a pool. */
  addPoolWait(seconds: number): void;
}

export function databaseMetrics(registry: Registry): DatabaseMetrics {
  const registers = [registry];
  const gauge = (name: string, help: string) => new Gauge({ name: `tallymark_${name}`, help, registers });
  const counter = (name: string, help: string) => new Counter({ name: `tallymark_${name}`, help, registers });
  const wal = counter(
    'database_wal_bytes_total',
    'Bytes written to the write-ahead log of the database server',
  );
  const poolWait = counter('database_pool_wait_seconds_total', 'Time that callers waited for a connection');
  const gauges = {
    bytes: gauge('database_size_bytes', 'Size of the database'),
    isInRecovery: gauge(
      'database_in_recovery',
      '1 while the database is a standby or replays its log, else 0',
    ),
    lockWaits: gauge('database_lock_waits', 'Sessions of the database that wait for a lock'),
    longestLockWait: gauge('database_longest_lock_wait_seconds', 'How long the first of them has waited'),
    longestCommitWait: gauge(
      'database_longest_commit_wait_seconds',
      'How long the first commit has waited for a synchronous standby; 0 without',
    ),
    due: gauge('scheduled_work_due', 'Scheduled work of production that is due and has not been tried'),
    oldestDue: gauge(
      'scheduled_work_oldest_due_seconds',
      'How long the oldest of it has been due; 0 without',
    ),
    oldestQueued: gauge('queue_oldest_seconds', 'How long the oldest job of the queue has waited; 0 without'),
  };
  const free = gauge('disk_free_bytes', 'Bytes free on the disk of the data directory');
  const size = gauge('disk_size_bytes', 'Size of the disk of the data directory');
  const known = [wal, ...Object.values(gauges)];
  // Of several processes, one sets them; the zeros of the others would say something.
  for (const each of [...known, free, size]) each.remove();
  return {
    setDatabase: (figures) => {
      if (figures === null) {
        for (const each of known) each.remove();
        return;
      }
      wal.reset();
      wal.inc(figures.walBytes);
      for (const [name, each] of Object.entries(gauges))
        each.set(Number(figures[name as keyof typeof gauges]));
    },
    setDisk: (disk) => {
      if (disk === null) return;
      free.set(disk.freeBytes);
      size.set(disk.totalBytes);
    },
    addPoolWait: (seconds) => poolWait.inc(seconds),
  };
}
