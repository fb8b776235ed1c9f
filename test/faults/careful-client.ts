import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultSetup } from './setup.ts';
import type { TallymarkProcess } from './tallymark-process.ts';

export interface SentEvent {
  id: string;
  schemaName: string;
  timestamp: string;
  accountId: string;
  attributes: { name: string; value: string }[];
  dimensions: Record<string, string>;
}

/** What the client knows, and the service must agree with. */
export interface Ledger {
  sent: SentEvent[];
  /** Ids of events whose request was answered with 202. */
  answered: Set<string>;
  /** How often each status came; `none` counts requests that got no answer. */
  replies: Record<string, number>;
  /** Answers that say "not now" without saying when. */
  withoutRetryAfter: number;
}

export interface Load {
  ledger: Ledger;
  /** Waits until a request that was sent after the call is answered with 202; returns milliseconds. */
  untilResponse(withinMs?: number): Promise<number>;
  /** Sends nothing new, repeats what has no answer until it has, and returns the ledger. */
  finish(withinMs?: number): Promise<Ledger>;
}

const CLIENTS = 6;
/** What counts is how many requests are under way at a kill, and every event is looked at afterwards. */
const BATCH = 10;
/** Far below what a caller would wait, so that most kills hit requests and not pauses. */
const RETRY_MS = 60;
const PAUSE_MS = 30;
const PATIENCE_MS = 180_000;

/**
 * Clients that do what the documentation says: whatever was not answered with 202 is sent again with the same
 * ids, to whichever process comes next. Half of them send batches, half single events.
 */
export function startLoad(load: {
  targets: readonly TallymarkProcess[];
  setup: FaultSetup;
  /** To go on with. */
  ledger?: Ledger;
}): Load {
  const { targets, setup, ledger = emptyLedger() } = load;
  const state = { isOpen: true, isAbandoned: false, lastBegun: 0 };
  const client = async (index: number) => {
    const size = index % 2 === 0 ? BATCH : 1;
    for (let turn = index; state.isOpen; turn++) {
      const events = Array.from({ length: size }, () => nextEvent(ledger, setup));
      const begun = await deliverAtLast({ targets, ledger, turn, isOver: () => state.isAbandoned }, events);
      state.lastBegun = Math.max(state.lastBegun, begun);
      await sleep(PAUSE_MS);
    }
  };
  const all = Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)));
  return {
    ledger,
    untilResponse: async (withinMs = PATIENCE_MS) => {
      const begun = performance.now();
      for (; state.lastBegun < begun; await sleep(5))
        if (performance.now() - begun > withinMs) throw new Error(`no answer: ${describe(ledger)}`);
      return performance.now() - begun;
    },
    finish: async (withinMs = PATIENCE_MS) => {
      state.isOpen = false;
      const patience = setTimeout(() => {
        state.isAbandoned = true;
      }, withinMs);
      await all;
      clearTimeout(patience);
      if (state.isAbandoned) throw new Error(`not everything was answered: ${describe(ledger)}`);
      return ledger;
    },
  };
}

/** Sends the events of a ledger in an order of their own, some requests at a time, until all are answered. */
export async function sendAll(
  targets: readonly TallymarkProcess[],
  ledger: Ledger,
  { clients = 4, batch = 25 } = {},
): Promise<void> {
  const events = shuffle(ledger.sent);
  const client = async (turn: number) => {
    while (events.length > 0)
      await deliverAtLast({ targets, ledger, turn: turn++, isOver: () => false }, events.splice(0, batch));
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
}

/** Sends events until they are answered or all is over; returns when the answered request began. */
async function deliverAtLast(
  way: { targets: readonly TallymarkProcess[]; ledger: Ledger; turn: number; isOver(): boolean },
  events: readonly SentEvent[],
): Promise<number> {
  const { targets, ledger, turn, isOver } = way;
  for (let attempt = turn; !isOver(); attempt++) {
    const begun = performance.now();
    if (await deliver(targets[attempt % targets.length] as TallymarkProcess, ledger, events)) return begun;
    await sleep(RETRY_MS);
  }
  return 0;
}

function emptyLedger(): Ledger {
  return { sent: [], answered: new Set(), replies: {}, withoutRetryAfter: 0 };
}

/** A ledger of events that have not been sent yet. */
export function plannedLedger(setup: FaultSetup, count: number): Ledger {
  const ledger = emptyLedger();
  for (let i = 0; i < count; i++) nextEvent(ledger, setup);
  return ledger;
}

/** Units, hours and accounts take turns in different steps, so that a misplaced event shows in some sum. */
function nextEvent({ sent }: Ledger, { accountIds }: FaultSetup): SentEvent {
  const n = sent.length;
  const event: SentEvent = {
    id: `e${n}`,
    schemaName: 'calls',
    timestamp: `2030-01-01T0${n % 6}:00:00Z`,
    accountId: accountIds[n % accountIds.length] as string,
    attributes: [{ name: 'n', value: String(1 + (n % 11)) }],
    dimensions: {},
  };
  sent.push(event);
  return event;
}

/** Sends events once, in another order each time; true when they were accepted. */
async function deliver(
  target: TallymarkProcess,
  ledger: Ledger,
  events: readonly SentEvent[],
): Promise<boolean> {
  const reply = await (events.length === 1
    ? target.call('POST', '/ingest', { event: events[0] })
    : target.call('POST', '/ingestBatch', { events: shuffle(events) }));
  const status = reply?.status ?? 'none';
  ledger.replies[status] = (ledger.replies[status] ?? 0) + 1;
  if (status === 503 && !reply?.retryAfter) ledger.withoutRetryAfter += 1;
  if (status !== 202) return false;
  for (const { id } of events) ledger.answered.add(id);
  return true;
}

function shuffle<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function describe({ replies, sent, answered }: Ledger): string {
  return `${answered.size} of ${sent.length} events answered, ${JSON.stringify(replies)}`;
}
