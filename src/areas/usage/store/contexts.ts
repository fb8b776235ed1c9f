import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { byteaArray } from '#platform/db/binary-arrays.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { EventContext } from '../event-context.ts';

/** The identity of a context: equal content always gives the same text. */
export function contextContent(context: EventContext): string {
  return JSON.stringify(context);
}

/**
 * The ids of contexts by content; creates missing ones. They are taken in the order of their hashes, so that
 * transactions that create the same contexts never deadlock.
 */
export async function findOrMakeContexts(
  tx: Tx,
  org: Org,
  contexts: ReadonlyMap<string, EventContext>,
): Promise<Map<string, number>> {
  if (contexts.size === 0) return new Map();
  const rows = [...contexts].map(([content, context]) => ({
    content,
    hash: hash('sha256', content, 'buffer'),
    ...context,
  }));
  const hashes = byteaArray(rows.map((row) => row.hash));
  const documents = JSON.stringify(rows.map(({ content: _, hash: __, ...context }) => context));
  await sql`
    insert into event_contexts (org_id, content, schema_name, account_id, customer_id, schedule_id,
      cycle_start, cycle_at, cycle_until, meter_ids, facts)
    select ${org.orgId}, sent.content, d."schemaName", d."accountId", d."customerId", d."scheduleId",
      d."cycleStart", d."cycleAt", d."cycleUntil", d."meterIds", d.facts
    from unnest(${hashes}::bytea[]) with ordinality as sent (content, index)
    join jsonb_array_elements(${documents}::jsonb) with ordinality as documents (document, index)
      using (index)
    cross join lateral jsonb_to_record(document) as d ("schemaName" text, "accountId" text,
      "customerId" text, "scheduleId" text, "cycleStart" date, "cycleAt" timestamptz,
      "cycleUntil" timestamptz, "meterIds" text[], facts jsonb)
    order by sent.content
    on conflict (org_id, content) do nothing`.execute(tx);
  const { rows: found } = await sql<{ index: number; contextId: number }>`
    select (sent.index - 1)::int4 as index, c.context_id
    from unnest(${hashes}::bytea[]) with ordinality as sent (content, index)
    join event_contexts c on c.org_id = ${org.orgId} and c.content = sent.content`.execute(tx);
  return new Map(found.map(({ index, contextId }) => [rows[index]?.content ?? '', contextId]));
}
