import type { HourRows } from './context-sums.ts';

/**
 * The more is folded together, the more of it goes into the same sums, and the longer it takes to read usage
 * meanwhile: for each 16,000 places, in rows of about 30, that of an account of three contexts takes 1.2 ms
 * more, that of 2,500 accounts half a second. Of 3,000 contexts, with an addition each event, an event took
 * the database 4.2 µs to fold 15,000 at a time and 1.8 by 60,000.
 */
const MANY = 16_000;
/** Who adds faster is folded less often: so long after the last time, or when so much waits. */
const [REST_MS, TOO_MANY] = [4_000, 32_000];
/** A row of additions weighs as much as some of its places. */
const ROW_WEIGHT = 8;
/** While so much waits, groups add to sums themselves. */
const MOST = 2 * TOO_MANY;
/** After the first addition, when no more come. */
const MOST_AGE_MS = 60_000;
/** After a fold that failed, or that somebody else was doing. */
const PAUSE_MS = 1_000;

/** When the additions of one organization that this process made go into the sums. */
export interface Compaction {
  /** Whether groups had better add to sums themselves. */
  readonly isBehind: boolean;
  /** Tells what a transaction added, when it has committed. */
  added(...hours: HourRows[]): void;
}

/** Null while somebody else folds; otherwise whether nothing is left. */
type Compact = () => Promise<{ isAll: boolean } | null>;

/** What a process that ends leaves behind is folded with the next additions, or by the hourly upkeep. */
export function compactLater(compact: Compact): Compaction {
  return new Later(compact);
}

class Later implements Compaction {
  readonly #compact: Compact;
  #weight = 0;
  #isCompacting = false;
  #timer: NodeJS.Timeout | undefined;
  /** While it rests. */
  #rest: NodeJS.Timeout | undefined;

  constructor(compact: Compact) {
    this.#compact = compact;
  }

  get isBehind(): boolean {
    return this.#weight >= MOST;
  }

  added(...hours: HourRows[]): void {
    for (const { contextIds } of hours)
      if (contextIds.length > 0) this.#weight += contextIds.length + ROW_WEIGHT;
    this.#look();
  }

  #look(): void {
    if (this.#isCompacting || this.#weight === 0) return;
    if (this.#weight >= (this.#rest ? TOO_MANY : MANY)) void this.#compactNow();
    else this.#timer ??= this.#compactIn(MOST_AGE_MS);
  }

  #compactIn(ms: number): NodeJS.Timeout {
    return setTimeout(() => void this.#compactNow(), ms).unref();
  }

  /** A failure is no loss: usage is right without, and the upkeep says so if it goes on. */
  async #compactNow(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isCompacting = true;
    const isDone = await this.#compactAll().catch(() => false);
    if (!isDone) {
      this.#timer = this.#compactIn(PAUSE_MS);
      return;
    }
    this.#isCompacting = false;
    this.#beginRest();
    this.#look();
  }

  #beginRest(): void {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      this.#rest = undefined;
      this.#look();
    }, REST_MS).unref();
  }

  /** False when somebody else is at it. */
  async #compactAll(): Promise<boolean> {
    for (;;) {
      const weight = this.#weight;
      const summed = await this.#compact();
      if (!summed) return false;
      if (!summed.isAll) continue;
      this.#weight -= weight;
      return true;
    }
  }
}
