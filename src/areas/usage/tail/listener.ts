import type { SeenEvent } from '../store/tail.ts';
import type { Wants } from './event-filter.ts';

/** The next delivery to a listener: event numbers, or how many were dropped. */
export type Taken = { numbers: number[] } | { dropped: number };

export interface ListenerLimits {
  /** Average number of events accepted per poll. */
  perLook: number;
  /** Maximum events accepted at once after a pause, and queued for sending. */
  max: number;
}

/** Events that are read and sent together. */
const PAGE = 100;

/**
 * A listener with a bounded queue of event numbers; events are read when the connection can take them. It
 * counts excess events, and reports the count at their position in the stream.
 */
export class Listener {
  readonly #wants: Wants;
  readonly #limits: ListenerLimits;
  #waiting: (number | { dropped: number })[] = [];
  #room: number;
  #isEnded = false;
  #fault: unknown;
  #wake: () => void = () => undefined;

  constructor(wants: Wants, limits: ListenerLimits) {
    this.#wants = wants;
    this.#limits = limits;
    this.#room = limits.max;
  }

  /** Starts a new poll. */
  renew(): void {
    this.#room = Math.min(this.#room + this.#limits.perLook, this.#limits.max);
  }

  offer(event: SeenEvent): void {
    if (!this.#wants(event)) return;
    const last = this.#waiting.at(-1);
    const isFull = this.#room === 0 || this.#waiting.length >= this.#limits.max;
    if (!isFull) {
      this.#room -= 1;
      this.#waiting.push(event.seq);
    } else if (typeof last === 'object') last.dropped += 1;
    else this.#waiting.push({ dropped: 1 });
    this.#wake();
  }

  /** Resolves when there is something to send; null at the end. Throws the error that ended the listener. */
  async take(): Promise<Taken | null> {
    while (this.#waiting.length === 0 && !this.#isEnded)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    if (this.#fault !== undefined) throw this.#fault;
    const [first] = this.#waiting;
    if (this.#isEnded || first === undefined) return null;
    if (typeof first === 'object') return this.#waiting.shift() as { dropped: number };
    const marker = this.#waiting.findIndex((each) => typeof each === 'object');
    const count = Math.min(PAGE, marker === -1 ? this.#waiting.length : marker);
    return { numbers: this.#waiting.splice(0, count) as number[] };
  }

  end(fault?: unknown): void {
    this.#isEnded = true;
    this.#fault ??= fault;
    this.#wake();
  }
}
