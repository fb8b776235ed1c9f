import type { Database } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { tailBusy, tooManyListeners } from '../problems.ts';
import type { Wants } from './event-filter.ts';
import { Listener, type ListenerLimits } from './listener.ts';
import { findMissed } from './missed-events.ts';
import { Poller } from './poller.ts';
import { type TailMessage, tailMessages } from './tail-messages.ts';

/** Of one organization in one process. */
const MOST_LISTENERS = 20;
/** Of all organizations in one process: each of them may cost two looks a second. */
const MOST_OF_ALL = 400;
/** With two looks a second, 200 events a second; a batch after a pause is shown whole. */
const LIMITS: ListenerLimits = { perLook: 100, most: 1_000 };

/** What a listener asks for. */
interface Asked {
  wants: Wants;
  /** The number of the event that it heard last; null begins now. */
  after: number | null;
}

/** Those who listen in one process. */
export interface Tail {
  /**
   * Tells of every event that is committed after this resolves. One who listens beside others may also be
   * told of those that were committed just before.
   */
  listen(org: Org, asked: Asked, signal: AbortSignal): Promise<AsyncIterable<TailMessage>>;
}

/** The listeners of an organization, who share a poller. */
interface Room {
  poller: Promise<Poller>;
  listeners: number;
}

const tails = new WeakMap<Database, Tail>();

/** The one that belongs to a database. */
export function tailOf(database: Database): Tail {
  const known = tails.get(database) ?? newTail(database);
  tails.set(database, known);
  return known;
}

function newTail(database: Database): Tail {
  const enter = roomsOf(database);
  return {
    listen: async (org, { wants, after }, signal) => {
      const poller = await enter(org, signal);
      const listener = new Listener(wants, LIMITS);
      const known = poller.join(listener);
      onAbort(signal, () => {
        poller.leave(listener);
        listener.end();
      });
      const missed = after === null ? [] : await findMissed(database, org, { after, known, wants });
      return tailMessages({ database, org, signal }, { listener, after, missed });
    },
  };
}

/** Lets in who finds room: the first of an organization starts the poller, the last to leave ends it. */
function roomsOf(database: Database): (org: Org, signal: AbortSignal) => Promise<Poller> {
  const rooms = new Map<number, Room>();
  let listeners = 0;
  const leave = ({ orgId }: Org, room: Room) => {
    room.listeners -= 1;
    listeners -= 1;
    if (room.listeners > 0) return;
    rooms.delete(orgId);
    const stop = (poller: Poller) => poller.stop();
    room.poller.then(stop, () => undefined);
  };
  return (org, signal) => {
    const known = rooms.get(org.orgId);
    if (known && known.listeners >= MOST_LISTENERS) throw tooManyListeners();
    if (listeners >= MOST_OF_ALL) throw tailBusy();
    const room = known ?? { poller: Poller.start(database, org), listeners: 0 };
    rooms.set(org.orgId, room);
    room.listeners += 1;
    listeners += 1;
    onAbort(signal, () => leave(org, room));
    return room.poller;
  };
}

/** The signal may have been given while something else was awaited. */
function onAbort(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) act();
  else signal.addEventListener('abort', act, { once: true });
}
