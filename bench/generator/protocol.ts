/** What the generator is asked to send, and what it tells about it. Both cross a process border as JSON. */

export interface LoadPlan {
  /** Of the server, without a path. */
  url: string;
  key: string;
  /** Events in a request; 1 goes to `/ingest`, more to `/ingestBatch`. */
  batch: number;
  /** How many requests can be under way at once. */
  connections: number;
  seconds: number;
  /** Ends earlier, when so many events were sent. */
  maxEvents?: number;
  /**
   * Open loop: requests are due at this rate whatever becomes of those before, and each is timed from the
   * instant it was due. Without it the loop is closed: every connection sends when it has its answer.
   */
  requestsPerSecond?: number;
}

export interface LoadReport {
  /** From the first request to the last answer. */
  seconds: number;
  /** Answers by status; 0 counts requests whose connection ended first. */
  statuses: Record<string, number>;
  /** Events of requests answered 202. */
  acceptedEvents: number;
  /** Requests that were due and found no free connection until the end: never sent. */
  unsent: number;
  /** Answers 503 and 429 that do not say when to come again. */
  withoutRetryAfter: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  /** Of the generator itself, while it sent. */
  cpuSeconds: number;
}

export type Command = { kind: 'prepare'; plan: LoadPlan } | { kind: 'start' };
export type GeneratorEvent =
  | { kind: 'prepared' }
  | { kind: 'done'; report: LoadReport }
  | { kind: 'failed'; why: string };
