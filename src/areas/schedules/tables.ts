import type { Generated } from 'kysely';
import type { PricingCycleConfig, ResolvedCycle } from '#core/period-config.ts';
import type { EditedRange } from './rules.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    schedules: SchedulesTable;
    scheduleDrafts: ScheduleDraftsTable;
    scheduleTimelines: ScheduleTimelinesTable;
  }
}

export interface SchedulesTable {
  orgId: number;
  id: string;
  mode: 'ACTIVE' | 'DRAFT';
  accountId: string;
  planId: string;
  planVersion: number;
  startDate: Temporal.PlainDate;
  /** Null: forever. */
  endDate: Temporal.PlainDate | null;
  startAt: Temporal.Instant;
  endAt: Temporal.Instant | null;
  timeZone: string;
  cycleConfig: PricingCycleConfig;
  resolvedCycle: ResolvedCycle;
  chainStartDate: Temporal.PlainDate;
  isOverridden: boolean;
  /** Holds the schedule's own cards and rules; null: those of its plan version. */
  overrideReferenceId: string | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
}

export interface ScheduleDraftsTable {
  orgId: number;
  accountId: string;
  /** Version of the live timeline that the draft was made from. */
  basedOn: number;
  editedRanges: EditedRange[];
  /** Requested by an edit, applied when the draft is finalized. */
  mergeSchedules: Generated<boolean>;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
}

interface ScheduleTimelinesTable {
  orgId: number;
  accountId: string;
  version: number;
}
