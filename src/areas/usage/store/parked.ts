import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { EventsTable } from '../tables.ts';
import { KEY_HOURS } from './event-keys.ts';

export type ParkedEvent = Pick<
  EventsTable,
  | 'referenceId'
  | 'eventId'
  | 'schemaName'
  | 'accountRef'
  | 'eventTime'
  | 'attributes'
  | 'dimensions'
  | 'status'
>;

/** What events wait for. */
export type WaitsFor = { accountId: string } | { schemaName: string };

/**
 * A page of the events that may wait for an account or a schema, oldest first: those that still hold their
 * event id and were received in the last 45 days. Candidates only, because an alias holds for a range of
 * time.
 */
export async function listParkedEvents(
  tx: Tx,
  org: Org,
  page: { waitsFor: WaitsFor; now: Temporal.Instant; after: string | null; limit: number },
): Promise<ParkedEvent[]> {
  const { now, limit } = page;
  const after = page.after ?? '00000000-0000-0000-0000-000000000000';
  const { rows } = await sql<ParkedEvent>`
    select e.reference_id, e.event_id, e.schema_name, e.account_ref, e.event_time, e.attributes, e.dimensions,
      e.status
    from events e
    join event_keys k on k.org_id = e.org_id and k.event_id = e.event_id and k.reference_id = e.reference_id
    where e.org_id = ${org.orgId}
      and ${waitingFor(org, page.waitsFor)}
      and e.reference_id > ${after} and k.received_at > ${now.subtract({ hours: KEY_HOURS })}
    order by e.reference_id limit ${limit}`.execute(tx);
  return rows;
}

/** The statuses stand in the text, as in the partial indexes that hold nothing but such events. */
function waitingFor(org: Org, waitsFor: WaitsFor): RawBuilder<boolean> {
  if ('schemaName' in waitsFor)
    return sql`e.status = 'INGESTION_FAILED_SCHEMA_NOT_DEFINED' and e.schema_name = ${waitsFor.schemaName}`;
  const { accountId } = waitsFor;
  return sql`e.status in ('INGESTION_FAILED', 'INGESTION_FAILED_ACCOUNT_NOT_FOUND')
    and folded(btrim(e.account_ref)) = any(array(
      select folded(${accountId}::text)
      union select value from account_aliases where org_id = ${org.orgId} and account_id = ${accountId}))`;
}
