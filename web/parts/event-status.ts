import type { EventWithStatus } from '../api/generated/types.ts';
import { looksOf } from '../ui/look.ts';

export type EventStatus = EventWithStatus['ingestionStatus']['status'];

/** The statuses of the list's filter, in the order of their frequency. */
export const eventStatus = looksOf<EventStatus>({
  INGESTION_COMPLETED_EVENT_METERED: { tone: 'good' },
  INGESTION_COMPLETED_EVENT_NOT_METERED: { tone: 'warn' },
  INGESTION_COMPLETED_NO_MATCHING_METERS: { tone: 'warn' },
  INGESTION_IN_PROGRESS: { tone: 'info', shape: 'outline' },
  INGESTION_FAILED: { tone: 'bad' },
  INGESTION_FAILED_SCHEMA_NOT_DEFINED: { tone: 'bad' },
  INGESTION_FAILED_ENRICHMENT_FAILED: { tone: 'bad' },
  INGESTION_FAILED_UNITS_INVALID: { tone: 'bad' },
  INGESTION_FAILED_PAST_GRACE_PERIOD: { tone: 'bad' },
  INGESTION_FAILED_ACCOUNT_NOT_FOUND: { tone: 'bad' },
  INGESTION_FAILED_DUPLICATE_EVENT: { tone: 'neutral' },
  INGESTION_FAILED_NO_EVENT_ID: { tone: 'bad' },
  INGESTION_FAILED_INVALID_NAMED_LICENSE_EVENT: { tone: 'bad' },
  INGESTION_FAILED_INSUFFICIENT_CREDITS: { tone: 'bad' },
  REVERTED: { tone: 'neutral', shape: 'struck' },
  UNKNOWN: { tone: 'bad' },
});

/** Whether processing an event again may change something; those that wait are processed by themselves. */
export function isRedoUseful(status: EventStatus): boolean {
  const { tone } = eventStatus.look(status);
  return (tone === 'bad' || tone === 'warn') && !WAITING.includes(status);
}

const WAITING: readonly EventStatus[] = [
  'INGESTION_FAILED_ACCOUNT_NOT_FOUND',
  'INGESTION_FAILED_SCHEMA_NOT_DEFINED',
];
