import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/**
 * Events received in `[since, until)` that are unprocessed now. Reference ids begin with the millisecond of
 * receipt, so the index of what was not processed is read from `since` on.
 */
export async function countUnprocessedEvents(
  tx: Tx,
  org: Org,
  range: { schemaName?: string; since: Temporal.Instant; until: Temporal.Instant },
): Promise<number> {
  const { schemaName, since, until } = range;
  const schema = schemaName === undefined ? sql`` : sql`and schema_name = ${schemaName}`;
  const { rows } = await sql<{ events: number }>`
    select count(*) as events from events
    where org_id = ${org.orgId} and reference_id >= ${firstReferenceId(since)}
      and received_at >= ${since} and received_at < ${until}
      and status not in ('INGESTION_COMPLETED_EVENT_METERED', 'INGESTION_COMPLETED_EVENT_NOT_METERED',
        'INGESTION_COMPLETED_NO_MATCHING_METERS')
      and status like 'INGESTION!_FAILED%' escape '!' ${schema}`.execute(tx);
  return rows[0]?.events ?? 0;
}

/** The smallest id of the millisecond of an instant. */
function firstReferenceId(at: Temporal.Instant): string {
  const hex = Math.max(0, at.epochMilliseconds).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-0000-0000-000000000000`;
}
