import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** Whether another schedule, live or in a draft, uses the reference, or the live one with this id. */
export async function isReferenceShared(
  tx: Tx,
  org: Org,
  requested: { referenceId: string; scheduleId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from schedules
    where org_id = ${org.orgId} and override_reference_id = ${requested.referenceId}
      and not (mode = 'DRAFT' and id = ${requested.scheduleId})
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** Gives a draft schedule its own price reference. */
export async function setOverride(
  tx: Tx,
  org: Org,
  change: { scheduleId: string; referenceId: string; now: Temporal.Instant },
): Promise<void> {
  const { scheduleId, referenceId, now } = change;
  await sql`
    update schedules
    set override_reference_id = ${referenceId}, is_overridden = true, updated_at = ${now}
    where org_id = ${org.orgId} and mode = 'DRAFT' and id = ${scheduleId}`.execute(tx);
}

/** The given references that no schedule uses any more. */
export async function findUnusedReferences(
  tx: Tx,
  org: Org,
  referenceIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${referenceIds}::text[]) as given (id)
    where not exists (
      select from schedules where org_id = ${org.orgId} and override_reference_id = given.id)`.execute(tx);
  return rows.map(({ id }) => id);
}
