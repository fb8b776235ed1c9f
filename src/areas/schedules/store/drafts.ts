import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import type { Org } from '#platform/http/operation.ts';
import type { ScheduleDraftsTable } from '../tables.ts';

/** The version from which an account's draft was made, and the days it edits. */
export type DraftRow = Pick<ScheduleDraftsTable, 'basedOn' | 'editedRanges'> & { mergeSchedules: boolean };

export async function findDraft(tx: Tx, org: Org, accountId: string): Promise<DraftRow | null> {
  const row = await tx
    .selectFrom('scheduleDrafts')
    .select(['basedOn', 'editedRanges', 'mergeSchedules'])
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  return row ?? null;
}

export async function saveDraft(
  tx: Tx,
  org: Org,
  draft: DraftRow & { accountId: string; now: Temporal.Instant },
): Promise<void> {
  const { accountId, basedOn, editedRanges, mergeSchedules, now } = draft;
  await sql`
    insert into schedule_drafts (org_id, account_id, based_on, edited_ranges, merge_schedules,
      created_at, updated_at)
    values (${org.orgId}, ${accountId}, ${basedOn}, ${json(editedRanges)}, ${mergeSchedules}, ${now}, ${now})
    on conflict (org_id, account_id) do update
      set based_on = excluded.based_on, edited_ranges = excluded.edited_ranges,
          merge_schedules = excluded.merge_schedules, updated_at = excluded.updated_at`.execute(tx);
}

/** False if there was none. */
export async function deleteDraft(tx: Tx, org: Org, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from schedule_drafts
    where org_id = ${org.orgId} and account_id = ${accountId} returning 1`.execute(tx);
  return rows.length > 0;
}

/** The number of changes of the account's live timeline. */
export async function readTimelineVersion(tx: Tx, org: Org, accountId: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select version from schedule_timelines
    where org_id = ${org.orgId} and account_id = ${accountId}`.execute(tx);
  return rows[0]?.version ?? 0;
}

export async function countTimelineChange(tx: Tx, org: Org, accountId: string): Promise<void> {
  await sql`
    insert into schedule_timelines (org_id, account_id, version) values (${org.orgId}, ${accountId}, 1)
    on conflict (org_id, account_id) do update set version = schedule_timelines.version + 1`.execute(tx);
}

/**
 * The day after the last one on an issued invoice of the account. Invoices belong to a higher area, but the
 * rule that billed days are not billed again (`metering-pricing.md` 18.4) needs this fact. Draft invoices
 * follow the timeline, and advance fees do not use up a day, so neither counts.
 */
export async function findInvoicedUntil(
  tx: Tx,
  org: Org,
  accountId: string,
): Promise<Temporal.PlainDate | null> {
  const { rows } = await sql<{ until: Temporal.PlainDate | null }>`
    select max(cycle_end) as until from invoices
    where org_id = ${org.orgId} and account_id = ${accountId}
      and invoice_type in ('STANDARD', 'AD_HOC') and status not in ('VOID', 'DRAFT')`.execute(tx);
  return rows[0]?.until ?? null;
}
