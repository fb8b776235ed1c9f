import { useEffect, useEffectEvent, useState } from 'react';
import { tailEvents } from './generated/events-and-usage.ts';
import type { EventWithStatus } from './generated/types.ts';
import type { InputOf } from './operation.ts';
import { readStream, type StreamMessage } from './stream.ts';

/** The latest events that a tail keeps. */
const MAX_EVENTS = 500;
const RETRY_MS = 2000;

export interface Tail {
  /** The latest, newest first. */
  events: readonly EventWithStatus[];
  /** All that came since the start. */
  count: number;
  state: 'connecting' | 'live';
  /** Events that were left out because they came faster than this page reads. */
  dropped: number;
}

const START: Tail = { events: [], count: 0, state: 'connecting', dropped: 0 };

/**
 * Events as they arrive. Goes on from the last one after a lost connection or a pause; those that came
 * before stay.
 */
export function useTail(input: InputOf<typeof tailEvents>, isPaused = false): Tail {
  const key = JSON.stringify(input);
  const [{ tail, of }, setState] = useState({ tail: START, of: key });
  const latest = useEffectEvent(() => (of === key ? tail.events[0]?.referenceId : undefined));
  // The outside system is the stream of the service.
  useEffect(() => {
    if (isPaused) return;
    const stop = new AbortController();
    const change = (next: (tail: Tail) => Tail) =>
      setState((before) => ({ tail: next(before.of === key ? before.tail : START), of: key }));
    void follow({ input: JSON.parse(key) as typeof input, after: latest(), signal: stop.signal, change });
    return () => stop.abort();
  }, [key, isPaused]);
  return of === key ? tail : START;
}

interface Following {
  input: InputOf<typeof tailEvents>;
  /** The last event that is there already. */
  after: string | undefined;
  signal: AbortSignal;
  change(next: (tail: Tail) => Tail): void;
}

async function follow({ input, after, signal, change }: Following): Promise<void> {
  let lastEventId = after;
  change((tail) => ({ ...tail, state: 'connecting' }));
  const onMessage = (message: StreamMessage) => {
    lastEventId = message.id ?? lastEventId;
    change((tail) => withMessage(tail, message));
  };
  const onOpen = () => change((tail) => ({ ...tail, state: 'live' }));
  while (!signal.aborted) {
    await readStream(tailEvents, input, { signal, lastEventId, onOpen, onMessage }).catch(() => undefined);
    if (signal.aborted) return;
    change((tail) => ({ ...tail, state: 'connecting' }));
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/** Pure: the tail after one more message. */
export function withMessage(tail: Tail, { event, data }: StreamMessage): Tail {
  const live = { ...tail, state: 'live' as const };
  switch (event) {
    case 'event': {
      const events = [data as EventWithStatus, ...tail.events].slice(0, MAX_EVENTS);
      return { ...live, events, count: tail.count + 1 };
    }
    case 'dropped':
      return { ...live, dropped: tail.dropped + (data as { count: number }).count };
    default:
      return live;
  }
}
