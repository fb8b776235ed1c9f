import { sql } from 'kysely';
import type { Org } from '../http/operation.ts';
import type { Tx } from './database.ts';
import { json } from './json.ts';

/**
 * Enqueues a task for an organization, to run after the caller's transaction has committed, or at an instant
 * of real time, the only time that the queue knows. A new job replaces an older one with the same key.
 */
export async function enqueueJob(
  tx: Tx,
  org: Org,
  { task, at, key }: { task: string; at?: Temporal.Instant | null; key?: string },
): Promise<void> {
  await sql`select enqueue_job(${task}, ${json({ orgId: org.orgId })}, ${key ?? null},
    coalesce(${at ?? null}, clock_timestamp()))`.execute(tx);
}
