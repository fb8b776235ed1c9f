import type { Database, Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { repeat } from '#platform/repeat.ts';
import { listBlocks, listSeenEvents, readSighting, type SeenEvent } from '../store/tail.ts';
import { BlocksRead } from './blocks-read.ts';
import { type Horizon, horizonFrom, type Patience, type Sighting } from './horizon.ts';
import type { Listener } from './listener.ts';

const EVERY_MS = 500;
/** Two seconds for a transaction that takes long, five for one without the lock. */
const PATIENCE: Patience = { hold: 4, keep: 10 };
/** Blocks before the beginning that are looked at: what is missing there may be on its way. */
const WINDOW_BLOCKS = 1_000;
/** Events of one statement; more than a block has, so that one whole block is always among them. */
const PAGE = 20_000;

/**
 * Looks for new events of one organization, for all in this process who listen to it. It knows only where it
 * is; between two looks it holds nothing of the database.
 */
export class Poller {
  readonly #database: Database;
  readonly #org: Org;
  readonly #blocks: BlocksRead;
  readonly #look: (sighting: Sighting) => Horizon;
  readonly #listeners = new Set<Listener>();
  readonly #work: { stop(): void };
  /** Of a look that has not come to its end. */
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

  /** What is committed when this resolves is before the beginning. */
  static async start(database: Database, org: Org): Promise<Poller> {
    const start = await database.transaction({ orgId: org.orgId, access: 'read' }, async (tx) => {
      const sighting = await readSighting(tx, org);
      const until = sighting.lastBlock + 1;
      const from = Math.max(0, until - WINDOW_BLOCKS);
      return { from, sighting, read: await listBlocks(tx, org, { from, until }) };
    });
    return new Poller(database, org, start);
  }

  /** What was read before, which this listener is not told of. */
  join(listener: Listener): BlocksRead {
    this.#listeners.add(listener);
    // After a fault the last of the others may not have left yet.
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
      // A look that failed half-way is finished first: a later one could have passed what it did not read.
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

/** A block is read as a whole; the last of a page that was cut may go on after it. */
function withoutLastBlock(events: readonly SeenEvent[]): readonly SeenEvent[] {
  const last = BlocksRead.of(events.at(-1)?.seq ?? 0);
  return events.filter(({ seq }) => BlocksRead.of(seq) !== last);
}
