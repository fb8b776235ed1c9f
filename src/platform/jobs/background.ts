import type { Database } from '../db/database.ts';
import type { Deployment } from '../deployment.ts';
import type { Org } from '../http/operation.ts';
import type { Logger } from '../http/server.ts';

/** Work of a process for all organizations that takes longer than a job of the queue may. */
export interface Background {
  /** There may be something to do for an organization. Returns at once. */
  wake(org: Org): void;
  /** Ends after what is under way. */
  stop(): Promise<void>;
}

export interface StartBackground {
  /** The task of the queue that wakes it; its payload is `{ orgId }`. */
  task: string;
  start(parts: { database: Database; deployment: Deployment; logger: Logger }): Background;
}
