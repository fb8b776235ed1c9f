import { referenceOf } from './event-numbers.ts';
import type { EventStatus } from './statuses.ts';

/** An event as it was stored: its number, and what became of it. */
export interface Recorded {
  seq: number;
  status: EventStatus;
  /** It waits for something that may still come. */
  isOnHold: boolean;
  description: string | null;
}

/** Of the events of one request or transaction, by their places from 0. */
export type RecordedAt = (index: number) => Recorded;

export const EVENT_RESULTS = ['COUNTED', 'UNMATCHED', 'DUPLICATE', 'WAITING', 'FAILED'] as const;
export type EventResult = (typeof EVENT_RESULTS)[number];

/** The statuses and reasons of events, in the five words that a sender acts on. */
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

/** As the headers of its answer. */
export function describeRecorded(recorded: Recorded) {
  return { 'event-status': resultOf(recorded), 'event-reference': referenceOf(recorded.seq) };
}
