/**
 * Events have numbers that ascend with the time at which they were stored; on the wire an event is known by a
 * UUID (version 8) that holds its number, so that either follows from the other. SQL has the same functions
 * (`event_reference`, `event_number`).
 */

/** Numbers of one block, which one transaction takes for its events. */
export const BLOCK_EVENTS = 8192;

export function referenceOf(seq: number): string {
  const hex = seq.toString(16).padStart(15, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(12)}-8000-000000000000`;
}

/** Null for a text that is no reference of an event. */
export function numberOf(reference: string): number | null {
  if (!/^0[01][0-9a-f]{6}-[0-9a-f]{4}-8[0-9a-f]{3}-8000-000000000000$/.test(reference)) return null;
  return Number.parseInt(`${reference.slice(0, 8)}${reference.slice(9, 13)}${reference.slice(15, 18)}`, 16);
}
