import { Gauge, type Registry } from 'prom-client';
import type { BackupState } from '../db/backup-state.ts';

export interface BackupMetrics {
  /** Null removes the metrics, as the state is unknown. */
  setBackups(state: BackupState | null): void;
}

export function backupMetrics(registry: Registry): BackupMetrics {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `tallymark_${name}`, help, registers: [registry] });
  const gauges = {
    backupAge: gauge('backup_age_seconds', 'Time since the last successful backup'),
    backupBytes: gauge('backup_size_bytes', 'Size of the last successful backup in its target'),
    isBackupFailed: gauge('backup_failed', '1 if the latest backup failed, else 0'),
    verifiedAge: gauge('backup_verified_age_seconds', 'Time since a backup was restored and audited'),
    isVerificationFailed: gauge('backup_verification_failed', '1 if the latest test restore failed, else 0'),
    waitingSegments: gauge(
      'log_archive_waiting_segments',
      'Complete segments of the log that are not archived',
    ),
    archiveLag: gauge('log_archive_lag_seconds', 'How long the oldest of them has waited; 0 without'),
  };
  const set = (state: BackupState | null) => {
    for (const [name, each] of Object.entries(gauges)) {
      const value = state?.[name as keyof typeof gauges] ?? null;
      if (value === null) each.remove();
      else each.set(Number(value));
    }
  };
  // What a deployment does not have is not shown as 0.
  set(null);
  return { setBackups: set };
}
