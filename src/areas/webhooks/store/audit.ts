import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

interface Unpublished {
  eventId: string;
  endpointId: string;
}

/**
 * Events of a page whose delivery to an endpoint is missing, although the endpoint subscribed before they
 * were stored. Allows for events that were stored while the subscription was being written, which takes less
 * than five minutes.
 */
export async function listUnpublished(
  tx: Tx,
  org: Org,
  { after, limit }: { after: string; limit: number },
): Promise<{ found: Unpublished[]; next: string | null }> {
  const { rows } = await sql<{ eventId: string; endpointId: string | null; isLast: boolean }>`
    with page as (
      select id, type, created_at, row_number() over (order by id collate "C") = ${limit} as is_last
      from webhook_events where org_id = ${org.orgId} and id collate "C" > ${after}
      order by id collate "C" limit ${limit})
    select page.id as event_id, e.id as endpoint_id, page.is_last
    from page left join webhook_endpoints e on e.org_id = ${org.orgId} and e.status = 'ACTIVE'
      and e.types && array[page.type, split_part(page.type, '.', 1) || '.*', '*']
      and page.created_at > e.subscribed_since + interval '5 minutes'
      and not exists (
        select from webhook_deliveries d
        where d.org_id = ${org.orgId} and d.endpoint_id = e.id and d.event_id = page.id)
    where e.id is not null or page.is_last order by page.id collate "C"`.execute(tx);
  const found = rows.flatMap(({ eventId, endpointId }) =>
    endpointId === null ? [] : [{ eventId, endpointId }],
  );
  return { found, next: rows.find(({ isLast }) => isLast)?.eventId ?? null };
}
