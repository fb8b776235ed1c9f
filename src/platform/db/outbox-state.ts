import { sql } from 'kysely';
import type { Database } from './database.ts';

/** What is sent by workers in real time, and noted with its attempts. */
export type Outbox = 'mails' | 'webhooks';

export interface OutboxState {
  outbox: Outbox;
  /** Pending, and to be repeated. */
  waiting: number;
  /** When the oldest of them was made; null when nothing waits. */
  oldest: Temporal.Instant | null;
}

/** What waits in each outbox, of all active organizations together. */
export function readOutboxes(database: Database): Promise<OutboxState[]> {
  return database.transaction({ orgId: null, access: 'snapshot', isDirectory: true }, async (tx) => {
    const { rows } = await sql<OutboxState>`select outbox, waiting, oldest from outbox_state()`.execute(tx);
    return rows;
  });
}
