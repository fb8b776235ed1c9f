import type { Generated } from 'kysely';
import type { StoredScheduledWork } from '#platform/db/scheduled-work.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    scheduledWork: ScheduledWorkTable;
  }
}

/** Scheduled work; the platform schedules and runs it. */
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
  /** For the operator of the service only: it may contain data that callers must not see. */
  lastError: string | null;
  /** Reason of the last failure, in words for the organization's users. */
  reason: string | null;
  /** Real time, as are the next two. */
  failingSince: Temporal.Instant | null;
  retryAt: Temporal.Instant | null;
  onHoldAt: Temporal.Instant | null;
  state: Generated<'PLANNED' | 'RETRYING' | 'ON_HOLD'>;
}
