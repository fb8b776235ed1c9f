import { type Event, ingestAlone, readEvents } from '#areas/usage/index.ts';
import { parseBody } from '#platform/http/body.ts';
import type { Context } from '#platform/http/operation.ts';
import { Problem } from '#platform/problem.ts';
import { startTurns } from '#platform/turns.ts';
import { idIn, type Verdict } from './take-rows.ts';

const PLAIN = { isExact: false, multiline: new Set<string>() };

/**
 * Imports events as POST /ingestBatch does; an event whose id was already accepted with the same content is
 * UNCHANGED.
 */
export async function takeEvents(context: Context, bodies: readonly string[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = bodies.map((body) => ({ id: idIn(body), status: 'CREATED', error: null }));
  const fail = (index: number, error: string) => {
    verdicts[index] = { id: verdicts[index]?.id ?? null, status: 'FAILED', error };
  };
  const events: { event: Event; index: number }[] = [];
  const turns = startTurns();
  for (const [index, body] of bodies.entries()) {
    if (turns.isOver()) await turns.yieldLoop();
    const read = await readOne(body);
    if (typeof read === 'string') fail(index, read);
    else events.push({ event: read, index });
  }
  const source = { type: 'API', id: context.actor.credentialId };
  const sent = events.map(({ event }) => ({ event, source, isEntitled: false }));
  const { outcomes } = sent.length === 0 ? { outcomes: [] } : await ingestAlone(context, sent);
  for (const [nth, { isIdentical, status, description }] of outcomes.entries()) {
    const { index = 0 } = events[nth] ?? {};
    if (isIdentical) verdicts[index] = { ...(verdicts[index] as Verdict), status: 'UNCHANGED' };
    else if (isIdentical === false) fail(index, `id: ${description}; send a different event with a new id`);
    else if (status === 'INGESTION_FAILED_NO_EVENT_ID') fail(index, `id: is required; ${description}`);
  }
  return verdicts;
}

/** The event, or the error as text. */
async function readOne(body: string): Promise<Event | string> {
  try {
    const { accepted, rejected } = await readEvents([parseBody(Buffer.from(body), PLAIN)]);
    return accepted[0] ?? rejected[0]?.message ?? 'is not a valid event';
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}
