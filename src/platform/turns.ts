import { setImmediate as letOthers } from 'node:timers/promises';

/** Long work in pieces, between which others are served. */
export interface Turns {
  /** Whether this piece has taken its time. */
  isOver(): boolean;
  /** Serves others, and begins the next piece. */
  giveWay(): Promise<void>;
}

/** A fifth of the 50 ms for which work may hold the event loop: what follows a piece takes time, too. */
const PIECE_MS = 10;

/** `while (…) { …; if (turns.isOver()) await turns.giveWay(); }` */
export function takeTurns(): Turns {
  let begin = performance.now();
  return {
    isOver: () => performance.now() - begin > PIECE_MS,
    async giveWay() {
      await letOthers();
      begin = performance.now();
    },
  };
}

/** `items.map(work)`, with turns for others in between. */
export async function mapInTurns<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => R,
): Promise<R[]> {
  const turns = takeTurns();
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    if (turns.isOver()) await turns.giveWay();
    results.push(work(item, index));
  }
  return results;
}

/** What work comes to that yields between its steps, with turns for others there. */
export async function runInTurns<T>(work: Iterator<unknown, T>): Promise<T> {
  const turns = takeTurns();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (turns.isOver()) await turns.giveWay();
  }
}
