import { lockIngestionShared } from '#platform/db/scheduled-work.ts';
import type { Context } from '#platform/http/operation.ts';
import { nothingKnown } from '../known/known-facts.ts';
import { type Ingested, ingestTogether, type SentEvent } from './ingest-together.ts';
import { slotOf } from './ingestion.ts';

/**
 * Stores and meters events in the caller's transaction, for requests whose effects depend on more than their
 * events. It caches nothing and uses only what the transaction reads.
 */
export async function ingestAlone(
  { tx, org, deployment }: Pick<Context, 'tx' | 'org' | 'deployment'>,
  events: readonly SentEvent[],
): Promise<Pick<Ingested, 'outcomes' | 'recordedAt'>> {
  const { wirePrefix } = deployment;
  const remembered = { known: nothingKnown(), compaction: null };
  const ingestion = { org, wirePrefix, ...remembered, slot: slotOf(deployment, 0), areIdsNew: false };
  // The lock is sent first without waiting for its result; the ids are taken after it.
  const [, { outcomes, recordedAt, writes }] = await Promise.all([
    lockIngestionShared(tx, org),
    ingestTogether(tx, ingestion, events),
  ]);
  await Promise.all(writes);
  return { outcomes, recordedAt };
}
