import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Messages that workers send in real time, with recorded attempts. */
export type Outbox = 'mails' | 'webhooks';

export interface OutboxState {
  outbox: Outbox;
  /** Pending messages, including those to be retried. */
  waiting: number;
  /** Creation time of the oldest pending message; null when nothing is pending. */
  oldest: Temporal.Instant | null;
}

/** Pending messages of each outbox, over all active organizations. */
export function readOutboxes(database: Database): Promise<OutboxState[]> {
  return database.transaction({ orgId: null, access: 'snapshot', isDirectory: true }, async (tx) => {
    const { rows } = await sql<OutboxState>`select outbox, waiting, oldest from outbox_state()`.execute(tx);
    return rows;
  });
}
