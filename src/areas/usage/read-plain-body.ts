import { eventTooLarge } from './problems.ts';
import { readPlainEvent } from './read-plain-event.ts';
import { type Event, MAX_EVENT_BYTES } from './schema.ts';

/**
 * The body of a single event that is as almost all are, as in a batch; null for any other. One that is too
 * large is said to be that, whatever else its schema would find (`metering-pricing.md` 4.3).
 */
export function readPlainBody(body: unknown): { event: Event } | null {
  if (typeof body !== 'object' || body === null) return null;
  const { event: sent } = body as { event?: unknown };
  const event = readPlainEvent(sent);
  if (event === null) refuseTooLarge(sent);
  return event !== null && Object.keys(body).length === 1 ? { event } : null;
}

function refuseTooLarge(sent: unknown): void {
  if (typeof sent !== 'object' || sent === null) return;
  if (Buffer.byteLength(JSON.stringify(sent)) > MAX_EVENT_BYTES) throw eventTooLarge();
}
