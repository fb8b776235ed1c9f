import type { HourRows } from '../store/context-usage.ts';

/**
 * Pending items of deltas that start compaction. Compacting more at once merges more into the same sums, but
 * reading usage takes longer meanwhile: per 16,000 items, in rows of about 30, reading an account with
 * three contexts takes 1.2 ms more, and reading 2,500 accounts half a second. With 3,000 contexts and one
 * delta per event, the database needed 4.2 µs per event to compact 15,000 at a time and 1.8 µs for 60,000.
 */
const MANY = 16_000;
/** Under high load, compaction runs less often: after this rest, or when this many items are pending. */
const [REST_MS, TOO_MANY] = [4_000, 32_000];
/** A delta row costs as much as this many of its items. */
const ROW_WEIGHT = 8;
/** From this backlog on, groups update the sums themselves. */
const MAX = 2 * TOO_MANY;
/** Maximum age of the oldest pending delta before a compaction starts. */
const MAX_AGE_MS = 60_000;
/** Pause after a failed compaction, or one that another process was running. */
const PAUSE_MS = 1_000;

/** Schedules the compaction of the deltas that this process wrote for one organization. */
export interface Compaction {
  /** Whether groups should update the sums themselves. */
  readonly isBehind: boolean;
  /** Records what a transaction added; call it after the commit. */
  added(...hours: HourRows[]): void;
}

/** Resolves to null while another process compacts; otherwise to whether nothing is left. */
type Compact = () => Promise<{ isAll: boolean } | null>;

/**
 * Schedules compaction. Deltas that an exiting process leaves are compacted with the next ones, or by the
 * hourly maintenance.
 */
export function compactLater(compact: Compact): Compaction {
  return new Later(compact);
}

class Later implements Compaction {
  readonly #compact: Compact;
  #weight = 0;
  #isCompacting = false;
  #timer: NodeJS.Timeout | undefined;
  /** Set during a rest. */
  #rest: NodeJS.Timeout | undefined;

  constructor(compact: Compact) {
    this.#compact = compact;
  }

  get isBehind(): boolean {
    return this.#weight >= MAX;
  }

  added(...hours: HourRows[]): void {
    for (const { contextIds } of hours)
      if (contextIds.length > 0) this.#weight += contextIds.length + ROW_WEIGHT;
    this.#look();
  }

  #look(): void {
    if (this.#isCompacting || this.#weight === 0) return;
    if (this.#weight >= (this.#rest ? TOO_MANY : MANY)) void this.#compactNow();
    else this.#timer ??= this.#compactIn(MAX_AGE_MS);
  }

  #compactIn(ms: number): NodeJS.Timeout {
    return setTimeout(() => void this.#compactNow(), ms).unref();
  }

  /** A failure loses nothing: usage includes deltas, and the maintenance reports a lasting failure. */
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

  /** False if another process is compacting. */
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
