import type { PageRequest } from '#platform/http/list.ts';
import { operation } from '#platform/http/operation.ts';
import { describeEvent } from '../describe-event.ts';
import { GetEventsResponse } from '../schema.ts';
import { type EventClass, type EventStatus, statusesOf } from '../statuses.ts';
import { eventList, listEvents as listRows } from '../store/events.ts';

export const listEvents = operation({
  id: 'listEvents',
  method: 'GET',
  route: '/events',
  scope: 'events:read',
  summary: 'List events, the newest first',
  description: 'status is PROCESSED, UNPROCESSED, IN_PROGRESS or one raw status.',
  response: { status: 200, body: GetEventsResponse },
  list: eventList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listRows(tx, org, withRawStatuses(page));
    return { events: rows.map(describeEvent), nextToken };
  },
});

/** Classes become the statuses in them. The token keeps what was asked for, so each page is read alike. */
function withRawStatuses(page: PageRequest): PageRequest {
  const status = page.filters.status?.map((condition) => {
    const names = JSON.parse(condition.slice(condition.indexOf(':') + 1)) as (EventClass | EventStatus)[];
    return `in:${JSON.stringify(names.flatMap(statusesOf))}`;
  });
  return status ? { ...page, filters: { ...page.filters, status } } : page;
}
