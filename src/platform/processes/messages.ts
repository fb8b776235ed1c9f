import { setTimeout as sleep } from 'node:timers/promises';
import type { MetricsSnapshot } from '../http/metrics.ts';

/** Messages between an API process and its parent. */
export type Message =
  | { kind: 'listening'; address: string }
  | { kind: 'failed'; why: string }
  | { kind: 'stop' }
  /** Asks whether the event loop of the process still turns. */
  | { kind: 'alive?'; id: number }
  | { kind: 'alive'; id: number }
  | { kind: 'metrics?'; id: number }
  | { kind: 'metrics'; id: number; snapshots: MetricsSnapshot[] }
  /** Requests the metrics text of all processes. */
  | { kind: 'all metrics?'; id: number }
  | { kind: 'all metrics'; id: number; text: string };

const TIMEOUT_MS = 3_000;

/** Pending responses on one channel, by number. */
export interface PendingResponses<T> {
  /** Null without a response in time. */
  request(send: (id: number) => void): Promise<T | null>;
  resolve(id: number, response: T): void;
}

export function pendingResponses<T>(timeoutMs = TIMEOUT_MS): PendingResponses<T> {
  const pending = new Map<number, (response: T) => void>();
  let last = 0;
  return {
    request: async (send) => {
      const id = ++last;
      const response = new Promise<T>((resolve) => pending.set(id, resolve));
      send(id);
      const late = sleep(timeoutMs, null, { ref: false });
      return Promise.race([response, late]).finally(() => pending.delete(id));
    },
    resolve: (id, response) => pending.get(id)?.(response),
  };
}
