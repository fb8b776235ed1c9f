import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { type BackupMetrics, backupMetrics } from './backup-metrics.ts';
import { type DatabaseMetrics, databaseMetrics } from './database-metrics.ts';
import { type OutboxMetrics, outboxMetrics } from './outbox-metrics.ts';
import { requestTimes } from './request-times.ts';

/** The metrics of one registry, in the form that processes pass to each other. */
export type MetricsSnapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Prometheus metrics of this process. Labels never carry ids of customers or organizations. */
export interface Metrics extends OutboxMetrics, DatabaseMetrics, BackupMetrics {
  observeRequest(operation: string, status: number, seconds: number): void;
  countScheduledWork(kind: string, outcome: 'done' | 'failed'): void;
  /** The result of an audit over all organizations, and the oldest time of its runs; null: some never ran. */
  setAudit(audit: string, result: { mismatches: number; at: Temporal.Instant | null }): void;
  countAlarm(kind: string): void;
  /** Counts a request rejected because the database accepts no writes. */
  countFailedWrite(): void;
  /** Counts what the request log lacks, because there was too much of it. */
  countMissingRequest(what: 'requests' | 'bodies'): void;
  setPool(state: { total: number; idle: number; waiting: number }): void;
  /** The metrics, to be exported with those of other processes. */
  read(): Promise<MetricsSnapshot[]>;
  /** The exposition text: of this process, or of all processes together. */
  print(others?: readonly MetricsSnapshot[]): Promise<string>;
  readonly contentType: string;
}

let ofProcess: Registry | undefined;

/**
 * Memory, garbage collection and event loop delays: collected once per process, because nothing stops the
 * collection.
 */
function processRegistry(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

export function createMetrics(): Metrics {
  processRegistry();
  const registry = new Registry();
  const registers = [registry];
  const scheduledWork = new Counter({
    name: 'tallymark_scheduled_work_total',
    help: 'Items of scheduled work that this process has run, by kind and outcome',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const pool = new Gauge({
    name: 'tallymark_database_connections',
    help: 'Connections in the pools of this process, by state',
    labelNames: ['state'],
    registers,
  });
  const mismatches = new Gauge({
    ...{ name: 'tallymark_audit_mismatches', labelNames: ['audit'], registers },
    help: 'Violations found by the last nightly audit; alert if above 0',
  });
  const auditedAt = new Gauge({
    name: 'tallymark_audit_last_run_timestamp_seconds',
    help: 'Unix time at which the nightly audit last covered every organization',
    labelNames: ['audit'],
    registers,
  });
  const alarms = new Counter({
    name: 'tallymark_alarms_total',
    help: 'Faults that need attention, such as stored sums that differ from their events',
    labelNames: ['kind'],
    registers,
  });
  const failedWrites = new Counter({
    ...{ name: 'tallymark_writes_refused_total', registers },
    help: 'Requests that failed with 503 because the database accepts no writes',
  });
  const read = () => Promise.all([processRegistry(), registry].map((each) => each.getMetricsAsJSON()));
  return {
    ...outboxMetrics(registry),
    ...{ ...databaseMetrics(registry), ...backupMetrics(registry) },
    observeRequest: requestTimes(registry),
    countScheduledWork: (kind, outcome) => scheduledWork.labels(kind, outcome).inc(),
    setAudit: (audit, { mismatches: found, at }) => {
      mismatches.labels(audit).set(found);
      if (at) auditedAt.labels(audit).set(at.epochMilliseconds / 1000);
    },
    countAlarm: (kind) => alarms.labels(kind).inc(),
    countFailedWrite: () => failedWrites.inc(),
    countMissingRequest: missingRequests(registry),
    setPool: (state) => {
      for (const [name, value] of Object.entries(state)) pool.labels(name).set(value);
    },
    read,
    print: async (others = []) =>
      others.length === 0
        ? Registry.merge([processRegistry(), registry]).metrics()
        : AggregatorRegistry.aggregate([...(await read()), ...others]).metrics(),
    contentType: registry.contentType,
  };
}

function missingRequests(registry: Registry): Metrics['countMissingRequest'] {
  const missing = new Counter({
    name: 'tallymark_request_log_missing_total',
    help: 'Requests that this process has not recorded, or without their bodies, because there were too many',
    labelNames: ['what'],
    registers: [registry],
  });
  return (what) => missing.labels(what).inc();
}
