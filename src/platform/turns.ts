import { setImmediate as nextTurn } from 'node:timers/promises';

/** Splits long work into pieces and yields the event loop in between. */
export interface Turns {
  /** Whether this piece has used up its time. */
  isOver(): boolean;
  /** Yields the event loop, and begins the next piece. */
  yieldLoop(): Promise<void>;
}

/** A fifth of the 50 ms for which work may hold the event loop: the rest of a turn takes time too. */
const PIECE_MS = 10;

/** `while (…) { …; if (turns.isOver()) await turns.yieldLoop(); }` */
export function startTurns(): Turns {
  let begin = performance.now();
  return {
    isOver: () => performance.now() - begin > PIECE_MS,
    async yieldLoop() {
      await nextTurn();
      begin = performance.now();
    },
  };
}

/** `items.map(work)`, yielding the event loop in between. */
export async function mapInTurns<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => R,
): Promise<R[]> {
  const turns = startTurns();
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    if (turns.isOver()) await turns.yieldLoop();
    results.push(work(item, index));
  }
  return results;
}

/** The result of an iterator, with the event loop yielded between its steps. */
export async function runInTurns<T>(work: Iterator<unknown, T>): Promise<T> {
  const turns = startTurns();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (turns.isOver()) await turns.yieldLoop();
  }
}
