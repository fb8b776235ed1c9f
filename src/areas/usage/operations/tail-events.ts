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
  after: Type.Optional(Text(0, 50, { description: 'referenceId of the event that was heard last' })),
});

export const tailEvents = streamOperation({
  id: 'tailEvents',
  route: '/ext/v1/events/tail',
  scope: 'events:read',
  summary: 'Follow events live, with status and reason, as server-sent events',
  description:
    'Begins now, or after the event of Last-Event-ID or `after` if no more than 10,000 events came since; ' +
    'otherwise `gap` says so. More than 200 events a second are left out; `dropped` says how many. ' +
    'An event is told once, when it is stored; what becomes of it later is in GET /events.',
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
    const asked = { wants: wantsOf(filters), after: readPosition(lastEventId, query) };
    return tailOf(database).listen(org, asked, signal);
  },
});

/** A browser that comes back repeats the query, and says in the header how far it got since. */
function readPosition(lastEventId: string | null, { after }: Static<typeof TailQuery>): number | null {
  const reference = lastEventId ?? after;
  if (!reference) return null;
  const number = numberOf(reference.toLowerCase());
  if (number !== null) return number;
  const name = lastEventId === null ? 'after' : 'Last-Event-ID';
  throw invalidRequest({ problems: [`${name}: must be the referenceId of an event`] });
}
