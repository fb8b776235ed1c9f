import type { Tx } from '#platform/db/database.ts';
import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { Org } from '#platform/http/operation.ts';

/** Scheduled work of the usage area: re-processes events that arrived before their schema was active. */
export const REPROCESS_SCHEMA_EVENTS = 'usage.reprocess_schema';

const RANK = 50;

export async function planReprocessing(
  tx: Tx,
  org: Org,
  activated: { schemaName: string; now: Temporal.Instant },
): Promise<void> {
  const { schemaName, now } = activated;
  await planScheduledWork(tx, org, {
    kind: REPROCESS_SCHEMA_EVENTS,
    key: schemaName,
    dueAt: now,
    rank: RANK,
    payload: { schemaName },
    now,
  });
}
