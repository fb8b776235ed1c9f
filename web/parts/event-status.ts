import type { EventWithStatus } from '../api/generated/types.ts';
import type events from '../messages/en/events.json';
import type { BadgeShape, Tone } from '../ui/badge.tsx';

export type EventStatus = EventWithStatus['ingestionStatus']['status'];

interface Look {
  tone: Tone;
  shape?: BadgeShape;
  word: keyof typeof events;
}

const FAILED: Pick<Look, 'tone'> = { tone: 'bad' };

const LOOKS: Record<EventStatus, Look> = {
  INGESTION_COMPLETED_EVENT_METERED: { tone: 'good', word: 'status.metered' },
  INGESTION_COMPLETED_EVENT_NOT_METERED: { tone: 'warn', word: 'status.unmatched' },
  INGESTION_COMPLETED_NO_MATCHING_METERS: { tone: 'warn', word: 'status.noMeter' },
  INGESTION_IN_PROGRESS: { tone: 'info', shape: 'outline', word: 'status.waiting' },
  INGESTION_FAILED: { ...FAILED, word: 'status.invalid' },
  INGESTION_FAILED_SCHEMA_NOT_DEFINED: { ...FAILED, word: 'status.noSchema' },
  INGESTION_FAILED_ENRICHMENT_FAILED: { ...FAILED, word: 'status.enrichment' },
  INGESTION_FAILED_UNITS_INVALID: { ...FAILED, word: 'status.units' },
  INGESTION_FAILED_PAST_GRACE_PERIOD: { ...FAILED, word: 'status.late' },
  INGESTION_FAILED_ACCOUNT_NOT_FOUND: { ...FAILED, word: 'status.noAccount' },
  INGESTION_FAILED_DUPLICATE_EVENT: { tone: 'neutral', word: 'status.duplicate' },
  INGESTION_FAILED_NO_EVENT_ID: { ...FAILED, word: 'status.noId' },
  INGESTION_FAILED_INVALID_NAMED_LICENSE_EVENT: { ...FAILED, word: 'status.license' },
  INGESTION_FAILED_INSUFFICIENT_CREDITS: { ...FAILED, word: 'status.credits' },
  REVERTED: { tone: 'neutral', shape: 'struck', word: 'status.reverted' },
  UNKNOWN: { ...FAILED, word: 'status.unknown' },
};

export function eventLook(status: EventStatus): Look {
  return LOOKS[status];
}

/** The filters of the list: what happened to an event, in four groups that the API knows as well. */
export const EVENT_STATUSES = Object.keys(LOOKS) as EventStatus[];

/** What processing an event again may change. */
export function isRedoUseful(status: EventStatus): boolean {
  return LOOKS[status].tone === 'bad' || LOOKS[status].tone === 'warn';
}
