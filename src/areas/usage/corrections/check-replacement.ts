import { invalidRequest } from '#platform/problem.ts';
import { eventTooLarge } from '../problems.ts';
import { findContradiction, isTooLarge } from '../read-events.ts';
import type { Event } from '../schema.ts';

/** Raises a problem if the event of a correction could not be ingested. */
export function checkReplacement(event: Event): void {
  if (isTooLarge(event)) throw eventTooLarge();
  const contradiction = findContradiction(event);
  if (contradiction) throw invalidRequest({ problems: [`event.${contradiction}`] });
}
