export interface ComboboxOption {
  value: string;
  text: string;
  /** What tells it from others of the same text. */
  note?: string | undefined;
}

/** Down and up through the options. */
export function stepOf(key: string): -1 | 0 | 1 {
  return key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
}

/** Whether a step would leave the list, so that it goes on at the other end. */
export function isAtEdge(current: number, step: number, count: number): boolean {
  const next = current + step;
  return next < 0 || next >= count;
}
