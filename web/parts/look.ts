import type { BadgeShape, Tone } from '../ui/badge.tsx';

/** How a status looks, with the key of its word in the messages of the screen. */
export interface Look {
  tone: Tone;
  shape?: BadgeShape;
  word: string;
}

/** Looks of a set of statuses, whose words are `status.NAME`. */
export function looksOf<Status extends string>(
  looks: Readonly<Record<Status, Omit<Look, 'word'>>>,
  prefix = 'status',
): { look(status: Status): Look; all: Status[] } {
  return {
    look: (status) => ({ ...looks[status], word: `${prefix}.${status}` }),
    all: Object.keys(looks) as Status[],
  };
}
