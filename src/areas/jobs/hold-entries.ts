import type { JobContext } from './planned-work.ts';
import { moveEntries } from './store/entries.ts';
import { addCancelled, type JobRow } from './store/jobs.ts';

/**
 * Takes entries out of a locked job that waits for its confirmation: they are cancelled, and the job ends
 * without them. Entries that are out already stay out.
 */
export async function holdEntries(
  { tx, org, now }: JobContext,
  { id: jobId }: JobRow,
  entityIds: readonly string[],
): Promise<void> {
  const moved = await moveEntries(tx, org, { jobId, entityIds, from: 'PENDING', to: 'CANCELLED', now });
  await addCancelled(tx, org, { jobId, entries: moved, now });
}

/** Puts entries back that were taken out. */
export async function releaseEntries(
  { tx, org, now }: JobContext,
  { id: jobId }: JobRow,
  entityIds: readonly string[],
): Promise<void> {
  const moved = await moveEntries(tx, org, { jobId, entityIds, from: 'CANCELLED', to: 'PENDING', now });
  await addCancelled(tx, org, { jobId, entries: -moved, now });
}
