import { setTimeout as sleep } from 'node:timers/promises';
import type { Figures } from '../http/metrics.ts';

/** Messages between an API process and its parent. */
export type Message =
  | { kind: 'listening'; address: string }
  | { kind: 'failed'; why: string }
  | { kind: 'stop' }
  | { kind: 'figures?'; id: number }
  | { kind: 'figures'; id: number; figures: Figures[] }
  /** Requests the metrics text of all processes. */
  | { kind: 'all?'; id: number }
  | { kind: 'all'; id: number; text: string };

const TIMEOUT_MS = 3_000;

/** Pending responses on one channel, by number. */
export interface PendingResponses<T> {
  /** Null without a response in time. */
  ask(send: (id: number) => void): Promise<T | null>;
  answer(id: number, response: T): void;
}

export function pendingResponses<T>(timeoutMs = TIMEOUT_MS): PendingResponses<T> {
  const requested = new Map<number, (response: T) => void>();
  let last = 0;
  return {
    ask: async (send) => {
      const id = ++last;
      const response = new Promise<T>((resolve) => requested.set(id, resolve));
      send(id);
      const late = sleep(timeoutMs, null, { ref: false });
      return Promise.race([response, late]).finally(() => requested.delete(id));
    },
    answer: (id, response) => requested.get(id)?.(response),
  };
}
