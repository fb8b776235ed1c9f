import type { Generated } from 'kysely';
import type { StoredScheduledWork } from '#platform/db/scheduled-work.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    scheduledWork: ScheduledWorkTable;
  }
}

/** Timed work; the platform plans it and does it. */
export interface ScheduledWorkTable {
  orgId: number;
  id: Generated<number>;
  kind: string;
  key: string;
  /** By the organization's clock. */
  dueAt: Temporal.Instant;
  rank: number;
  payload: Generated<StoredScheduledWork['payload']>;
  attempts: Generated<number>;
  /** For the operator of the service: it may name what callers must not see. */
  lastError: string | null;
  /** Of the last failure, in words for whoever looks after the organization. */
  reason: string | null;
  /** Real time, as are the next two. */
  failingSince: Temporal.Instant | null;
  retryAt: Temporal.Instant | null;
  onHoldAt: Temporal.Instant | null;
  state: Generated<'PLANNED' | 'RETRYING' | 'ON_HOLD'>;
}
