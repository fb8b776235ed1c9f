import { BLOCK_EVENTS } from '../event-numbers.ts';
import type { Horizon } from './horizon.ts';

/** Numbers from `first` to before `after`. */
export interface Range {
  first: number;
  after: number;
}

/** Above this number, the oldest blocks count as complete. */
const MAX_BLOCKS = 50_000;

/**
 * The blocks of numbers that a tail has read. A transaction has its own blocks and commits once, so a block
 * is visible entirely or not at all: no block is read twice, and gaps between read blocks may still fill.
 */
export class BlocksRead {
  #from: number;
  readonly #read: Set<number>;

  constructor(from: number, read: Iterable<number>) {
    this.#from = from;
    this.#read = new Set(read);
  }

  static of(seq: number): number {
    return Math.floor(seq / BLOCK_EVENTS);
  }

  add(block: number): void {
    this.#read.add(block);
  }

  has(block: number): boolean {
    return block < this.#from || this.#read.has(block);
  }

  /** A snapshot for later comparison. */
  copy(): BlocksRead {
    return new BlocksRead(this.#from, this.#read);
  }

  /** The numbers to look for, ascending; drops state below the horizon. */
  unread({ from, until }: Horizon): Range[] {
    const ascending = [...this.#read].sort((a, b) => a - b);
    const surplus = ascending.at(-MAX_BLOCKS - 1);
    this.#from = Math.max(this.#from, from, surplus === undefined ? 0 : surplus + 1);
    const ranges: Range[] = [];
    let next = this.#from;
    const add = (block: number) => {
      if (block > next) ranges.push({ first: next * BLOCK_EVENTS, after: block * BLOCK_EVENTS });
    };
    for (const block of ascending) {
      if (block < this.#from) this.#read.delete(block);
      else if (block < until) {
        add(block);
        next = block + 1;
      }
    }
    add(until);
    return ranges;
  }
}
