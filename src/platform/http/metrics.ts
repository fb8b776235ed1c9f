import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Outbox } from '../db/outbox-state.ts';
import { requestTimes } from './request-times.ts';

/** Figures of this process for Prometheus. Labels never carry ids of customers or organizations. */
export interface Metrics {
  observeRequest(operation: string, status: number, seconds: number): void;
  countDueWork(kind: string, outcome: 'done' | 'failed'): void;
  /** What an audit came to over all organizations, and since when each was audited; null: not all were. */
  setAudit(audit: string, result: { mismatches: number; at: Temporal.Instant | null }): void;
  countAlarm(kind: string): void;
  /** An attempt that was noted, and what it came to. */
  countAttempt(outbox: Outbox, outcome: string): void;
  /** What waits, and for how long the oldest of it has; null takes the figures back: nothing is known. */
  setOutboxes(states: readonly { outbox: Outbox; waiting: number; oldestSeconds: number }[] | null): void;
  setPool(state: { total: number; idle: number; waiting: number }): void;
  /** The exposition text. */
  print(): Promise<string>;
  readonly contentType: string;
}

let ofProcess: Registry | undefined;

/** Memory, garbage collection and delays: watched once a process, because nothing ever ends the watching. */
function processFigures(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

export function createMetrics(): Metrics {
  processFigures();
  const registry = new Registry();
  const registers = [registry];
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
  const mismatches = new Gauge({
    name: 'tallymark_audit_mismatches',
    help: 'What the last nightly audit found that is not as it has to be; more than 0 is an alarm',
    labelNames: ['audit'],
    registers,
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
  const attempts = new Counter({
    name: 'tallymark_outbox_attempts_total',
    help: 'Attempts of this process to send mails and webhooks, by what became of the mail or delivery',
    labelNames: ['outbox', 'outcome'],
    registers,
  });
  const waiting = new Gauge({
    name: 'tallymark_outbox_waiting',
    help: 'Mails and deliveries of webhooks of all organizations that are pending or will be repeated',
    labelNames: ['outbox'],
    registers,
  });
  const oldestWaiting = new Gauge({
    name: 'tallymark_outbox_oldest_waiting_seconds',
    help: 'How long ago the oldest of them was made; 0 when nothing waits',
    labelNames: ['outbox'],
    registers,
  });
  return {
    countAttempt: (outbox, outcome) => attempts.labels(outbox, outcome).inc(),
    setOutboxes: (states) => {
      if (states === null) for (const gauge of [waiting, oldestWaiting]) gauge.reset();
      for (const { outbox, waiting: count, oldestSeconds } of states ?? []) {
        waiting.labels(outbox).set(count);
        oldestWaiting.labels(outbox).set(oldestSeconds);
      }
    },
    observeRequest: requestTimes(registry),
    countDueWork: (kind, outcome) => dueWork.labels(kind, outcome).inc(),
    setAudit: (audit, { mismatches: found, at }) => {
      mismatches.labels(audit).set(found);
      if (at) auditedAt.labels(audit).set(at.epochMilliseconds / 1000);
    },
    countAlarm: (kind) => alarms.labels(kind).inc(),
    setPool: (state) => {
      for (const [name, value] of Object.entries(state)) pool.labels(name).set(value);
    },
    print: () => Registry.merge([processFigures(), registry]).metrics(),
    contentType: registry.contentType,
  };
}
