import type { Database, Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { repeat } from '#platform/repeat.ts';
import { listBlocks, listSeenEvents, readSighting, type SeenEvent } from '../store/tail.ts';
import { BlocksRead } from './blocks-read.ts';
import { type Horizon, horizonFrom, type Patience, type Sighting } from './horizon.ts';
import type { Listener } from './listener.ts';

const EVERY_MS = 500;
/** Two seconds for a long-running transaction, five for one without the lock. */
const PATIENCE: Patience = { hold: 4, keep: 10 };
/** Blocks to check before the starting point: their missing numbers may still commit. */
const WINDOW_BLOCKS = 1_000;
/** Events of one statement; more than a block has, so that a page always contains one whole block. */
const PAGE = 20_000;

/**
 * Polls for new events of one organization, for all its listeners in this process. It stores only its
 * position, and holds no database resource between two polls.
 */
export class Poller {
  readonly #database: Database;
  readonly #org: Org;
  readonly #blocks: BlocksRead;
  readonly #look: (sighting: Sighting) => Horizon;
  readonly #listeners = new Set<Listener>();
  readonly #work: { stop(): void };
  /** State of an unfinished poll. */
  #horizon: Horizon | null = null;
  #fault: unknown;

  private constructor(
    database: Database,
    org: Org,
    start: { from: number; sighting: Sighting; read: number[] },
  ) {
    this.#database = database;
    this.#org = org;
    this.#blocks = new BlocksRead(start.from, start.read);
    this.#look = horizonFrom(start.from, start.sighting, PATIENCE);
    const onFault = (error: unknown) => {
      this.#fault = error;
      for (const listener of this.#listeners) listener.end(error);
    };
    this.#work = repeat(() => this.#poll(), { everyMs: EVERY_MS, onFault });
  }

  /** Everything committed when this resolves is before the starting point. */
  static async start(database: Database, org: Org): Promise<Poller> {
    const start = await database.transaction({ orgId: org.orgId, access: 'read' }, async (tx) => {
      const sighting = await readSighting(tx, org);
      const until = sighting.lastBlock + 1;
      const from = Math.max(0, until - WINDOW_BLOCKS);
      return { from, sighting, read: await listBlocks(tx, org, { from, until }) };
    });
    return new Poller(database, org, start);
  }

  /** Returns the blocks already read, which this listener does not receive. */
  join(listener: Listener): BlocksRead {
    this.#listeners.add(listener);
    // After a fault, the last of the other listeners may not have left yet.
    if (this.#fault !== undefined) listener.end(this.#fault);
    return this.#blocks.copy();
  }

  leave(listener: Listener): void {
    this.#listeners.delete(listener);
  }

  stop(): void {
    this.#work.stop();
  }

  async #poll(): Promise<void> {
    for (const listener of this.#listeners) listener.renew();
    await this.#database.transaction({ orgId: this.#org.orgId, access: 'read' }, async (tx) => {
      // Finishes an interrupted poll first: a later one could skip what it did not read.
      this.#horizon ??= this.#look(await readSighting(tx, this.#org));
      while (await this.#readPage(tx, this.#horizon));
      this.#horizon = null;
    });
  }

  /** Whether there may be more. */
  async #readPage(tx: Tx, horizon: Horizon): Promise<boolean> {
    const ranges = this.#blocks.unread(horizon);
    const found = await listSeenEvents(tx, this.#org, { ranges, limit: PAGE });
    const isCut = found.length === PAGE;
    const events = isCut ? withoutLastBlock(found) : found;
    for (const event of events) {
      this.#blocks.add(BlocksRead.of(event.seq));
      for (const listener of this.#listeners) listener.offer(event);
    }
    return isCut;
  }
}

/** Blocks are read whole; the last block of a truncated page may continue after it. */
function withoutLastBlock(events: readonly SeenEvent[]): readonly SeenEvent[] {
  const last = BlocksRead.of(events.at(-1)?.seq ?? 0);
  return events.filter(({ seq }) => BlocksRead.of(seq) !== last);
}
