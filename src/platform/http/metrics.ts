import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { type OutboxMetrics, outboxMetrics } from './outbox-metrics.ts';
import { requestTimes } from './request-times.ts';

/** The metrics of one registry, in the form that processes pass to each other. */
export type MetricsSnapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Prometheus metrics of this process. Labels never carry ids of customers or organizations. */
export interface Metrics extends OutboxMetrics {
  observeRequest(operation: string, status: number, seconds: number): void;
  countScheduledWork(kind: string, outcome: 'done' | 'failed'): void;
  /** The result of an audit over all organizations, and the oldest time of its runs; null: some never ran. */
  setAudit(audit: string, result: { mismatches: number; at: Temporal.Instant | null }): void;
  countAlarm(kind: string): void;
  /** Counts a request rejected because the database accepts no writes. */
  countFailedWrite(): void;
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
    help: 'Pieces of timed work',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const pool = new Gauge({
    name: 'tallymark_database_connections',
    help: 'Database connections',
    labelNames: ['state'],
    registers,
  });
  const mismatches = new Gauge({
    ...{ name: 'tallymark_audit_mismatches', labelNames: ['audit'], registers },
    help: 'What the last nightly audit found that is not as it has to be; more than 0 is an alarm',
  });
  const auditedAt = new Gauge({
    name: 'tallymark_audit_last_run_timestamp_seconds',
    help: 'When the nightly audit was last complete for every organization, in Unix time',
    labelNames: ['audit'],
    registers,
  });
  const alarms = new Counter({
    name: 'tallymark_alarms_total',
    help: 'Faults in stored data that were met at work, such as sums that differ from what they sum up',
    labelNames: ['kind'],
    registers,
  });
  const failedWrites = new Counter({
    name: 'tallymark_writes_refused_total',
    help: 'Requests refused because the database takes no writes: it only reads, or its disk is full',
    registers,
  });
  const read = () => Promise.all([processRegistry(), registry].map((each) => each.getMetricsAsJSON()));
  return {
    ...outboxMetrics(registry),
    observeRequest: requestTimes(registry),
    countScheduledWork: (kind, outcome) => scheduledWork.labels(kind, outcome).inc(),
    setAudit: (audit, { mismatches: found, at }) => {
      mismatches.labels(audit).set(found);
      if (at) auditedAt.labels(audit).set(at.epochMilliseconds / 1000);
    },
    countAlarm: (kind) => alarms.labels(kind).inc(),
    countFailedWrite: () => failedWrites.inc(),
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
