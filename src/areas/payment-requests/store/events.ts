import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import type { Org } from '#platform/http/operation.ts';
import type { ProviderEventsTable } from '../tables.ts';

export type EventRow = Selectable<ProviderEventsTable>;

/** Returns false if it was received before: each event id of a provider counts once. */
export async function insertProviderEvent(
  tx: Tx,
  org: Org,
  event: Pick<EventRow, 'id' | 'connectionId' | 'type' | 'targetId' | 'content'>,
): Promise<boolean> {
  const { id, connectionId, type, targetId, content } = event;
  const { numAffectedRows } = await sql`
    insert into provider_events (org_id, id, connection_id, type, target_id, content, outcome, received_at)
    values (${org.orgId}, ${id}, ${connectionId}, ${type}, ${targetId}, ${json(content)}, 'RECEIVED',
      clock_timestamp())
    on conflict do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** Reads and locks. */
export async function lockProviderEvent(
  tx: Tx,
  org: Org,
  { id, connectionId }: Pick<EventRow, 'id' | 'connectionId'>,
): Promise<EventRow | null> {
  const query = tx
    .selectFrom('providerEvents')
    .selectAll()
    .where('orgId', '=', org.orgId)
    .where('connectionId', '=', connectionId)
    .where('id', '=', id)
    .forUpdate();
  return (await query.executeTakeFirst()) ?? null;
}

/** The outcome of an event. */
export interface Outcome {
  outcome: Exclude<EventRow['outcome'], 'RECEIVED'>;
  reason: string | null;
}

export async function setOutcome(
  tx: Tx,
  org: Org,
  { id, connectionId, ...set }: Outcome & Pick<EventRow, 'id' | 'connectionId'>,
): Promise<void> {
  await tx
    .updateTable('providerEvents')
    .set(set)
    .where('orgId', '=', org.orgId)
    .where('connectionId', '=', connectionId)
    .where('id', '=', id)
    .execute();
}

/** Deletes events without effect. Returns their number. */
export async function deleteIgnoredEvents(
  tx: Tx,
  org: Org,
  { before, limit }: { before: Temporal.Instant; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from provider_events where org_id = ${org.orgId} and (connection_id, id) in (
      select connection_id, id from provider_events
      where org_id = ${org.orgId} and received_at < ${before} and outcome = 'IGNORED'
      order by received_at limit ${limit})`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
