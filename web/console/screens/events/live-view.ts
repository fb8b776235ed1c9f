import type { EventWithStatus } from '../../../api/generated/types.ts';
import { type EventStatus, eventStatus } from '../../../parts/event-status.ts';

/** Groups of statuses to choose from; the first one is all. */
export const CHIPS = ['', 'PROCESSED', 'UNPROCESSED', 'UNMATCHED', 'IN_PROGRESS'] as const;

export interface StatusCount {
  status: EventStatus;
  count: number;
}

/** How many events have each status, the most frequent first, then in the order of the filter. */
export function countStatuses(events: readonly EventWithStatus[]): StatusCount[] {
  const counts = new Map<EventStatus, number>();
  for (const { ingestionStatus } of events)
    counts.set(ingestionStatus.status, (counts.get(ingestionStatus.status) ?? 0) + 1);
  return eventStatus.all
    .flatMap((status) => ({ status, count: counts.get(status) ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
}

export function countedOf(events: readonly EventWithStatus[]): number {
  return events.filter(({ ingestionStatus }) => ingestionStatus.status === COUNTED).length;
}

const COUNTED: EventStatus = 'INGESTION_COMPLETED_EVENT_METERED';
