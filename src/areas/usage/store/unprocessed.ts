import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { codeOf } from '../status-codes.ts';
import { statusesOf } from '../statuses.ts';

/** Events received in `[since, until)` that are unprocessed now; the index holds few others. */
export async function countUnprocessedEvents(
  tx: Tx,
  org: Org,
  range: { schemaName?: string; since: Temporal.Instant; until: Temporal.Instant },
): Promise<number> {
  const { schemaName, since, until } = range;
  const schema = schemaName === undefined ? sql`` : sql`and c.schema_name = ${schemaName}`;
  const { rows } = await sql<{ events: number }>`
    select count(*) as events from events e
    join event_contexts c on c.org_id = e.org_id and c.context_id = e.context_id
    where e.org_id = ${org.orgId} and e.received_at >= ${since} and e.received_at < ${until}
      and e.status > 3 and e.status = any(${UNPROCESSED}::int2[]) ${schema}`.execute(tx);
  return rows[0]?.events ?? 0;
}

const UNPROCESSED = statusesOf('UNPROCESSED').map(codeOf);
