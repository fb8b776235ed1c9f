import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { codeOf } from '../status-codes.ts';
import { statusesOf } from '../statuses.ts';

/** Events received in `[since, until)`, of all schemas or of one. */
export interface ReceivedRange {
  status: 'UNMATCHED' | 'UNPROCESSED';
  schemaName?: string;
  since: Temporal.Instant;
  until: Temporal.Instant;
}

/** The number of events that have the status now. */
export async function countReceivedEvents(tx: Tx, org: Org, range: ReceivedRange): Promise<number> {
  const [events = 0] = await countReceivedEventsBetween(tx, org, { ...range, borders: [range.since] });
  return events;
}

/** The same from each border to the next one; the first border is the start of the range. */
export async function countReceivedEventsBetween(
  tx: Tx,
  org: Org,
  { borders, ...range }: ReceivedRange & { borders: readonly Temporal.Instant[] },
): Promise<number[]> {
  const { rows } = await sql<{ place: number; events: number }>`
    select width_bucket(e.received_at, ${borders}::timestamptz[]) as place, count(*) as events
    ${receivedEvents(org, range)} group by 1`.execute(tx);
  const counts = new Map(rows.map(({ place, events }) => [place, events]));
  return borders.map((_, index) => counts.get(index + 1) ?? 0);
}

/** The reason for the status of the newest one; null if there is none or it predates stored reasons. */
export async function findReason(tx: Tx, org: Org, range: ReceivedRange): Promise<string | null> {
  const { rows } = await sql<{ reason: string | null }>`
    select nullif(e.detail, '')::jsonb ->> 'description' as reason ${receivedEvents(org, range)}
    order by e.received_at desc, e.seq desc limit 1`.execute(tx);
  return rows[0]?.reason ?? null;
}

/** Each status has an index of the few events that have it, by age. */
function receivedEvents(org: Org, { status, schemaName, since, until }: ReceivedRange): RawBuilder<unknown> {
  const isIndexed = status === 'UNPROCESSED' ? sql`e.status > 3` : sql`e.status between 2 and 3`;
  const codes = statusesOf(status).map(codeOf);
  const schema = schemaName === undefined ? sql`` : sql`and c.schema_name = ${schemaName}`;
  return sql`from events e
    join event_contexts c on c.org_id = e.org_id and c.context_id = e.context_id
    where e.org_id = ${org.orgId} and e.received_at >= ${since} and e.received_at < ${until}
      and ${isIndexed} and e.status = any(${codes}::int2[]) ${schema}`;
}
