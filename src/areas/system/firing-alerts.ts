import type { Metrics } from './read-metrics.ts';
import type { FiringAlert, System } from './schema.ts';

interface State {
  metrics: Metrics;
  readiness: System['readiness'];
  /** Real time. */
  nowSeconds: number;
}

/** An alert that a single reading decides; a test compares it with the rules for Prometheus. */
interface InstantAlert {
  name: string;
  severity: FiringAlert['severity'];
  measure(state: State): number;
  /** It fires above this value. */
  limit: number;
}

const largest =
  (name: string, matching?: Readonly<Record<string, RegExp>>) =>
  ({ metrics }: State) =>
    metrics.max(name, matching);

/** The most severe first. */
const ALERTS: readonly InstantAlert[] = [
  {
    ...{ name: 'TallymarkWritesRefused', severity: 'CRITICAL', limit: 0 },
    measure: ({ readiness }) => Number(readiness !== 'READY'),
  },
  {
    ...{ name: 'TallymarkRecovering', severity: 'CRITICAL', limit: 0 },
    measure: largest('tallymark_database_in_recovery'),
  },
  {
    ...{ name: 'TallymarkCommitWait', severity: 'CRITICAL', limit: 10 },
    measure: largest('tallymark_database_longest_commit_wait_seconds'),
  },
  {
    ...{ name: 'TallymarkWorkLate', severity: 'CRITICAL', limit: 900 },
    measure: largest('tallymark_scheduled_work_oldest_due_seconds'),
  },
  {
    ...{ name: 'TallymarkQueueStuck', severity: 'CRITICAL', limit: 300 },
    measure: largest('tallymark_queue_oldest_seconds'),
  },
  {
    ...{ name: 'TallymarkWorkOnHold', severity: 'CRITICAL', limit: 0 },
    measure: largest('tallymark_scheduled_work_failing', { state: /^on_hold$/ }),
  },
  {
    ...{ name: 'TallymarkAuditMismatch', severity: 'CRITICAL', limit: 0 },
    measure: largest('tallymark_audit_mismatches'),
  },
  {
    ...{ name: 'TallymarkBackupOld', severity: 'CRITICAL', limit: 172_800 },
    measure: largest('tallymark_backup_age_seconds'),
  },
  {
    ...{ name: 'TallymarkVerificationFailed', severity: 'CRITICAL', limit: 0 },
    measure: largest('tallymark_backup_verification_failed'),
  },
  {
    ...{ name: 'TallymarkLogArchiveLate', severity: 'CRITICAL', limit: 900 },
    measure: largest('tallymark_log_archive_lag_seconds'),
  },
  {
    ...{ name: 'TallymarkBackupFailed', severity: 'WARNING', limit: 0 },
    measure: largest('tallymark_backup_failed'),
  },
  {
    ...{ name: 'TallymarkOutgoingHeld', severity: 'WARNING', limit: 0 },
    measure: largest('tallymark_outgoing_held'),
  },
  { name: 'TallymarkDiskFull', severity: 'WARNING', limit: 0.9, measure: usedShareOfDisk },
  {
    ...{ name: 'TallymarkLockWait', severity: 'WARNING', limit: 30 },
    measure: largest('tallymark_database_longest_lock_wait_seconds'),
  },
  {
    ...{ name: 'TallymarkOutboxStuck', severity: 'WARNING', limit: 3_600 },
    measure: largest('tallymark_outbox_oldest_waiting_seconds'),
  },
  { name: 'TallymarkAuditOld', severity: 'WARNING', limit: 2 * 86_400, measure: ageOfAudit },
];

/**
 * What fires now, the most severe first. Alerts that compare two readings, such as a rate of errors, are left
 * to Prometheus.
 */
export function listAlerts(state: State): FiringAlert[] {
  return ALERTS.flatMap(({ name, severity, limit, measure }) => {
    const reading = measure(state);
    return reading > limit ? [{ name, severity, reading, firesAbove: limit }] : [];
  });
}

function usedShareOfDisk({ metrics }: State): number {
  const size = metrics.max('tallymark_disk_size_bytes');
  return size > 0 ? 1 - metrics.max('tallymark_disk_free_bytes') / size : 0;
}

/** Before the first one, its age is not known. */
function ageOfAudit({ metrics, nowSeconds }: State): number {
  const last = metrics.max('tallymark_audit_last_run_timestamp_seconds');
  return last > 0 ? nowSeconds - last : 0;
}
