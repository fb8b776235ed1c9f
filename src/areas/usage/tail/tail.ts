import type { Database } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { tailBusy, tooManyListeners } from '../problems.ts';
import type { Wants } from './event-filter.ts';
import { Listener, type ListenerLimits } from './listener.ts';
import { findMissed } from './missed-events.ts';
import { Poller } from './poller.ts';
import { type TailMessage, tailMessages } from './tail-messages.ts';

/** Per organization and process. */
const MAX_LISTENERS = 20;
/** Per process, over all organizations: each of them may cost two polls a second. */
const MAX_TOTAL_LISTENERS = 400;
/** With two polls a second, 200 events a second; a batch after a pause is shown whole. */
const LIMITS: ListenerLimits = { perLook: 100, max: 1_000 };

/** The request of a listener. */
interface Requested {
  wants: Wants;
  /** The number of the last received event; null starts now. */
  after: number | null;
}

/** The listeners in one process. */
export interface Tail {
  /**
   * Delivers every event that is committed after this resolves. If other listeners exist, a new one may also
   * receive events committed just before.
   */
  listen(org: Org, requested: Requested, signal: AbortSignal): Promise<AsyncIterable<TailMessage>>;
}

/** The listeners of an organization, which share a poller. */
interface Room {
  poller: Promise<Poller>;
  listeners: number;
}

const tails = new WeakMap<Database, Tail>();

/** The tail of a database. */
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

/** Admits a listener if there is room: the first of an organization starts the poller, the last stops it. */
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
    if (known && known.listeners >= MAX_LISTENERS) throw tooManyListeners();
    if (listeners >= MAX_TOTAL_LISTENERS) throw tailBusy();
    const room = known ?? { poller: Poller.start(database, org), listeners: 0 };
    rooms.set(org.orgId, room);
    room.listeners += 1;
    listeners += 1;
    onAbort(signal, () => leave(org, room));
    return room.poller;
  };
}

/** The signal may have fired during an earlier await. */
function onAbort(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) act();
  else signal.addEventListener('abort', act, { once: true });
}
