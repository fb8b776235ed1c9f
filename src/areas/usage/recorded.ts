import { referenceOf } from './event-numbers.ts';
import type { EventStatus } from './statuses.ts';

/** A stored event: its number and outcome. */
export interface Recorded {
  seq: number;
  status: EventStatus;
  /** Whether it waits for an account or schema. */
  isOnHold: boolean;
  description: string | null;
}

/** By event index in the request or transaction, from 0. */
export type RecordedAt = (index: number) => Recorded;

export const EVENT_RESULTS = ['COUNTED', 'UNMATCHED', 'DUPLICATE', 'WAITING', 'FAILED'] as const;
export type EventResult = (typeof EVENT_RESULTS)[number];

/** Maps statuses and reasons to the five results that a sender acts on. */
export function resultOf({ status, isOnHold }: Pick<Recorded, 'status' | 'isOnHold'>): EventResult {
  switch (status) {
    case 'INGESTION_COMPLETED_EVENT_METERED':
      return 'COUNTED';
    case 'INGESTION_COMPLETED_EVENT_NOT_METERED':
    case 'INGESTION_COMPLETED_NO_MATCHING_METERS':
      return 'UNMATCHED';
    case 'INGESTION_FAILED_DUPLICATE_EVENT':
      return 'DUPLICATE';
    default:
      return isOnHold ? 'WAITING' : 'FAILED';
  }
}

/** The response headers. */
export function describeRecorded(recorded: Recorded) {
  return { 'event-status': resultOf(recorded), 'event-reference': referenceOf(recorded.seq) };
}
