import type { BadgeShape, Tone } from './badge.tsx';

/** How a status looks, with the key of its word in the messages of the screen. */
export interface Look<Word extends string = string> {
  tone: Tone;
  shape?: BadgeShape;
  word: Word;
}

export interface Looks<Status extends string, Word extends string> {
  look(status: Status): Look<Word>;
  all: readonly Status[];
  /** For a filter or a select. */
  options(say: (word: Word) => string): { value: Status; text: string }[];
}

/** Looks of a set of statuses, whose words are `status.NAME` or have another prefix. */
export function looksOf<Status extends string, Prefix extends string = 'status'>(
  looks: Readonly<Record<Status, Omit<Look, 'word'>>>,
  prefix = 'status' as Prefix,
): Looks<Status, `${Prefix}.${Status}`> {
  const all = Object.keys(looks) as Status[];
  const wordOf = (status: Status) => `${prefix}.${status}` as const;
  return {
    // A status that only a newer service knows is neutral.
    look: (status) => ({ ...(looks[status] ?? { tone: 'neutral' }), word: wordOf(status) }),
    all,
    options: (say) => all.map((value) => ({ value, text: say(wordOf(value)) })),
  };
}
