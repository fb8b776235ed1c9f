import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { databaseMetrics } from './database-metrics.ts';

const FIGURES = {
  ...{ bytes: 5, walBytes: 7, isInRecovery: true, lockWaits: 1, longestLockWait: 2.5, longestCommitWait: 4 },
  ...{ due: 3, oldestDue: 90, oldestQueued: 12 },
};
const VALUES = [
  'database_in_recovery 1',
  'database_lock_waits 1',
  'database_longest_commit_wait_seconds 4',
  'database_longest_lock_wait_seconds 2.5',
  'database_pool_wait_seconds_total 0.5',
  'database_size_bytes 5',
  'database_wal_bytes_total 7',
  'disk_free_bytes 10',
  'disk_size_bytes 20',
  'queue_oldest_seconds 12',
  'scheduled_work_due 3',
  'scheduled_work_oldest_due_seconds 90',
];

it('shows what it was told, and nothing of a database that does not respond', async () => {
  const registry = new Registry();
  const metrics = databaseMetrics(registry);
  const read = async () =>
    (await registry.metrics())
      .split('\n')
      .flatMap((line) => (line.startsWith('tallymark_') ? [line.slice('tallymark_'.length)] : []))
      .sort();
  expect(await read()).toEqual(['database_pool_wait_seconds_total 0']);
  metrics.setDatabase(FIGURES);
  metrics.setDatabase(FIGURES);
  metrics.setDisk({ freeBytes: 10, totalBytes: 20 });
  metrics.addPoolWait(0.25);
  metrics.addPoolWait(0.25);
  expect(await read()).toEqual(VALUES);
  metrics.setDatabase(null);
  expect(await read()).toEqual(VALUES.filter((line) => /^disk|pool_wait/.test(line)));
  metrics.setDatabase(FIGURES);
  expect(await read()).toEqual(VALUES);
});
