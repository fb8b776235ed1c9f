import { eventTooLarge } from './problems.ts';
import { readPlainEvent } from './read-plain-event.ts';
import { type Event, MAX_EVENT_BYTES } from './schema.ts';

/**
 * Fast path for the body of a single ordinary event, as in a batch; null for any other. If an event is too
 * large, that problem takes precedence over schema errors (`metering-pricing.md` 4.3).
 */
export function readPlainBody(body: unknown): { event: Event } | null {
  if (typeof body !== 'object' || body === null) return null;
  const { event: sent } = body as { event?: unknown };
  const event = readPlainEvent(sent);
  if (event === null) rejectTooLarge(sent);
  return event !== null && Object.keys(body).length === 1 ? { event } : null;
}

function rejectTooLarge(sent: unknown): void {
  if (typeof sent !== 'object' || sent === null) return;
  if (Buffer.byteLength(JSON.stringify(sent)) > MAX_EVENT_BYTES) throw eventTooLarge();
}
