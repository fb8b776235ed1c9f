import type { EventStatus } from './statuses.ts';

/**
 * Statuses as stored with events. Processed ones come first, so that a partial index of the rest needs only a
 * comparison. Codes are never reused.
 */
const CODES: Record<EventStatus, number> = {
  INGESTION_COMPLETED_EVENT_METERED: 1,
  INGESTION_COMPLETED_EVENT_NOT_METERED: 2,
  INGESTION_COMPLETED_NO_MATCHING_METERS: 3,
  INGESTION_FAILED: 4,
  INGESTION_FAILED_SCHEMA_NOT_DEFINED: 5,
  INGESTION_FAILED_ENRICHMENT_FAILED: 6,
  INGESTION_FAILED_UNITS_INVALID: 7,
  INGESTION_FAILED_PAST_GRACE_PERIOD: 8,
  INGESTION_FAILED_ACCOUNT_NOT_FOUND: 9,
  INGESTION_FAILED_DUPLICATE_EVENT: 10,
  INGESTION_FAILED_NO_EVENT_ID: 11,
  INGESTION_FAILED_INVALID_NAMED_LICENSE_EVENT: 12,
  INGESTION_FAILED_INSUFFICIENT_CREDITS: 13,
  REVERTED: 14,
  INGESTION_IN_PROGRESS: 15,
  UNKNOWN: 16,
};
const STATUSES = new Map(Object.entries(CODES).map(([status, code]) => [code, status as EventStatus]));

export function codeOf(status: EventStatus): number {
  return CODES[status];
}

export function statusOf(code: number): EventStatus {
  return STATUSES.get(code) ?? 'UNKNOWN';
}
