import { type BackupState, readBackupState } from '#platform/db/backup-state.ts';
import { realNow } from '#platform/db/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { readSystemState, type SystemState } from '#platform/db/system-state.ts';
import type { Deployment } from '#platform/deployment.ts';
import { listAlerts } from './firing-alerts.ts';
import { type Metrics, readMetrics } from './read-metrics.ts';
import type { System } from './schema.ts';

interface Described {
  database: Database;
  deployment: Deployment;
}

/** The state of the deployment, read at most once in five seconds. */
export function describeSystem(described: Described): Promise<System> {
  const state = states.getOrInsertComputed(described.database, () => ({ at: 0, value: null, counted: null }));
  if (state.value === null || performance.now() - state.at > FRESH_MS) {
    state.at = performance.now();
    state.value = read(described, state).catch((error) => {
      state.value = null;
      throw error;
    });
  }
  return state.value;
}

const FRESH_MS = 5_000;

interface Cached {
  at: number;
  value: Promise<System> | null;
  /** Requests that sent events, at the previous reading. */
  counted: { at: number; requests: number } | null;
}

/** Services in one process have a state each. */
const states = new WeakMap<Database, Cached>();

async function read({ database, deployment }: Described, cached: Cached): Promise<System> {
  const { host, version } = deployment;
  const [stored, backups, metrics, disk, license, failure] = await Promise.all([
    readSystemState(database),
    readBackupState(database),
    host.printMetrics(),
    host.readDisk(),
    host.readLicense(),
    database.writes.look(),
  ]);
  const samples = readMetrics(metrics);
  const { sum } = samples;
  const ingestion = describeIngestion(sum, cached);
  const now = realNow();
  const readiness = failure ?? 'READY';
  const { runtime, startedAt, roles, apiProcesses, settings } = host;
  return {
    ...{ asOf: now, version, runtime, startedAt, roles: [...roles], apiProcesses },
    alerts: listAlerts({ metrics: samples, readiness, nowSeconds: now.epochMilliseconds / 1000 }),
    ...{ readiness, database: stored.database, tables: stored.tables, disk },
    migrations: {
      ...{ applied: stored.migrations.length, last: stored.migrations.at(-1) ?? '' },
      pending: await host.listPendingMigrations(stored.migrations),
    },
    backups: describeBackups(backups, now),
    ...{ work: describeWork(stored, sum), ingestion, counters: describeCounters(sum) },
    ...{ mails: outboxOf(sum, 'mails'), webhooks: outboxOf(sum, 'webhooks') },
    settings: settings.map(({ value, ...setting }) => ({ ...setting, ...(value !== null && { value }) })),
    ...(license !== null && { license }),
  };
}

function describeBackups(state: BackupState, now: Temporal.Instant): System['backups'] {
  const { backupAge, backupBytes, backupError, verifiedAge, verificationError } = state;
  const ago = (seconds: number) => now.subtract({ seconds: Math.round(seconds) });
  return {
    ...(backupAge !== null && { lastAt: ago(backupAge) }),
    ...(backupBytes !== null && { lastBytes: backupBytes }),
    ...(backupError !== null && { error: backupError }),
    ...(verifiedAge !== null && { verifiedAt: ago(verifiedAge) }),
    ...(verificationError !== null && { verificationError }),
    ...(state.waitingSegments !== null && { waitingSegments: state.waitingSegments }),
    ...(state.archiveLag !== null && { archiveLagSeconds: Math.round(state.archiveLag) }),
  };
}

function describeWork({ due, failing }: SystemState, sum: Metrics['sum']): System['work'] {
  const stateOf = (state: string) =>
    sum('tallymark_scheduled_work_failing', { state: new RegExp(`^${state}$`) });
  return {
    due: due.pieces,
    ...(due.oldest && { oldestDueAt: due.oldest }),
    ...{ retrying: stateOf('retrying'), onHold: stateOf('on_hold'), failing },
  };
}

function outboxOf(sum: Metrics['sum'], name: string): System['mails'] {
  const outbox = new RegExp(`^${name}$`);
  return {
    waiting: sum('tallymark_outbox_waiting', { outbox }),
    oldestSeconds: Math.round(sum('tallymark_outbox_oldest_waiting_seconds', { outbox })),
  };
}

const INGESTS = /^ingest/;

function describeIngestion(sum: Metrics['sum'], cached: Cached): System['ingestion'] {
  const requests = sum('tallymark_http_request_seconds_count', { operation: INGESTS, status: /^2/ });
  const rejected = sum('tallymark_http_request_seconds_count', { operation: INGESTS, status: /^[45]/ });
  const seconds = sum('tallymark_http_request_seconds_sum', { operation: INGESTS, status: /^2/ });
  const [now, before] = [performance.now(), cached.counted];
  cached.counted = { at: now, requests };
  return {
    ...{ requests, rejected },
    ...(before && { perSecond: rounded((requests - before.requests) / ((now - before.at) / 1000)) }),
    ...(requests > 0 && { averageMs: rounded((seconds / requests) * 1000) }),
  };
}

function rounded(value: number): number {
  return Math.max(0, Math.round(value * 10) / 10);
}

function describeCounters(sum: Metrics['sum']): System['counters'] {
  return {
    alarms: sum('tallymark_alarms_total'),
    auditMismatches: sum('tallymark_audit_mismatches'),
    refusedWrites: sum('tallymark_writes_refused_total'),
    missingRequests: sum('tallymark_request_log_missing_total'),
  };
}
