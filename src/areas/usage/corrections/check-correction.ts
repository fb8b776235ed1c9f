import type { ScheduleCycle } from '#areas/schedules/index.ts';
import { isPastDeadline } from '../check-time.ts';
import type { EventStatus } from '../statuses.ts';
import type { CorrectionAction } from './schema.ts';

/** The properties of an event that decide whether it can be corrected. */
export interface CorrectableEvent {
  status: EventStatus;
  /** Whether the event debited credits. */
  isDebited: boolean;
  /** The cycle that now contains the event's time, in the schedule of the account that it counts for. */
  cycle: ScheduleCycle | undefined;
}

/**
 * The reason why an event cannot be corrected, or null if it can (`metering-pricing.md` 8). Events of a
 * closed cycle can be corrected if its invoice will be adjusted.
 */
export function correctionProblem(
  event: CorrectableEvent,
  { action, now, isAdjusting }: { action: CorrectionAction; now: Temporal.Instant; isAdjusting: boolean },
): string | null {
  const problem = REASONS[action][event.status];
  if (problem) return problem;
  const { cycle } = event;
  if (!cycle || isAdjusting || isNothingToRevert(event, action) || !isPastDeadline(cycle, now)) return null;
  return `the cycle from ${cycle.start} is closed: its events could be corrected until ${cycle.dueAt}`;
}

/** Statuses that an action never corrects. */
export function uncorrectableStatuses(action: CorrectionAction): EventStatus[] {
  return Object.keys(REASONS[action]) as EventStatus[];
}

/** Whether a re-ingested event keeps its status, because it had no effect; a waiting event does not. */
export function keepsStatus(event: Pick<CorrectableEvent, 'status' | 'isDebited'>, action: CorrectionAction) {
  return isNothingToRevert(event, action) && event.status !== 'INGESTION_FAILED_ACCOUNT_NOT_FOUND';
}

function isNothingToRevert(
  { status, isDebited }: Pick<CorrectableEvent, 'status' | 'isDebited'>,
  action: CorrectionAction,
): boolean {
  return !isDebited && WITHOUT_EFFECTS[action].includes(status);
}

const NEVER_CORRECTED: Partial<Record<EventStatus, string>> = {
  INGESTION_IN_PROGRESS: 'the event is still being processed; correct it afterwards',
  INGESTION_FAILED_DUPLICATE_EVENT:
    'the event is a duplicate, which has no effects; correct the accepted event instead',
  REVERTED: 'the event is already reverted',
  UNKNOWN: 'the event cannot be read',
};
const REASONS: Record<CorrectionAction, Partial<Record<EventStatus, string>>> = {
  UNDO: {
    ...NEVER_CORRECTED,
    INGESTION_FAILED_INSUFFICIENT_CREDITS: 'the event was rejected for insufficient credits and debited none',
  },
  REDO: NEVER_CORRECTED,
  REDO_EVENT: NEVER_CORRECTED,
};

const INEFFECTIVE: readonly EventStatus[] = [
  'INGESTION_FAILED_UNITS_INVALID',
  'INGESTION_FAILED_PAST_GRACE_PERIOD',
];
const WITHOUT_EFFECTS: Record<CorrectionAction, readonly EventStatus[]> = {
  UNDO: [],
  REDO: INEFFECTIVE,
  REDO_EVENT: [...INEFFECTIVE, 'INGESTION_FAILED_ACCOUNT_NOT_FOUND'],
};
