import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { type Mentioned, mentions } from '#platform/db/mentions.ts';
import type { Org } from '#platform/http/operation.ts';

/** Removes the objects of these resources from their events, as for events that exceed the size limit. */
export async function erasePublishedEvents(
  tx: Tx,
  org: Org,
  { kind, ids }: { kind: 'customer' | 'account'; ids: readonly string[] },
): Promise<void> {
  await sql`
    update webhook_events set object = null, previous = null
    where org_id = ${org.orgId} and kind = ${kind} and resource_id = any(${[...ids]})`.execute(tx);
}

/** Rows per scan: some seconds of work at most. */
const PAGE = 5_000;
const ERASED = 'What this was about has been erased.';

/**
 * Erases the bodies of events, of any resource, and of sentences for chats that mention a person: a page of
 * them after `after`. Returns the id to continue after; null at the end.
 */
export async function eraseMentioningEvents(
  tx: Tx,
  org: Org,
  { mentioned, after }: { mentioned: Mentioned; after: string },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from webhook_events where org_id = ${org.orgId} and id > ${after}
    order by id limit ${PAGE}`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await sql`
    update webhook_events set object = null, previous = null
    where org_id = ${org.orgId} and id = any(${ids}) and (object is not null or previous is not null)
      and ${mentions(sql`coalesce(object, '') || ' ' || coalesce(previous, '')`, mentioned)}`.execute(tx);
  await sql`
    update webhook_deliveries set text = ${ERASED}
    where org_id = ${org.orgId} and event_id = any(${ids}) and text is not null
      and ${mentions(sql`text`, mentioned)}`.execute(tx);
  return rows.length < PAGE ? null : (ids.at(-1) ?? null);
}
