import { operation } from '#platform/http/operation.ts';
import { describeEvent } from '../describe-event.ts';
import { GetEventsResponse } from '../schema.ts';
import { eventList, listEvents as listRows } from '../store/event-list.ts';

export const listEvents = operation({
  id: 'listEvents',
  method: 'GET',
  route: '/events',
  scope: 'events:read',
  summary: 'List events, newest first',
  description:
    'status is PROCESSED, UNPROCESSED, IN_PROGRESS, UNMATCHED (processed, but counted by no meter) or one ' +
    'raw status.',
  response: { status: 200, body: GetEventsResponse },
  list: eventList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listRows(tx, org, page);
    return { events: rows.map(describeEvent), nextToken };
  },
});
