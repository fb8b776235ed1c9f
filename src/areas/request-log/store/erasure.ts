import { sql } from 'kysely';
import { LOCK_CLASS } from '#platform/db/advisory-locks.ts';
import type { Tx } from '#platform/db/database.ts';
import { type Mentioned, mentions } from '#platform/db/mentions.ts';
import type { Org } from '#platform/http/operation.ts';

/** What has arrived until now and is still to be written is written without what can name a person. */
export async function noteErasure(tx: Tx, { orgId }: Pick<Org, 'orgId'>): Promise<void> {
  await sql`
    insert into request_log_erasures (org_id, erased_at) values (${orgId}, clock_timestamp())
    on conflict (org_id) do update set erased_at = clock_timestamp()`.execute(tx);
}

/**
 * Erases the content of requests that mention a person, in a page after an id; returns the last id searched,
 * null at the end. Waits for running writes, so that the next ones know of the erasure.
 */
export async function eraseMentioningRequests(
  tx: Tx,
  { orgId }: Pick<Org, 'orgId'>,
  { mentioned, after }: { mentioned: Mentioned; after: string },
): Promise<string | null> {
  await sql`select pg_advisory_xact_lock(${LOCK_CLASS.requestLog}, ${orgId})`.execute(tx);
  const { rows } = await sql<{ last: string | null; searched: number }>`
    with searched as (
      select id from logged_requests where org_id = ${orgId} and id collate "C" > ${after}
      order by id collate "C" limit ${AT_ONCE}),
    erased as (
      update logged_requests l set path = '[erased]', query = null, request_id = l.id, idempotency_key = null,
        request_headers = '{}', response_headers = '{}', request_body = null, response_body = null,
        bodies = 'ERASED'
      from searched where l.org_id = ${orgId} and l.id = searched.id and (
        ${mentions(
          sql`concat_ws(' ', replace(l.path, '/', ' '), l.query, l.idempotency_key, l.request_id,
          l.request_headers::text, l.response_headers::text)`,
          encoded(mentioned),
        )}
        or ${mentions(sql`coalesce(l.request_body, '')`, mentioned)}
        or ${mentions(sql`coalesce(l.response_body, '')`, mentioned)})
      returning 1)
    select max(id collate "C") as last, count(*)::int as searched
    from searched, (select count(*) from erased) as done`.execute(tx);
  const { last = null, searched = 0 } = rows[0] ?? {};
  return searched < AT_ONCE ? null : last;
}

/** With bodies of 16,000 characters, about a second. */
const AT_ONCE = 500;

/** With the forms that texts have in a URL. */
function encoded({ texts, ids }: Mentioned): Mentioned {
  const forms = texts.flatMap((text) => {
    const form = encodeURIComponent(text.toWellFormed());
    return [text, form, form.replaceAll('%20', '+')];
  });
  return { texts: [...new Set(forms)], ids };
}
