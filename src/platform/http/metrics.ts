import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Figures of this process for Prometheus. Labels never carry ids of customers or organizations. */
export interface Metrics {
  observeRequest(operation: string, status: number, seconds: number): void;
  countDueWork(kind: string, outcome: 'done' | 'failed'): void;
  setPool(state: { total: number; idle: number; waiting: number }): void;
  /** The exposition text. */
  print(): Promise<string>;
  readonly contentType: string;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: 'tallymark_http_request_seconds',
    help: 'Duration of requests',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const dueWork = new Counter({
    name: 'tallymark_due_work_total',
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
  return {
    observeRequest: (operation, status, seconds) =>
      requests.labels(operation, String(status)).observe(seconds),
    countDueWork: (kind, outcome) => dueWork.labels(kind, outcome).inc(),
    setPool: (state) => {
      for (const [name, value] of Object.entries(state)) pool.labels(name).set(value);
    },
    print: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
