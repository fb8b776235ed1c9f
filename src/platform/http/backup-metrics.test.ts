import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { backupMetrics } from './backup-metrics.ts';

const NONE = {
  ...{ backupAge: null, backupBytes: null, isBackupFailed: null, backupError: null, verifiedAge: null },
  ...{ isVerificationFailed: null, verificationError: null, waitingSegments: null, archiveLag: null },
};

it('shows what a deployment has, and no zeros of what it does not have', async () => {
  const registry = new Registry();
  const { setBackups } = backupMetrics(registry);
  const read = async () =>
    (await registry.metrics()).split('\n').filter((line) => line.startsWith('tallymark_'));
  expect(await read()).toEqual([]);
  setBackups({
    ...NONE,
    backupAge: 90,
    backupBytes: 5,
    isBackupFailed: true,
    waitingSegments: 2,
    archiveLag: 7.5,
  });
  expect(await read()).toEqual([
    'tallymark_backup_age_seconds 90',
    'tallymark_backup_size_bytes 5',
    'tallymark_backup_failed 1',
    'tallymark_log_archive_waiting_segments 2',
    'tallymark_log_archive_lag_seconds 7.5',
  ]);
  setBackups({ ...NONE, verifiedAge: 4, isVerificationFailed: false });
  expect(await read()).toEqual([
    'tallymark_backup_verified_age_seconds 4',
    'tallymark_backup_verification_failed 0',
  ]);
  setBackups(null);
  expect(await read()).toEqual([]);
});
