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

/**
 * The same for an instant of the organization's clock. A sandbox clock that stands still reaches it by a move
 * only, which runs what is due itself: the queue would keep the job until that year.
 */
export async function enqueueJobByClock(
  tx: Tx,
  org: Org,
  { task, at, key }: { task: string; at: Temporal.Instant; key: string },
): Promise<void> {
  await sql`
    select enqueue_job(${task}, ${json({ orgId: org.orgId })}, ${key}, ${at})
    from organizations where org_id = ${org.orgId} and clock_at is null`.execute(tx);
}

/** Removes the jobs of a clock that followed real time until now. */
export async function forgetWakings(tx: Tx, org: Org): Promise<void> {
  await sql`select forget_wakings(${org.orgId})`.execute(tx);
}
