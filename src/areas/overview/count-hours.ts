import { classOf, countEvents } from '#areas/usage/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { type EventHour, HOURS } from './schema.ts';

const HOUR_MS = 3_600_000;

/** The events of the last hours, by their own time; the last hour is the one that runs. */
export async function countHours(tx: Tx, org: Org, now: Temporal.Instant): Promise<EventHour[]> {
  const current = Math.floor(now.epochMilliseconds / HOUR_MS);
  const borders = Array.from({ length: HOURS }, (_, index) =>
    Temporal.Instant.fromEpochMilliseconds((current - HOURS + 1 + index) * HOUR_MS),
  );
  const hours = borders.map((startsAt) => ({ startsAt, counted: 0, notCounted: 0, rejected: 0 }));
  const [from] = borders;
  if (!from) return [];
  const until = from.add({ hours: HOURS });
  for (const { bucketAt, status, events } of await countEvents(tx, org, {
    ...{ from, until, borders, groupBy: ['status'] },
  })) {
    const hour = hours[(bucketAt.epochMilliseconds - from.epochMilliseconds) / HOUR_MS];
    if (!hour || !status) continue;
    if (status === 'INGESTION_COMPLETED_EVENT_METERED') hour.counted += events;
    else if (classOf(status) === 'UNPROCESSED') hour.rejected += events;
    else hour.notCounted += events;
  }
  return hours;
}
