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

/** The options that contain what is typed, in their texts or notes: of those found for another text. */
export function matching(options: readonly ComboboxOption[], typed: string): ComboboxOption[] {
  const term = typed.trim().toLowerCase();
  return options.filter(({ text, note = '' }) => [text, note].some((each) => contains(each, term)));
}

function contains(text: string, term: string): boolean {
  return text.toLowerCase().includes(term);
}
