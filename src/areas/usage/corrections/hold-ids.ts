import { toSchemaEvent } from '../event.ts';
import { keysOf } from '../event-ids.ts';
import { findEventId, takeIds } from '../ingestion/take-ids.ts';
import type { Event } from '../schema.ts';
import type { Failure } from '../statuses.ts';
import { lockHeldKeys } from '../store/corrections.ts';
import type { Candidate, CorrectionContext, OpenCorrection } from './open-correction.ts';

/** An event to ingest, with its number and id. */
export interface NewOccurrence {
  seq: number;
  eventId: string | null;
  event: Event;
  /** Why processing stops after the id has been taken, if it does. */
  failure: Failure | undefined;
}

/** An event that this transaction corrects. */
export interface CorrectedCandidate extends Candidate {
  /** The event's key in the id table; null if it holds none. */
  heldKey: Buffer | null;
  again: NewOccurrence | null;
}

/** Locks the ids that the events hold, and retakes released ids that the new events need. */
export async function holdIds(
  context: CorrectionContext,
  open: OpenCorrection,
): Promise<CorrectedCandidate[]> {
  const wanted = open.candidates.flatMap(({ row: { eventId, seq } }) =>
    eventId === null ? [] : keysOf(eventId).map((key) => ({ key, seq })),
  );
  const held = await lockHeldKeys(context.tx, context.org, wanted);
  const keys = new Map(held.map(({ key, seq }) => [seq, key]));
  const all = open.candidates.map((each) => ({
    ...each,
    heldKey: keys.get(each.row.seq) ?? null,
    again: null,
  }));
  return open.action === 'UNDO' ? all : takeAgain(context, open, all);
}

/** If another event has taken the id meanwhile, it keeps it, and this event stays unchanged. */
async function takeAgain(
  { tx, org }: CorrectionContext,
  open: OpenCorrection,
  all: readonly CorrectedCandidate[],
): Promise<CorrectedCandidate[]> {
  const isFree = ({ heldKey }: CorrectedCandidate) => heldKey === null;
  const free = all.filter(isFree).map((each) => {
    const sent = eventOf(each);
    return { each, sent, eventId: each.row.eventId ?? idByTemplate(sent, open) };
  });
  const { firstSeq, failures } = await takeIds(tx, org, { events: free });
  const holders = all.filter((each) => !isFree(each));
  const numbered = [
    ...free,
    ...holders.map((each) => ({ each, sent: eventOf(each), eventId: each.row.eventId })),
  ];
  return numbered.flatMap(({ each, sent: event, eventId }, index) => {
    const failure = failures.get(index);
    if (failure?.status !== 'INGESTION_FAILED_DUPLICATE_EVENT')
      return [{ ...each, again: { seq: firstSeq + index, eventId, event, failure } }];
    open.problems.set(each.row.seq, `another event now has the id ${eventId}; correct that event instead`);
    return [];
  });
}

/** For an event that had no id: its schema may have an id template by now. */
function idByTemplate(event: Event, { catalog, reserved }: OpenCorrection): string | null {
  const { schemaName } = event;
  const own = Object.values(reserved).find(({ name }) => name === schemaName);
  const schema = catalog.schemas.get(schemaName)?.compiled ?? own;
  return findEventId({ ...event, id: '' }, toSchemaEvent(event), schema);
}

function eventOf({ event }: Candidate): Event {
  if (!event) throw new Error('the event to ingest again is missing');
  return event;
}
