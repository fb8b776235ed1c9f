/**
 * Event numbers ascend with the time of storage. On the wire, the reference of an event is a UUID (version 8)
 * that contains its number, so each can be computed from the other. The SQL functions `event_reference` and
 * `event_number` do the same.
 */

/** Numbers in one block, which one transaction takes for its events. */
export const BLOCK_EVENTS = 8192;

export function referenceOf(seq: number): string {
  const hex = seq.toString(16).padStart(15, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(12)}-8000-000000000000`;
}

/** Null if the text is not an event reference. */
export function numberOf(reference: string): number | null {
  if (!/^0[01][0-9a-f]{6}-[0-9a-f]{4}-8[0-9a-f]{3}-8000-000000000000$/.test(reference)) return null;
  return Number.parseInt(`${reference.slice(0, 8)}${reference.slice(9, 13)}${reference.slice(15, 18)}`, 16);
}
