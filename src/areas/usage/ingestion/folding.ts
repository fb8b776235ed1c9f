import type { HourRows } from './context-sums.ts';

/**
 * The more is folded together, the more of it goes into the same sums, and the longer it takes to read usage
 * meanwhile. Of 3,000 contexts in two hours, with an addition each event, an event took the database 83,000
 * instructions to fold 4,000 at a time, 66,000 by 8,000 and 48,000 by 12,000; 16,000 instead of 8,000 let 64
 * senders of single events send 8 % more. Usage of an account of three contexts took 1 to 2 ms more to read
 * with 16,000 places in rows of 30 or of 128.
 */
const MANY = 16_000;
/** A row of additions weighs as much as some of its places. */
const ROW_WEIGHT = 8;
/** While so much waits, groups add to sums themselves. */
const MOST = 2 * MANY;
/** After the first addition, when no more come. */
const MOST_AGE_MS = 60_000;
/** After a fold that failed, or that somebody else was doing. */
const PAUSE_MS = 1_000;

/** When the additions of one organization that this process made go into the sums. */
export interface Folding {
  /** Whether groups had better add to sums themselves. */
  readonly isBehind: boolean;
  /** Tells what a transaction added, when it has committed. */
  added(...hours: HourRows[]): void;
}

/** Null while somebody else folds; otherwise whether nothing is left. */
type Fold = () => Promise<{ isAll: boolean } | null>;

/** What a process that ends leaves behind is folded with the next additions, or by the hourly upkeep. */
export function foldLater(fold: Fold): Folding {
  return new Later(fold);
}

class Later implements Folding {
  readonly #fold: Fold;
  #weight = 0;
  #isFolding = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(fold: Fold) {
    this.#fold = fold;
  }

  get isBehind(): boolean {
    return this.#weight >= MOST;
  }

  added(...hours: HourRows[]): void {
    for (const { contextIds } of hours)
      if (contextIds.length > 0) this.#weight += contextIds.length + ROW_WEIGHT;
    if (this.#isFolding || this.#weight === 0) return;
    if (this.#weight >= MANY) void this.#foldNow();
    else this.#timer ??= this.#foldIn(MOST_AGE_MS);
  }

  #foldIn(ms: number): NodeJS.Timeout {
    return setTimeout(() => void this.#foldNow(), ms).unref();
  }

  /** A failure is no loss: usage is right without, and the upkeep says so if it goes on. */
  async #foldNow(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isFolding = true;
    const isDone = await this.#foldAll().catch(() => false);
    if (isDone && this.#weight < MANY) this.#isFolding = false;
    else this.#timer = this.#foldIn(isDone ? 0 : PAUSE_MS);
  }

  /** False when somebody else is at it. */
  async #foldAll(): Promise<boolean> {
    for (;;) {
      const weight = this.#weight;
      const folded = await this.#fold();
      if (!folded) return false;
      if (!folded.isAll) continue;
      this.#weight -= weight;
      return true;
    }
  }
}
