import { Counter, Gauge, type Registry } from 'prom-client';
import type { FailingWork } from '../db/failing-work.ts';
import type { Outbox } from '../db/outbox-state.ts';
import type { OutgoingKind } from '../db/outgoing-hold.ts';

/** Metrics of outgoing messages and of failing work. */
export interface OutboxMetrics {
  /** Failing scheduled work; null removes the metrics, as the state is unknown. */
  setFailingWork(states: readonly FailingWork[] | null): void;
  /** Whether each kind of outgoing messages is held; null removes the metrics, as the state is unknown. */
  setHeld(kinds: ReadonlyMap<OutgoingKind, boolean> | null): void;
  /** Counts a recorded attempt, by outcome. */
  countAttempt(outbox: Outbox, outcome: string): void;
  /**
   * Pending messages and the age of the oldest, in seconds; null removes the metrics, as the state is
   * unknown.
   */
  setOutboxes(states: readonly { outbox: Outbox; waiting: number; oldestSeconds: number }[] | null): void;
}

/** Creates the metrics of outgoing messages. */
export function outboxMetrics(registry: Registry): OutboxMetrics {
  const registers = [registry];
  const attempts = new Counter({
    name: 'tallymark_outbox_attempts_total',
    help: 'Attempts of this process to send mails and webhooks, by resulting status',
    labelNames: ['outbox', 'outcome'],
    registers,
  });
  const waiting = new Gauge({
    name: 'tallymark_outbox_waiting',
    help: 'Mails and webhook deliveries of all organizations that wait for an attempt or a retry',
    labelNames: ['outbox'],
    registers,
  });
  const oldestWaiting = new Gauge({
    name: 'tallymark_outbox_oldest_waiting_seconds',
    help: 'Age of the oldest of them; 0 if none wait',
    labelNames: ['outbox'],
    registers,
  });
  const failing = new Gauge({
    name: 'tallymark_scheduled_work_failing',
    help: 'Failed scheduled work of all organizations: retrying, or on_hold until someone retries it',
    labelNames: ['state'],
    registers,
  });
  const held = new Gauge({
    name: 'tallymark_outgoing_held',
    help: '1 while outgoing messages of a kind wait for the release by an operator, else 0',
    labelNames: ['kind'],
    registers,
  });
  return {
    setHeld: (kinds) => {
      if (kinds === null) held.reset();
      for (const [kind, isHeld] of kinds ?? []) held.labels(kind.toLowerCase()).set(Number(isHeld));
    },
    setFailingWork: (states) => {
      if (states === null) failing.reset();
      for (const { state, pieces } of states ?? []) failing.labels(state.toLowerCase()).set(pieces);
    },
    countAttempt: (outbox, outcome) => attempts.labels(outbox, outcome.toLowerCase()).inc(),
    setOutboxes: (states) => {
      if (states === null) for (const gauge of [waiting, oldestWaiting]) gauge.reset();
      for (const { outbox, waiting: count, oldestSeconds } of states ?? []) {
        waiting.labels(outbox).set(count);
        oldestWaiting.labels(outbox).set(oldestSeconds);
      }
    },
  };
}
