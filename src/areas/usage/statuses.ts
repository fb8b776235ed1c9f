/** Every status that an event can have on the wire (`events-ingestion-and-management.md`). */
export const EVENT_STATUSES = [
  'INGESTION_IN_PROGRESS',
  'INGESTION_FAILED',
  'INGESTION_FAILED_SCHEMA_NOT_DEFINED',
  'INGESTION_FAILED_ENRICHMENT_FAILED',
  'INGESTION_FAILED_UNITS_INVALID',
  'INGESTION_COMPLETED_NO_MATCHING_METERS',
  'INGESTION_COMPLETED_EVENT_METERED',
  'INGESTION_COMPLETED_EVENT_NOT_METERED',
  'INGESTION_FAILED_PAST_GRACE_PERIOD',
  'INGESTION_FAILED_ACCOUNT_NOT_FOUND',
  'INGESTION_FAILED_DUPLICATE_EVENT',
  'INGESTION_FAILED_NO_EVENT_ID',
  'INGESTION_FAILED_INVALID_NAMED_LICENSE_EVENT',
  'INGESTION_FAILED_INSUFFICIENT_CREDITS',
  'REVERTED',
  'UNKNOWN',
] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

/** Why a step stops the event. */
export interface Failure {
  status: EventStatus;
  description: string;
  isOnHold?: boolean;
  /** An identical event already has the id. */
  isIdentical?: boolean;
}

export const EVENT_CLASSES = ['PROCESSED', 'UNPROCESSED', 'IN_PROGRESS'] as const;
export type EventClass = (typeof EVENT_CLASSES)[number];

/** Filter names that cover several statuses: the classes, and processed but uncounted events. */
export const STATUS_GROUPS = [...EVENT_CLASSES, 'UNMATCHED'] as const;
export type StatusGroup = (typeof STATUS_GROUPS)[number];

/** The class of a status; REVERTED and UNKNOWN belong to none (`metering-pricing.md` 5). */
export function classOf(status: EventStatus): EventClass | null {
  if (status.startsWith('INGESTION_COMPLETED')) return 'PROCESSED';
  if (status.startsWith('INGESTION_FAILED')) return 'UNPROCESSED';
  return status === 'INGESTION_IN_PROGRESS' ? 'IN_PROGRESS' : null;
}

/** The statuses of a group, or the status itself. */
export function statusesOf(name: StatusGroup | EventStatus): EventStatus[] {
  if (name === 'UNMATCHED') return EVENT_STATUSES.filter(isUnmatched);
  return EVENT_STATUSES.filter((status) => status === name || classOf(status) === name);
}

/** Processed but counted by no meter, so it changes no bill. */
function isUnmatched(status: EventStatus): boolean {
  return classOf(status) === 'PROCESSED' && status !== 'INGESTION_COMPLETED_EVENT_METERED';
}
