import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { Org } from '#platform/http/operation.ts';

/**
 * Lists schedules of an account whose next cycle is planned to open. The kind is literal in the statement,
 * because the index only contains this kind.
 */
export async function listPlannedOpenings(tx: Tx, org: Org, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from scheduled_work
    where org_id = ${org.orgId} and kind = 'invoices.open_cycle' and payload ->> 'accountId' = ${accountId}
    order by key`.execute(tx);
  return rows.map(({ key }) => key);
}

/** Whether a cycle of the account is about to open. */
export async function isOpeningDue(
  tx: Tx,
  org: Org,
  { accountId, now }: { accountId: string; now: Temporal.Instant },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from scheduled_work
    where org_id = ${org.orgId} and kind = 'invoices.open_cycle' and payload ->> 'accountId' = ${accountId}
      and due_at <= ${now} and on_hold_at is null
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** Lists cycles of the account that are about to open, with the terms of their work. */
export async function listDueOpenings(
  tx: Tx,
  org: Org,
  { accountId, now }: { accountId: string; now: Temporal.Instant },
): Promise<Pick<StoredScheduledWork, 'key' | 'payload'>[]> {
  const { rows } = await sql<Pick<StoredScheduledWork, 'key' | 'payload'>>`
    select key, payload from scheduled_work
    where org_id = ${org.orgId} and kind = 'invoices.open_cycle' and payload ->> 'accountId' = ${accountId}
      and due_at <= ${now} and on_hold_at is null
    order by due_at, key`.execute(tx);
  return rows;
}

export async function isWorkPlanned(tx: Tx, org: Org, work: { kind: string; key: string }): Promise<boolean> {
  const { rows } = await sql`
    select 1 from scheduled_work
    where org_id = ${org.orgId} and kind = ${work.kind} and key = ${work.key} and on_hold_at is null`.execute(
    tx,
  );
  return rows.length > 0;
}
