import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** Events of these things no longer say what the things were like, as those that are too long to be kept. */
export async function eraseToldEvents(
  tx: Tx,
  org: Org,
  { kind, ids }: { kind: 'customer' | 'account'; ids: readonly string[] },
): Promise<void> {
  await sql`
    update webhook_events set object = null, previous = null
    where org_id = ${org.orgId} and kind = ${kind} and resource_id = any(${[...ids]})`.execute(tx);
}
