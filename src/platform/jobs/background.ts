import type { Database } from '../db/database.ts';
import type { Deployment } from '../deployment.ts';
import type { Org } from '../http/operation.ts';
import type { Logger } from '../http/server.ts';

/** Work of a process for all organizations that takes longer than a queue job may. */
export interface Background {
  /** Signals possible work for an organization. Returns at once. */
  wake(org: Org): void;
  /** Stops after the running work. */
  stop(): Promise<void>;
}

export interface BackgroundParts {
  database: Database;
  deployment: Deployment;
  logger: Logger;
  /** Real time; tests pass their own clock. */
  now?: () => Temporal.Instant;
}

export interface StartBackground {
  /** The queue task that wakes it; its payload is `{ orgId }`. */
  task: string;
  start(parts: BackgroundParts): Background;
}
