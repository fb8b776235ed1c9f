import { type Static, Type } from 'typebox';
import { Closed, Text } from '#platform/http/schemas.ts';
import { streamOperation } from '#platform/http/stream-operation.ts';
import { invalidRequest } from '#platform/problem.ts';
import { numberOf } from '../event-numbers.ts';
import { tailBusy, tooManyListeners } from '../problems.ts';
import { EventWithStatus } from '../schema.ts';
import { eventList } from '../store/event-list.ts';
import { wantsOf } from '../tail/event-filter.ts';
import { tailOf } from '../tail/tail.ts';

const TailQuery = Type.Object({
  after: Type.Optional(Text(0, 50, { description: 'referenceId of the last event received' })),
});

export const tailEvents = streamOperation({
  id: 'tailEvents',
  route: '/ext/v1/events/tail',
  scope: 'events:read',
  summary: 'Follow events live, with status and reason, as server-sent events',
  description:
    'Starts now, or after the event of Last-Event-ID or `after` if at most 10,000 events followed it; ' +
    'otherwise it sends `gap`. Above 200 events per second it omits events; `dropped` gives the number. ' +
    'Each event is sent once, when it is stored; GET /events shows later changes.',
  request: { query: TailQuery },
  stream: {
    filters: eventList.filters,
    messages: {
      event: EventWithStatus,
      dropped: Closed({ count: Type.Integer(), message: Text(0, 500) }),
      gap: Closed({ after: Type.String(), message: Text(0, 500) }),
    },
  },
  problems: [tooManyListeners, tailBusy],
  async handleStream({ database, org, signal, lastEventId }, { query, filters }) {
    const requested = { wants: wantsOf(filters), after: readPosition(lastEventId, query) };
    return tailOf(database).listen(org, requested, signal);
  },
});

/** A reconnecting browser repeats the query and sends its last position in the header. */
function readPosition(lastEventId: string | null, { after }: Static<typeof TailQuery>): number | null {
  const reference = lastEventId ?? after;
  if (!reference) return null;
  const number = numberOf(reference.toLowerCase());
  if (number !== null) return number;
  const name = lastEventId === null ? 'after' : 'Last-Event-ID';
  throw invalidRequest({ problems: [`${name}: must be the referenceId of an event`] });
}
