import { sql } from 'kysely';
import type { Org } from '../http/operation.ts';
import type { Tx } from './database.ts';
import { json } from './json.ts';

/**
 * Has the worker do a task for an organization when the caller's transaction has committed, or at an instant
 * of real time, which is all that the queue knows. Of jobs with one key there is the last one only.
 */
export async function enqueueJob(
  tx: Tx,
  org: Org,
  { task, at, key }: { task: string; at?: Temporal.Instant | null; key?: string },
): Promise<void> {
  await sql`select enqueue_job(${task}, ${json({ orgId: org.orgId })}, ${key ?? null},
    coalesce(${at ?? null}, clock_timestamp()))`.execute(tx);
}
